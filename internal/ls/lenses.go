package ls

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxLensCalls is the number of calls up to which a document has lenses: one with more is not worked
// through call by call, and an editor keeps all of them in memory.
const maxLensCalls = 1000

// A Lens is what is shown above a call.
type Lens struct {
	Offset  int    // of the call in the document
	Title   string // its outcome, and the number of findings, or why its edit fails
	Broken  bool   // whether findings about it are shown
	Fixes   bool   // whether one of them has a fix
	Changes bool   // whether it changes a file of the workspace
}

// Lenses returns the lenses of the document, by position: one for each call, so that no line moves while
// its outcome changes. w is the call that is being written, nil for none.
func (a View) Lenses(w *Writing) (list []Lens) {
	if s := a.doc.Summary(); s.Calls+s.Native+s.Leaked+s.Others() > maxLensCalls {
		return nil
	}
	for _, c := range a.Calls() {
		switch {
		case w == nil || c.call == nil || c.call.Index != w.Call.Index:
		case !w.Known:
			list = append(list, Lens{Offset: c.Span.Start, Title: "being written"})
			continue
		case c.found != nil:
			for severity, n := range w.Held {
				c.found.counts[severity] -= n
			}
		}
		list = append(list, c.lens())
	}
	return list
}

// lens returns the lens of a call.
func (c *ListedCall) lens() Lens {
	lens, words := Lens{Offset: c.Span.Start, Title: c.outcome.Words()}, c.outcome.Words()
	if o := c.aside; o != nil {
		lens.Title, lens.Broken = o.words, c.isBroken()
		switch {
		case lens.Broken && o.native != nil:
			lens.Title = words + ": " + foreign.Line(o.why)
		case lens.Broken:
			lens.Title = words + ": " + o.form
		}
		return lens
	}
	files := c.call.InFiles()
	lens.Changes = files != nil && files.Changes
	if c.outcome == diagnostics.Runs || c.found == nil || c.found.shown == 0 {
		return lens
	}
	lens.Broken, lens.Fixes = true, c.found.fixes
	if files.Refused() != "" {
		lens.Title += ": " + foreign.Line(c.call.Reason(nil))
		return lens
	}
	var counts []string
	for severity := diagnostics.Error; severity <= diagnostics.Warning; severity++ {
		if n := c.found.counts[severity]; n > 0 {
			counts = append(counts, thousands.Count(n, severity.String()))
		}
	}
	if len(counts) > 0 {
		lens.Title += ": " + strings.Join(counts, ", ")
	}
	return lens
}

// Suggestion returns the reason why the call at the place is not fixed as a whole, or else what is suggested.
func (p *Place) Suggestion() string {
	suggested := "No fix is certain"
	inFiles := p.inFiles().Refused() != "" // where it is certain that another text is searched for
	for f := range p.doc.DiagnosticsNear(p.offset, p.offset) {
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

// Fix returns the fix for the whole call at the place, or nil if it is not certain.
func (p *Place) Fix() *diagnostics.Fix {
	if p.call == nil {
		return nil
	}
	return p.doc.FixCall(p.call.Index)
}

// Problem returns the span in the document of the first of the most severe findings about the call
// at the place; that of the call if there are none.
func (p *Place) Problem() xmlcall.Span {
	found := problemsOf(p.doc)
	if of := found.of(p.call); of != nil {
		return of.place
	}
	return p.call.Place(p.call.Span)
}
