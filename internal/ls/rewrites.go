package ls

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// AddRewrites appends one action for each proven way to rewrite the call at the range,
// unless a quick fix does the same.
func (a *Actions) AddRewrites(start, end int) {
	for call := range a.doc.CallsIn(start, end) {
		span := call.Place(call.Span)
		at := min(max(start, span.Start), span.End)
		if fix := a.doc.EscapeMention(call.Index, at); fix != nil {
			a.rewrite(fix)
		}
		fixes := a.doc.Refactorings(call.Index, at)
		for i := range fixes {
			a.rewrite(&fixes[i])
		}
		return // a selection of several calls does not concern one of them
	}
}

// rewrite appends an action that rewrites something.
func (a *Actions) rewrite(fix *diagnostics.Fix) {
	title := foreign.Line(fix.Title)
	if !slices.ContainsFunc(a.List, func(other Action) bool { return other.Title == title }) {
		a.List = append(a.List, Action{Title: title, Kind: Rewrite, Edits: fix.Edits})
	}
}
