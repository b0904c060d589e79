package ls

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// maxDisable bounds the actions that disable rules: a selection of a whole file is not
// intended for them, and each examines the file.
const maxDisable = 10

// disable appends one action for each code that a call has among the findings, which
// writes the directive that suppresses it there.
func (a *Actions) disable() {
	type place struct {
		call int
		code string
	}
	here := make(map[place][]diagnostics.Placed)
	var places []place // in the order of the findings
	for _, f := range a.found {
		at := place{f.Call, f.Code}
		if here[at] == nil {
			places = append(places, at)
		}
		here[at] = append(here[at], f)
	}
	if len(places) > maxDisable {
		return
	}
	comments := document.CommentsOf(a.file)
	for _, at := range places {
		if a.ctx.Err() != nil {
			return
		}
		fix, ok := a.doc.DisableFix(&here[at][0], comments)
		if !ok {
			continue
		}
		a.List = append(a.List, Action{Title: foreign.Line(fix.Title), Findings: here[at], Edits: fix.Edits})
	}
}
