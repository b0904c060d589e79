package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// fixAllData is the data of an action whose edit is not computed yet.
type fixAllData struct {
	URI string `json:"uri"`
	// Text is the revision of the text for which the action was offered.
	Text uint64 `json:"text"`
	// Code is the code of the findings to fix, or "" for all.
	Code string `json:"code,omitempty"`
}

// resolveParams is a code action to be resolved.
type resolveParams struct {
	action protocol.CodeAction
	// data is nil for an action that was sent complete. Some clients resolve all
	// actions.
	data *fixAllData
}

func (p *resolveParams) key() uri.URI {
	if p.data == nil {
		return "about:blank" // no document
	}
	return canonical(p.data.URI)
}

// UnmarshalJSON refuses values that are not code actions, or have data that this server
// does not send: they would otherwise be sent back.
func (p *resolveParams) UnmarshalJSON(raw []byte) error {
	if err := protocol.Unmarshal(raw, &p.action); err != nil {
		return err
	}
	if err := wellFormed(raw, &p.action); err != nil {
		return err
	}
	if len(p.action.Data) == 0 || string(p.action.Data) == "null" {
		p.action.Data = nil
		return nil
	}
	p.data = new(fixAllData)
	if err := json.Unmarshal(p.action.Data, p.data); err != nil || p.data.URI == "" {
		return errors.New("data: not from a code action of this server")
	}
	return nil
}

// wellFormed checks what the generated decoder does not check in a code action: that it
// has all required members, and values of enumerations.
func wellFormed(raw []byte, action *protocol.CodeAction) error {
	if err := complete(raw, action); err != nil {
		return err
	}
	if action.Edit != nil && slices.Contains(action.Edit.DocumentChanges, nil) {
		return errors.New("documentChanges: null")
	}
	if slices.ContainsFunc(action.Tags, func(t protocol.CodeActionTag) bool { return t != protocol.CodeActionTagLLMGenerated }) {
		return errors.New("unknown tag of a code action")
	}
	for _, d := range action.Diagnostics {
		if d.Severity > protocol.DiagnosticSeverityHint {
			return errors.New("unknown severity of a diagnostic")
		}
		for _, t := range d.Tags.Slice() {
			if t != protocol.DiagnosticTagUnnecessary && t != protocol.DiagnosticTagDeprecated {
				return errors.New("unknown tag of a diagnostic")
			}
		}
	}
	return nil
}

// complete checks that a value has all required members, with the types that they have in
// the value decoded from it.
func complete(raw []byte, decoded any) error {
	encoded, err := protocol.Marshal(decoded)
	if err != nil {
		return err
	}
	var sent, should any
	if err := errors.Join(json.Unmarshal(raw, &sent), json.Unmarshal(encoded, &should)); err != nil {
		return err
	}
	if why := differs(sent, should); why != "" {
		return errors.New(why)
	}
	return nil
}

// differs describes what is wrong with a value, by comparing it with its encoding: the
// encoder writes all members that are not optional, and null for one that matches none
// of several types. It returns "" if nothing is wrong.
func differs(sent, encoded any) string {
	switch encoded := encoded.(type) {
	case nil:
		if sent != nil {
			return "a value of an unknown type"
		}
	case map[string]any:
		object, _ := sent.(map[string]any)
		for name, value := range encoded {
			if _, ok := object[name]; !ok {
				return name + " is missing"
			}
			if why := differs(object[name], value); why != "" {
				return why
			}
		}
	case []any:
		items, _ := sent.([]any)
		for i, value := range encoded[:min(len(encoded), len(items))] {
			if why := differs(items[i], value); why != "" {
				return why
			}
		}
	}
	return ""
}

// fixAllTitle is the title of the action that fixes all findings of a code, or of any code
// if it is "".
func fixAllTitle(code string) string {
	if code == "" {
		return "Fix all safe problems"
	}
	return "Fix all: " + code
}

// appendFixAll appends an action that fixes all findings of a code, or of any code if
// it is "". Its edit is computed when the client resolves the action, or executes it as a
// command; or now, for a client that can do neither, or that asked for the kind of the
// action, as it does on saving: not every client waits for a command before it saves.
func (s *server) appendFixAll(ctx context.Context, actions []protocol.CommandOrCodeAction, sn *snapshot, doc *diagnostics.Document, code string, asked bool, action protocol.CodeAction) []protocol.CommandOrCodeAction {
	action.Title = fixAllTitle(code)
	if s.client.resolvesEdit {
		data, err := json.Marshal(fixAllData{URI: string(sn.spelling), Text: sn.revision, Code: code})
		if err != nil {
			return actions
		}
		action.Data = data
		return append(actions, &action)
	}
	if s.client.appliesEdits && !asked {
		action.Command = protocol.Command{
			Title: action.Title, Command: commandFixAll,
			Arguments: commandArgument{URI: string(sn.spelling), Text: sn.revision, Code: code}.list(),
		}
		return append(actions, &action)
	}
	if ctx.Err() != nil {
		return actions
	}
	edits, err := s.fixAllEdits(ctx, doc, code)
	if err != nil || len(edits) == 0 {
		return actions
	}
	action.Edit = s.workspaceEdit(sn, edits)
	return append(actions, &action)
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
		work := s.progress(workToken(ctx))
		defer work.end()
	}
	err = diagnostics.Interruptible(ctx, func(i *diagnostics.Interrupt) { edits = doc.With(i).FixAll(keep) })
	return edits, err
}

// resolveCodeAction answers codeAction/resolve with the action and its edit.
func (s *server) resolveCodeAction(ctx context.Context, sn *snapshot, p *resolveParams) (*protocol.CodeAction, error) {
	if p.data == nil {
		return &p.action, nil
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
	p.action.Edit = s.workspaceEdit(sn, edits)
	return &p.action, nil
}
