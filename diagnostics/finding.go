package diagnostics

import (
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Severity says what a finding means for the call. The values are those of
// the Language Server Protocol.
type Severity int

// The severities, most severe first. See the package documentation.
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

// A Finding is what a rule reports about one place in a file.
type Finding struct {
	// Code is the rule's code, such as "unescaped-ampersand".
	Code     string
	Severity Severity
	// Message says in one sentence what the runtime will do.
	Message string
	// Span is the place in the file.
	Span xmlcall.Span
	// Fixes are alternatives to each other, the preferred one first.
	Fixes []Fix
	// Related are other places that explain the finding.
	Related []Related
	// Call is the index of the call in Result.Calls, -1 where the finding is
	// about no call.
	Call int
	// Intended marks a finding in an intended bad example: the block is
	// introduced by words such as "wrong", in a comment in it, in the paragraph
	// before it or in the heading above.
	Intended bool
}

// SafeFix returns the fix that [FixAll] applies: the first safe one, nil if
// there is none. An intended bad example is to stay as it is.
func (f *Finding) SafeFix() *Fix {
	if f.Intended {
		return nil
	}
	for i := range f.Fixes {
		if f.Fixes[i].Safe {
			return &f.Fixes[i]
		}
	}
	return nil
}

// A Related is a place that explains a finding.
type Related struct {
	Span    xmlcall.Span
	Message string
}

// A Fix is one way to mend a finding. Its edits are applied together, do not
// overlap and are in order.
type Fix struct {
	// Title says what the fix does, in the imperative: "Escape as &amp;".
	Title string
	// Safe reports that the fix is proven to keep what the author meant.
	Safe  bool
	Edits []Edit
}

// An Edit replaces the bytes under Span by Text.
type Edit struct {
	Span xmlcall.Span
	Text string
}

// A Call is one call of a file, as the runtime would take it on its own.
type Call struct {
	// Span is the block in the file.
	Span xmlcall.Span
	// Block is the parsed block. Its spans are offsets into Segment.Text.
	Block *xmlcall.Block
	// Segment is the stretch of the file that the block stands in.
	Segment *transcript.Segment
	// Lead is what stands before the block, nil in a reply.
	Lead *transcript.Lead
}

// A Result is everything that is known about one file. It is immutable.
type Result struct {
	// File is the file that was read.
	File *transcript.File
	// Calls are the file's calls by position.
	Calls []Call
	// Findings are the findings by position.
	Findings []Finding
	// Suppressed is the number of findings that directives in the file suppress.
	// They are not among Findings.
	Suppressed int
}

// A Tally says how many calls a file has, and how many of them the runtime
// refuses or runs only after a repair. The rest it runs as written.
type Tally struct {
	Calls, Refused, Repaired int
}

// Tally counts the calls by the runtime's verdict.
func (r *Result) Tally() Tally {
	t := Tally{Calls: len(r.Calls)}
	for i := range r.Calls {
		switch r.Calls[i].Block.Verdict().Outcome {
		case xmlcall.Refused:
			t.Refused++
		case xmlcall.Repaired:
			t.Repaired++
		}
	}
	return t
}
