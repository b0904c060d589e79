package ls

import (
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxLensCalls bounds how many calls of a document have lenses: a document with more is
// not worked through call by call.
const maxLensCalls = 1000

// A Lens is what is shown above a call.
type Lens struct {
	Offset  int    // of the call in the document
	Title   string // its outcome, and the number of findings, or why its edit fails; "" for a call that runs as written
	Fixes   bool   // whether a finding has a fix
	Changes bool   // whether it changes a file of the workspace
}

// Lenses yields the lenses of a document, by position: of calls that do not run as written, except
// intended bad examples and calls whose findings are suppressed, and of those that change a file.
func Lenses(doc *diagnostics.Document) iter.Seq[Lens] {
	return func(yield func(Lens) bool) {
		if s := doc.Summary(); s.Native+s.Leaked+s.Others() > 0 {
			lensesOfAll(doc, yield)
			return
		}
		found, calls := problemsOf(doc), 0
		for call := range doc.Calls() {
			lens := Lens{Offset: call.Span.Start + call.Shift}
			if notable(call.Call) != "" {
				if about := found.of(&call); about != nil && about.shown > 0 {
					lens.Title, lens.Fixes = lensTitle(call.Call, about), about.fixes
				}
			}
			files := call.InFiles()
			lens.Changes = files != nil && files.Changes
			if lens.Title != "" && files.Refused() != "" {
				lens.Title = notable(call.Call) + ": " + foreign.Line(call.ToolReason())
			}
			if lens.Title == "" && !lens.Changes {
				continue
			}
			if calls++; calls > maxLensCalls || !yield(lens) {
				return
			}
		}
	}
}

// lensesOfAll is Lenses for a transcript with native calls, or calls in formats of other runtimes.
func lensesOfAll(doc *diagnostics.Document, yield func(Lens) bool) {
	calls := 0
	for c := range NewCallList(doc).All() {
		lens := Lens{Offset: c.Span.Start}
		switch {
		case c.native != nil && c.isBroken():
			lens.Title = c.native.Outcome.Words() + ": " + foreign.Line(c.native.Why)
		case c.other != nil && c.isBroken():
			lens.Title = diagnostics.Ignored.Words() + ": leaked"
		case c.other != nil:
			lens.Title = c.other.Detailed()
		case c.call == nil || notable(c.call.Call) == "" || c.found == nil || c.found.shown == 0:
			continue
		default:
			lens.Title, lens.Fixes = lensTitle(c.call.Call, c.found), c.found.fixes
		}
		if calls++; calls > maxLensCalls || !yield(lens) {
			return
		}
	}
}

// lensTitle returns the outcome of a call and the number of findings.
func lensTitle(call *diagnostics.Call, about *callProblems) string {
	var parts []string
	for severity, n := range about.counts {
		if n > 0 && severity <= int(diagnostics.Warning) {
			parts = append(parts, thousands.Count(n, diagnostics.Severity(severity).String()))
		}
	}
	title := notable(call)
	if len(parts) > 0 {
		title += ": " + strings.Join(parts, ", ")
	}
	return title
}

// Suggestion returns the reason why the call at the place is not fixed as a whole, or else what is suggested.
func (p *Place) Suggestion() string {
	suggested := "No fix is certain"
	inFiles := p.inFiles().Refused() != "" // where it is certain that another text is searched for
	for f := range p.near() {
		if p.call == nil || f.Call != p.call.Index {
			continue
		}
		if !inFiles && p.doc.Uncertain(&f) {
			return diagnostics.Uncertain
		}
		if fixes := f.Fixes; len(fixes) > 0 {
			suggested = "Suggested: " + foreign.Line(fixes[0].Title)
		}
	}
	return suggested
}

// fix returns the fix for the whole call at the place, or nil if it is not certain.
func (p *Place) fix() *diagnostics.Fix {
	if p.call == nil {
		return nil
	}
	return p.doc.FixCall(p.call.Index)
}

// Fix returns the title of that fix and its edits in the document; nil if it is not certain.
func (p *Place) Fix() (title string, edits []diagnostics.Edit) {
	fix := p.fix()
	if fix == nil {
		return "", nil
	}
	return fix.Title, fix.Edits
}

// Problem returns the span in the document of the first of the most severe findings in the call
// at the place; that of the call if there are none.
func (p *Place) Problem() xmlcall.Span {
	where, severity := p.call.Place(p.call.Span), -1
	for f := range p.near() {
		if !slices.Contains(slices.Collect(p.doc.About(&f)), p.call.Index) || severity >= 0 && int(f.Severity) >= severity {
			continue
		}
		where, severity = f.Place(f.Span), int(f.Severity)
	}
	return where
}
