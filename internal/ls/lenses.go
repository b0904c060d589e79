package ls

import (
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxLensCalls bounds how many calls of a document have lenses: a document with more is
// not worked through call by call.
const maxLensCalls = 1000

// A Lens is what is shown above a call that does not run as written.
type Lens struct {
	Offset int    // of the call in the document
	Title  string // its outcome, and the number of findings
	Fixes  bool   // whether a finding has a fix
}

// Lenses yields the lenses of a document, by position. Intended bad examples and calls whose
// findings are suppressed have none.
func Lenses(doc *diagnostics.Document) iter.Seq[Lens] {
	return func(yield func(Lens) bool) {
		found, index, calls := problemsOf(doc), -1, 0
		for call, shift := range doc.Calls() {
			if index++; notable(call) == "" {
				continue
			}
			about := found.of(index, call, shift)
			if about == nil || about.shown == 0 {
				continue
			}
			if calls++; calls > maxLensCalls || !yield(Lens{call.Span.Start + shift, lensTitle(call, about), about.fixes}) {
				return
			}
		}
	}
}

// lensTitle returns the outcome of a call and the number of findings.
func lensTitle(call *diagnostics.Call, about *callProblems) string {
	var parts []string
	for severity, n := range about.counts {
		if n > 0 && severity <= int(diagnostics.Warning) {
			parts = append(parts, counted(n, diagnostics.Severity(severity).String()))
		}
	}
	title := notable(call)
	if len(parts) > 0 {
		title += ": " + strings.Join(parts, ", ")
	}
	return title
}

// Doubt returns the reason why the call at the place is not fixed as a whole, or else what is suggested.
func (p *Place) Doubt() string {
	suggested := "No fix is certain"
	call := p.index()
	for i := range p.result.Diagnostics {
		if call < 0 || p.result.Diagnostics[i].Call != call {
			continue
		}
		if doubt := p.result.Doubt(i); doubt != "" {
			return Capitalized(foreign.Line(doubt))
		}
		if fixes := p.result.Diagnostics[i].Fixes; len(fixes) > 0 {
			suggested = "Suggested: " + foreign.Line(string(fixes[0].Title))
		}
	}
	return suggested
}

// Capitalized returns a text in ASCII with a capital letter at its start.
func Capitalized(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// fix returns the fix for the whole call at the place, or nil if it is not certain. Its edits are
// those of the stretch.
func (p *Place) fix() *diagnostics.Fix {
	if i := p.index(); i >= 0 {
		return p.result.FixCall(i)
	}
	return nil
}

// Fix returns the title of that fix and its edits in the document; nil if it is not certain.
func (p *Place) Fix() (title string, edits []diagnostics.Edit) {
	fix := p.fix()
	if fix == nil {
		return "", nil
	}
	return fix.Title, movedEdits(fix.Edits, p.base)
}

// Problem returns the span in the document of the first of the most severe findings in the call
// at the place; that of the call if there are none.
func (p *Place) Problem() xmlcall.Span {
	where, severity, index := p.call.Span, -1, p.index()
	for i := range p.result.Diagnostics {
		f := &p.result.Diagnostics[i]
		if !slices.Contains(slices.Collect(p.result.About(f)), index) || severity >= 0 && int(f.Severity) >= severity {
			continue
		}
		where, severity = f.Span, int(f.Severity)
	}
	return Moved(where, p.base)
}
