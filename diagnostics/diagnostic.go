package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Severity is the effect of a finding on the call. The values are those of the
// Language Server Protocol.
type Severity = rules.Severity

// The severities, most severe first. See the package documentation.
const (
	Error       = rules.Error
	Warning     = rules.Warning
	Information = rules.Information
	Hint        = rules.Hint
)

// A Diagnostic is what a rule reports about one place in a file, and the fixes. Messages and documents call it a finding;
// with its place in a document it is a [Finding].
type Diagnostic struct {
	// Span is the place in the file.
	Span xmlcall.Span
	// Call is the index of the call among those that were read together, -1 if the finding is not
	// about a call; see [Finding.Call].
	Call int
	// Code is the rule's code, such as "unescaped-ampersand".
	Code     string
	Severity Severity
	// Message is one line without a full stop: what is wrong with the text, quoted in
	// backquotes, and what to write: "Unescaped `&`; write `&amp;`".
	Message string
	// Note is what happens to the call as a result, and why, in one line without a full
	// stop; it is empty where there is nothing to add to Message.
	Note string
	// Related are other places that explain the finding.
	Related []Related
	// Elsewhere are places in other files that do.
	Elsewhere []filetools.Place
	// Fixes are alternatives to each other, the preferred one first.
	Fixes []Fix
	// Reply marks a finding that is not about the call it is at but about those among Related,
	// which do not run as written because of it.
	Reply bool
	// Intended marks a finding in an intended bad example: the block is
	// introduced by words such as "wrong", in a comment in it, in the paragraph
	// before it or in the headings above.
	Intended bool
	// HeldBack marks a finding that fix-all leaves alone, since words such as "never" before the
	// block may say that it is one.
	HeldBack bool
}

// A Related is a place that explains a finding: {Span, Message}.
type Related = rules.Related

// A Fix is one way to correct the cause of a finding.
type Fix struct {
	// Title describes the fix in the imperative, in at most 40 characters: "Escape as `&amp;`".
	Title string
	// Edits are applied together. They do not overlap and are sorted.
	Edits []Edit

	within []Edit // the edits in Segment.Text; nil if they are the same
	safe   bool   // set by what proves it only
}

// Safe reports whether the fix is proven to lead to what the author of the call
// intended. Only [Document.Prove] and [Document.Proven] prove fixes: those of a [Diagnostic] are not
// marked safe.
func (f *Fix) Safe() bool { return f.safe }

// Uncertain is the reason why a fix is only suggested.
const Uncertain = "What was meant is not certain"

// An Edit replaces the bytes under Span by Text: {Span, Text}.
type Edit = rules.Edit

// IsPlaceholder reports whether the finding only states that something is filled in later, so
// that there is nothing to do.
func (f *Diagnostic) IsPlaceholder() bool {
	return f.Code == placeholderCode && len(f.Fixes) == 0
}

// placeholderCode is the code of the rule about placeholders.
const placeholderCode = "placeholder"
