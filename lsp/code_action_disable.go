package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// maxDisable bounds the actions that disable rules: a selection of a whole file is not
// intended for them, and each examines the file.
const maxDisable = 10

// disable appends one action for each code that a call has among the findings, which
// writes the directive that suppresses it there.
func (a *actionsAt) disable() {
	type place struct {
		call int
		code string
	}
	here := make(map[place][]*diagnostics.Diagnostic)
	var places []place // in the order of the findings
	for _, k := range a.found {
		f := &a.result.Diagnostics[k]
		at := place{f.Call, f.Code}
		if here[at] == nil {
			places = append(places, at)
		}
		here[at] = append(here[at], f)
	}
	if len(places) > maxDisable {
		return
	}
	comments := document.CommentsOf(a.sn.path())
	for _, at := range places {
		if a.ctx.Err() != nil {
			return
		}
		fix, ok := a.result.DisableFix(here[at][0], comments)
		if !ok {
			continue
		}
		action := &protocol.CodeAction{
			Title: foreign.Line(fix.Title),
			Kind:  new(protocol.CodeActionKindQuickFix),
			Edit:  a.edit(fix.Edits),
		}
		for _, f := range here[at] {
			action.Diagnostics = append(action.Diagnostics, a.diagnosticOf(f))
		}
		a.actions = append(a.actions, action)
	}
}
