package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// fixAllData is the data of an action whose edit is not computed yet.
type fixAllData struct {
	URI string `json:"uri"`
	// Text is the revision of the text that the action was offered for.
	Text uint64 `json:"text"`
	// Code is the code of the findings to fix, "" for all.
	Code string `json:"code,omitempty"`
}

// resolveParams is a code action as it was sent, member by member: a client
// gets back what it asked with, whatever it has added.
type resolveParams map[string]protocol.LSPAny

// data returns the data of the action; it is zero if there is none of ours.
func (p *resolveParams) data() (data fixAllData) {
	if json.Unmarshal((*p)["data"], &data) != nil {
		return fixAllData{}
	}
	return data
}

func (p *resolveParams) key() uri.URI { return canonical(p.data().URI) }

// appendFixAll appends an action that fixes all findings of a code, or of any
// if code is "". Its edit is computed when the client resolves the action,
// or now if it never does.
func (s *server) appendFixAll(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, doc *diagnostics.Document, code string, action protocol.CodeAction) []protocol.CommandOrCodeAction {
	if s.client.resolvesEdit {
		data, err := json.Marshal(fixAllData{URI: string(sn.spelling), Text: sn.revision, Code: code})
		if err != nil {
			return actions
		}
		action.Data = data
		return append(actions, &action)
	}
	if ctx.Err() != nil {
		return actions
	}
	edits, err := fixAllEdits(ctx, doc, code)
	if err != nil || len(edits) == 0 {
		return actions
	}
	action.Edit = s.workspaceEdit(sn, edits)
	return append(actions, &action)
}

// fixAllEdits returns the edits that fix all findings of a code, or of any.
func fixAllEdits(ctx context.Context, doc *diagnostics.Document, code string) (edits []diagnostics.Edit, err error) {
	var keep func(*diagnostics.Finding) bool
	if code != "" {
		keep = func(f *diagnostics.Finding) bool { return f.Code == code }
	}
	err = diagnostics.Interruptible(ctx, func(i *diagnostics.Interrupt) { edits = doc.With(i).FixAll(keep) })
	return edits, err
}

// resolveCodeAction answers codeAction/resolve with the action and its edit.
func (s *server) resolveCodeAction(ctx context.Context, sn *snapshot, p *resolveParams) (resolveParams, error) {
	data := p.data()
	if data.URI == "" {
		return *p, nil // complete as it was sent
	}
	if sn == nil || sn.revision != data.Text {
		return nil, protocol.ErrContentModified
	}
	doc, err := sn.analysis(ctx)
	if err != nil {
		return nil, err
	}
	edits, err := fixAllEdits(ctx, doc, data.Code)
	if err != nil {
		return nil, err
	}
	edit, err := protocol.Marshal(s.workspaceEdit(sn, edits))
	if err != nil {
		return nil, fmt.Errorf("encoding the edit: %w", err)
	}
	(*p)["edit"] = edit
	return *p, nil
}

// invalid returns the error for parameters that cannot be right.
func invalid(err error) error {
	return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
}
