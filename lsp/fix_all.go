package lsp

import (
	"context"
	"fmt"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// fixAllTitle is the title of the action that fixes all findings of a code, or of any code
// if it is "".
func fixAllTitle(code string) string {
	if code == "" {
		return "Fix all safe problems"
	}
	return "Fix all: " + code
}

// fixAll completes an action that fixes all findings of a code, or of any code if it is "", and reports
// whether it is offered. Its edit is computed when the client resolves the action, or executes it as a
// command; or now, for a client that can do neither, or that asked for the kind of the
// action, as it does on saving: not every client waits for a command before it saves.
func (s *server) fixAll(ctx context.Context, v *view, code string, asked bool, action *protocol.CodeAction) bool {
	action.Title = fixAllTitle(code)
	switch {
	case s.client.resolvesEdit:
		action.Data = rawOf(resolveData{URI: string(v.spelling), Text: v.revision, Code: code})
		return true
	case s.client.Workspace.ApplyEdit && !asked:
		action.Command = protocol.Command{
			Title: action.Title, Command: commandFixAll,
			Arguments: []protocol.LSPAny{rawOf(commandArgument{URI: string(v.spelling), Text: v.revision, Code: code})},
		}
		return true
	}
	edits, err := s.fixAllEdits(ctx, v.doc, code)
	if err != nil || len(edits) == 0 {
		return false
	}
	action.Edit = s.workspaceEdit(v.snapshot, edits)
	return true
}

// largeFix is the size in bytes of a text from which fixing all of it reports progress:
// it takes a second or more.
const largeFix = 1 << 20

// fixAllEdits returns the edits that fix all findings of a code, or of any code.
func (s *server) fixAllEdits(ctx context.Context, doc *diagnostics.Document, code string) (edits []diagnostics.Edit, err error) {
	var keep func(*diagnostics.Diagnostic) bool
	if code != "" {
		keep = func(f *diagnostics.Diagnostic) bool { return f.Code == code }
	}
	if doc.Text().Len() >= largeFix {
		defer s.progress()()
	}
	err = diagnostics.Interruptible(ctx, func(i *diagnostics.Interrupt) { edits = doc.With(i).FixAll(keep) })
	return edits, err
}

// progress reports to the client that all of a large document is being fixed, if it supports that, until the
// returned function is called.
func (s *server) progress() (end func()) {
	if !s.client.Window.WorkDoneProgress {
		return func() {}
	}
	type work struct {
		Kind  string `json:"kind"`
		Title string `json:"title,omitempty"`
	}
	token := fmt.Sprintf("%s-work-%d", Name, s.works.Add(1))
	report := func(w work) { s.notify(protocol.MethodProgress, map[string]any{"token": token, "value": w}) }
	var mu sync.Mutex
	begun, ended := false, false
	s.request(protocol.MethodWindowWorkDoneProgressCreate, map[string]any{"token": token}, func(answer *response) {
		mu.Lock()
		defer mu.Unlock()
		if begun = answer.err == nil && !ended; begun {
			report(work{"begin", "Fixing all safe problems"})
		}
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if ended = true; begun {
			report(work{Kind: "end"})
		}
	}
}

// resolveCodeAction answers codeAction/resolve with the action and its edit.
func (s *server) resolveCodeAction(ctx context.Context, sn *snapshot, p *resolveParams[protocol.CodeAction]) (*protocol.CodeAction, error) {
	if p.data == nil {
		return &p.sent, nil
	}
	if sn == nil || sn.revision != p.data.Text {
		return nil, protocol.ErrContentModified
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	edits, err := s.fixAllEdits(ctx, doc, p.data.Code)
	if err != nil {
		return nil, err
	}
	p.sent.Edit = s.workspaceEdit(sn, edits)
	return &p.sent, nil
}
