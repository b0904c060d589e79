// Package rules holds the rules: one file for each, with one value that is all
// there is to know of it.
package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Rule is what one rule checks, and what is written about it. Its texts are
// Markdown in which \' stands for a backquote, which a Go raw string cannot hold;
// [Text] replaces it.
type Rule struct {
	// Code is the stable name of the rule.
	Code string
	// Severity is the severity of its findings.
	Severity Severity
	// Group is the group that the rule is chosen with.
	Group Group
	// Otherwise tells, as the end of a sentence, in which cases a finding has
	// another severity; it is empty for a rule that has one.
	Otherwise string
	// OffByDefault marks a rule that runs only where it is switched on.
	OffByDefault bool
	// Summary is one sentence, without a full stop: what the rule reports. It
	// is plain text.
	Summary string
	// Explanation is what the runtime does, and why.
	Explanation string
	// FixSafety tells, for a rule whose findings have fixes, which of them are
	// certain, which are a guess, and why.
	FixSafety string
	// Bad is a reply in which the rule reports, Good one with what was meant. The
	// tests run both, with the rule switched on.
	Bad, Good string
	// Long is how many letters the … in Bad stands for; see [Rule.BadExample].
	Long int
	// Document marks a rule about documents: its examples are read as such.
	Document bool
	// JSON marks a rule about transcripts in JSON, in the same way.
	JSON bool
	// Repaired marks a rule about what the runtime reads only by its repair.
	Repaired bool
	// Needs are the facts that the rule is about.
	Needs facts.Needs
	// Check reports what the rule finds in one call. It is nil for the rule about
	// directives, which are known only when all findings are, and for those about a file.
	Check func(*Pass)
}

// Text returns a text of a rule in Markdown.
func Text(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), `\'`, "`") }

// BadExample returns Bad at its full length. An example of megabytes is made when
// it is asked for: every start of the program would pay for it.
func (r *Rule) BadExample() string {
	if r.Long > 0 {
		return strings.Replace(r.Bad, "…", strings.Repeat("a", r.Long), 1)
	}
	return r.Bad
}

// Find returns where the rule with a code is in [All], or would be.
func Find(code string) (i int, found bool) {
	return slices.BinarySearchFunc(All, code, func(r *Rule, code string) int {
		return cmp.Compare(r.Code, code)
	})
}

// A Severity is what a finding means for the call. The values are those of
// the Language Server Protocol.
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
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Information:
		return "information"
	default:
		return "hint"
	}
}

// A Report is what a rule reports about one place of a call. Its spans and edits
// are byte offsets into the text that the block is part of, [xmlcall.Block.Text].
type Report struct {
	Span xmlcall.Span
	// Message tells what is wrong, quotes the text in backquotes, and tells what to write:
	// "Unescaped `&`; write `&amp;`".
	Message string
	// Note tells what happens to the call for that reason, and why: a sentence without a
	// full stop. It is empty where the message tells all.
	Note string
	// Severity is that of this case, 0 where it is the rule's own.
	Severity Severity
	// Fixes are alternatives to each other, the preferred one first.
	Fixes []Fix
	// Related are other places that explain the finding.
	Related []Related
}

// A Fix is one way to correct what is reported.
type Fix struct {
	// Title names what the fix does, in the imperative: "Escape as `&amp;`".
	Title string
	// Edits are applied together, do not overlap and are in order.
	Edits []Edit
}

// A Related is a place that explains a finding.
type Related struct {
	Span    xmlcall.Span
	Message string
}

// An Edit replaces the bytes under Span by Text: {Span, Text}.
type Edit = facts.Edit
