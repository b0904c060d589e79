package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// refactorings appends one action for each proven way to rewrite the call at the range,
// unless a quick fix does the same.
func (a *actionsAt) refactorings(start, end int) {
	for k := range a.result.Calls {
		call := moved(a.result.Calls[k].Span, a.base)
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
func (a *actionsAt) rewrite(fix *diagnostics.Fix) {
	for _, other := range a.actions {
		if other, ok := other.(*protocol.CodeAction); ok && other.Title == foreign.Line(fix.Title) {
			return
		}
	}
	a.actions = append(a.actions, &protocol.CodeAction{
		Title: foreign.Line(fix.Title), Kind: new(protocol.CodeActionKindRefactorRewrite), Edit: a.edit(fix.Edits),
	})
}
