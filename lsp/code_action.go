package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type codeActionParams struct {
	rangeParams
	Context struct {
		Only        []protocol.CodeActionKind      `json:"only"`
		TriggerKind protocol.CodeActionTriggerKind `json:"triggerKind"`
	} `json:"context"`
}

// wants reports whether the client asked for actions of a kind: for the kind itself, a
// parent of it, or for all. An editor that requests actions automatically, for a light
// bulb, has no use for one that concerns the whole file or any call: the bulb would
// appear on every line.
func (p *codeActionParams) wants(kind protocol.CodeActionKind) bool {
	if len(p.Context.Only) == 0 {
		return kind == protocol.CodeActionKindQuickFix || p.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic
	}
	return slices.ContainsFunc(p.Context.Only, func(only protocol.CodeActionKind) bool {
		return only == "" || kind == only || strings.HasPrefix(string(kind), string(only)+".")
	})
}

// codeAction answers textDocument/codeAction: for each finding that touches the range
// its fixes, then the fix for its whole call, then that for all findings of its kind,
// then the action that disables its rule; then other ways to write the call; and
// finally the action that applies all safe fixes of the file. It filters the findings
// of the snapshot and ignores the diagnostics that the client sends back.
func (s *server) codeAction(ctx context.Context, v *view, p *codeActionParams) ([]protocol.CommandOrCodeAction, error) {
	start, end, err := v.span(p.Range)
	if err != nil {
		return nil, err
	}
	a := v.Actions(ctx)
	if p.wants(protocol.CodeActionKindQuickFix) {
		a.AddFixes(start, end)
	}
	if p.wants(protocol.CodeActionKindRefactorRewrite) {
		a.AddRewrites(start, end)
	}
	if p.wants(fixAllKind) {
		a.AddFixAll()
	}
	actions := []protocol.CommandOrCodeAction{}
	asked := len(p.Context.Only) > 0 // and then it may apply the action that fixes all without showing it
	automatic := p.Context.TriggerKind == protocol.CodeActionTriggerKindAutomatic
	writing, isWriting := v.beingWritten(v.doc)
	for i := range a.List {
		if automatic && !asked && isWriting && !slices.ContainsFunc(a.List[i].Findings, func(f diagnostics.Finding) bool {
			return f.Call != writing.Index || !v.unfinished(&f, &writing)
		}) {
			continue // no light bulb about what is not shown
		}
		if action := s.action(ctx, v, &a.List[i], asked); action != nil {
			actions = append(actions, action)
		}
	}
	if isWriting && !automatic {
		if span := writing.Place(writing.Span); start <= span.End && end >= span.Start {
			s.finish(v.snapshot)
		}
	}
	return actions, ctx.Err()
}

// action returns an action in the form for the client, nil if it does not support that.
func (s *server) action(ctx context.Context, v *view, a *ls.Action, asked bool) *protocol.CodeAction {
	action := &protocol.CodeAction{Title: foreign.Line(a.Title), Kind: new(protocol.CodeActionKindQuickFix)}
	for _, f := range a.Findings {
		action.Diagnostics = append(action.Diagnostics, s.diagnosticOf(v.snapshot, &f))
	}
	switch {
	case a.Kind == ls.FixKind:
		if a.Code == "" {
			*action.Kind = fixAllKind
		}
		if !s.fixAll(ctx, v, a.Code, asked && a.Code == "", action) {
			return nil
		}
	case a.Kind == ls.DefineTool:
		action.Title = "Define this tool in .forge/tools.yaml"
		if action.Edit = s.definitionEdit(v.snapshot, a.Define); action.Edit == nil {
			return nil
		}
	default:
		action.Edit = s.workspaceEdit(v.snapshot, a.Edits)
	}
	if a.Kind == ls.Rewrite {
		*action.Kind = protocol.CodeActionKindRefactorRewrite
	}
	if a.Preferred {
		action.IsPreferred = new(true)
	}
	return action
}

// definitionEdit returns the edit that defines the tool of a call, or nil if no file can
// define it, or the client cannot create it.
func (s *server) definitionEdit(sn *snapshot, call *xmlcall.Block) *protocol.WorkspaceEdit {
	name, data, ok := s.Workspace.Definitions(sn.path())
	if !ok || data == nil && !s.client.createsFiles {
		return nil
	}
	target := &snapshot{spelling: uri.File(name), version: unknownVersion, pending: text.New(string(data)).Pending()}
	if open := s.documents.get(canonical(string(target.spelling))); open != nil {
		target = open // which may have changed
	}
	if target.text().Len() > toolspec.MaxSource {
		return nil
	}
	added, ok := toolspec.Define(name, []byte(target.text().String()), call)
	if !ok {
		return nil
	}
	end := xmlcall.Span{Start: target.text().Len(), End: target.text().Len()}
	edit := s.workspaceEdit(target, []diagnostics.Edit{{Span: end, Text: added}})
	if data == nil {
		create := &protocol.CreateFile{
			Kind: string(protocol.ResourceOperationKindCreate), URI: target.spelling,
			Options: &protocol.CreateFileOptions{IgnoreIfExists: new(true)},
		}
		edit.DocumentChanges = append([]protocol.DocumentChange{create}, edit.DocumentChanges...)
	}
	return edit
}

// unknownVersion is the version of a file that the client has not opened: one that does
// not occur in messages.
const unknownVersion = 1 << 40
