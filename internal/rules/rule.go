// Package rules contains the rules. They are rows of tables, one for each thing that rules are about (characters,
// sections, tags, names, arguments, values, calls, files); a long one has a file of its own. Each has a [Page] for people.
package rules

import (
	"cmp"
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Rule defines one rule.
type Rule struct {
	// Code is the stable name of the rule.
	Code string
	// Severity is the severity of its findings.
	Severity Severity
	// Group is the group of the rule.
	Group Group
	// OffByDefault marks a rule that runs only if it is enabled.
	OffByDefault bool
	// Long is the number of letters that the … in its bad example represents: one of megabytes is
	// made on request.
	Long int
	// Repaired marks a rule about text that the runtime reads only by its repair.
	Repaired bool
	// Needs are the facts that the rule is about.
	Needs call.Needs
	// Check reports the findings in one call. It is nil for the rule about directives,
	// which are known only after all findings are, and for those about a file or a prompt.
	Check func(*Pass)
}

// Find returns the index of the rule with a code in [All], or where it would be
// inserted.
func Find(code string) (i int, found bool) {
	return slices.BinarySearchFunc(All, code, func(r *Rule, code string) int {
		return cmp.Compare(r.Code, code)
	})
}

// A Severity is the effect of a finding on the call. The values are those of the
// Language Server Protocol.
type Severity int8

// The severities, most severe first. See the documentation of package
// diagnostics.
const (
	Error Severity = iota + 1
	Warning
	Information
	Hint
)

// String returns "error", "warning", "information" or "hint".
func (s Severity) String() string {
	names := [...]string{Error: "error", Warning: "warning", Information: "information", Hint: "hint"}
	if s < Error || s > Hint {
		s = Hint
	}
	return names[s]
}

// A Report is what a rule reports about one place of a call. Its spans and edits are
// byte offsets into the text that contains the block, [xmlcall.Block.Text].
type Report struct {
	Span xmlcall.Span
	// Message is what is wrong with the text, quoted in backquotes, and what to write: "Unescaped
	// `&`; write `&amp;`".
	Message string
	// Note is what happens to the call as a result, and why: a sentence without a full stop.
	// It is empty where there is nothing to add to Message.
	Note string
	// Severity is the severity in this case, 0 for the rule's own.
	Severity Severity
	// Fixes are alternatives to each other, the preferred one first.
	Fixes []Fix
	// Related are other places that explain the finding.
	Related []Related
	// Elsewhere are places in other files that do.
	Elsewhere []filetools.Place
	// Reply marks a report about other calls of the reply, which are among Related.
	Reply bool
}

// A Fix is one way to correct the reported problem.
type Fix struct {
	// Title describes the fix in the imperative: "Escape as `&amp;`".
	Title string
	// Edits are applied together. They do not overlap and are sorted.
	Edits []Edit
}

// A Related is a place that explains a finding.
type Related struct {
	Span    xmlcall.Span
	Message string
}

// An Edit replaces the bytes under Span by Text: {Span, Text}.
type Edit = call.Edit

// A Group is a name for related rules, so that they can be selected together. Each rule
// is in exactly one.
type Group = string

// The groups.
const (
	// Syntax: text that the reader refuses, or reads only by its repair.
	Syntax Group = "syntax"
	// Safety: the call runs with other data than was written, or another call runs.
	Safety Group = "safety"
	// Envelope: the parts of a call around its arguments.
	Envelope Group = "envelope"
	// Schema: the arguments, checked against the definition of the tool.
	Schema Group = "schema"
	// Files: the arguments, checked against the files of the workspace.
	Files Group = "files"
	// Messages: the handling of a whole reply by the runtime, and transcripts.
	Messages Group = "messages"
	// Prompts: what a prompt tells about tools and calls.
	Prompts Group = "prompts"
	// Style: calls that run as written, but could be written better.
	Style Group = "style"
)

// Groups lists the groups, in display order.
var Groups = []Group{Syntax, Safety, Envelope, Schema, Files, Messages, Prompts, Style}
