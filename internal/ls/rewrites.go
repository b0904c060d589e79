package ls

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// AddRewrites appends one action for each proven way to rewrite the call at the range,
// unless a quick fix does the same.
func (a *Actions) AddRewrites(start, end int) {
	for k := range a.result.Calls {
		call := Moved(a.result.Calls[k].Span, a.base)
		if call.Start > end || call.End < start {
			continue
		}
		at := min(max(start, call.Start), call.End) - a.base
		if fix := a.result.EscapeMention(k, at); fix != nil {
			a.rewrite(fix)
		}
		fixes := a.result.Refactorings(k, at)
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
		a.List = append(a.List, Action{Title: title, Kind: Rewrite, Edits: a.edit(fix.Edits)})
	}
}
