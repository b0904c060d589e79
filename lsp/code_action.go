package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type codeActionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        wireRange    `json:"range"`
	Context      struct {
		Only        []protocol.CodeActionKind      `json:"only"`
		TriggerKind protocol.CodeActionTriggerKind `json:"triggerKind"`
	} `json:"context"`
	WorkDoneToken protocol.LSPAny `json:"workDoneToken"`
}

func (p *codeActionParams) key() uri.URI { return p.TextDocument.key() }

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
func (s *server) codeAction(ctx context.Context, sn *snapshot, p *codeActionParams) ([]protocol.CommandOrCodeAction, error) {
	actions := []protocol.CommandOrCodeAction{}
	if sn == nil {
		return actions, nil // closed meanwhile
	}
	start, end, err := p.Range.span(sn.text(), s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}

	a := ls.ViewOf(doc, sn.path()).Actions(ctx)
	if p.wants(protocol.CodeActionKindQuickFix) {
		a.AddFixes(start, end)
	}
	if p.wants(protocol.CodeActionKindRefactorRewrite) {
		a.AddRewrites(start, end)
	}
	for i := range a.List {
		actions = s.appendAction(ctx, actions, sn, doc, &a.List[i])
	}
	asked := len(p.Context.Only) > 0 // and then it may apply the action without showing it
	if p.wants(fixAllKind) && s.offersFixAll(doc, asked) && (a.AnySafe || sn.anySafe(ctx, doc)) {
		actions = s.appendFixAll(withWork(ctx, p.WorkDoneToken), actions, sn, doc, "", asked, protocol.CodeAction{
			Kind: new(fixAllKind),
		})
	}
	return actions, ctx.Err()
}

// appendAction appends an action in the form for the client, if it supports that.
func (s *server) appendAction(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, doc *diagnostics.Document, a *ls.Action) []protocol.CommandOrCodeAction {
	action := protocol.CodeAction{Title: a.Title, Kind: new(protocol.CodeActionKindQuickFix)}
	for _, f := range a.Findings {
		action.Diagnostics = append(action.Diagnostics, s.diagnosticOf(sn, f.Diagnostic, func(span xmlcall.Span) protocol.Range {
			return s.rangeIn(sn, f.Place(span))
		}))
	}
	switch {
	case a.Kind == ls.FixKind:
		if !s.offersFixAll(doc, false) {
			return actions
		}
		return s.appendFixAll(ctx, actions, sn, doc, a.Code, false, action)
	case a.Kind == ls.DefineTool:
		action.Title = "Define this tool in .forge/tools.yaml"
		if action.Edit = s.definitionEdit(sn, a.Define); action.Edit == nil {
			return actions
		}
	case a.Suggested:
		action.Edit = s.suggestedEdit(sn, a.Edits, a.Title)
	default:
		action.Edit = s.workspaceEdit(sn, a.Edits)
	}
	if a.Kind == ls.Rewrite {
		*action.Kind = protocol.CodeActionKindRefactorRewrite
	}
	if a.Preferred {
		action.IsPreferred = new(true)
	}
	return append(actions, &action)
}

// anySafe reports whether fix-all would have an effect.
func (sn *snapshot) anySafe(ctx context.Context, doc *diagnostics.Document) bool {
	found := ls.NewFixAll(ctx, doc, sn.offered.Load())
	if ctx.Err() == nil {
		sn.offered.Store(found)
	}
	return found.Safe
}

// maxEager is the number of findings up to which fix-all is computed for a client
// that cannot ask for the edits later and did not ask for it alone.
const maxEager = 200

// offersFixAll reports whether fix-all is worth its cost to a client: it is computed
// immediately if it can neither be resolved nor be a command. asked reports whether the
// client requested it by its kind.
func (s *server) offersFixAll(doc *diagnostics.Document, asked bool) bool {
	if s.client.resolvesEdit || s.client.appliesEdits || asked {
		return true
	}
	n := 0
	for _, count := range doc.Count() {
		n += count
	}
	return n <= maxEager
}

// definitionEdit returns the edit that defines the tool of a call, or nil if no file can
// define it, or the client cannot create it.
func (s *server) definitionEdit(sn *snapshot, call *xmlcall.Block) *protocol.WorkspaceEdit {
	name, data, ok := s.workspace.Definitions(sn.path())
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
