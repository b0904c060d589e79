package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/ls"
)

// codeLens answers textDocument/codeLens: above each call that does not run as written its
// outcome, an action that fixes it, and one that shows what the tool receives; above each that
// changes a file one that shows the change. Intended bad examples and calls whose findings are
// suppressed have none.
func (s *server) codeLens(ctx context.Context, sn *snapshot, _ *documentParams) ([]protocol.CodeLens, error) {
	if sn == nil {
		return []protocol.CodeLens{}, nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	return s.lensesOf(ctx, sn, doc)
}

// lensesOf returns the lenses of a document.
func (s *server) lensesOf(ctx context.Context, sn *snapshot, doc *diagnostics.Document) ([]protocol.CodeLens, error) {
	lenses := []protocol.CodeLens{}
	for found := range ls.Lenses(doc) {
		if ctx.Err() != nil {
			break
		}
		l := callLenses{server: s, sn: sn, at: positionIn(sn.text(), found.Offset, s.client.encoding), offset: found.Offset}
		if found.Title != "" {
			lenses = append(lenses, l.problem(found.Title), l.received())
		}
		if found.Changes {
			lenses = append(lenses, l.lens("Show the change", commandShowChange))
		}
		if found.Fixes && s.client.appliesEdits {
			lenses = append(lenses, l.fix()) // last: it is resolved, and would shift what comes after it
		}
	}
	return lenses, ctx.Err()
}

// callLenses creates the lenses of a call.
type callLenses struct {
	*server
	sn     *snapshot
	at     protocol.Position
	offset int
}

func (l *callLenses) lens(title, command string) protocol.CodeLens {
	lens := protocol.CodeLens{Range: protocol.Range{Start: l.at, End: l.at}, Command: protocol.Command{Title: title, Command: command}}
	if command != "" {
		lens.Command.Arguments = commandArguments(l.sn, l.at)
	}
	return lens
}

// problem shows the outcome of the call and the number of findings. It leads to the first.
func (l *callLenses) problem(title string) protocol.CodeLens {
	command := ""
	if l.client.showsDocuments {
		command = commandShowProblem
	}
	return l.lens(title, command)
}

// received shows the values that the tool receives.
func (l *callLenses) received() protocol.CodeLens {
	return l.lens("Show what the tool receives", commandShowReceived)
}

// fix fixes the call. Whether that is possible is determined when the lens is resolved.
func (l *callLenses) fix() protocol.CodeLens {
	lens := protocol.CodeLens{Range: protocol.Range{Start: l.at, End: l.at}}
	if data, err := json.Marshal(lensData{string(l.sn.spelling), l.sn.revision, l.offset}); err == nil {
		lens.Data = data
	}
	return lens
}

// lensData is the data of a lens that fixes a call.
type lensData struct {
	URI  string `json:"uri"`
	Text uint64 `json:"text"` // the revision of the text for which the lens was created
	Call int    `json:"call"` // the byte offset of the call in the document
}

// lensParams is a lens to be resolved. Everything except the data is created again.
type lensParams struct {
	data lensData
	// lens is the lens as sent if it is complete: some clients resolve all lenses.
	lens *protocol.CodeLens
}

func (p *lensParams) key() uri.URI {
	if p.lens != nil {
		return "about:blank" // no document
	}
	return canonical(p.data.URI)
}

// UnmarshalJSON refuses values that are not lenses, and data that this server does not
// send.
func (p *lensParams) UnmarshalJSON(raw []byte) error {
	var lens protocol.CodeLens
	if err := protocol.Unmarshal(raw, &lens); err != nil {
		return err
	}
	if len(lens.Data) == 0 || string(lens.Data) == "null" {
		lens.Data = nil
		p.lens = &lens
		return complete(raw, &lens)
	}
	if err := json.Unmarshal(lens.Data, &p.data); err != nil || p.data.URI == "" {
		return errors.New("data: not from a code lens of this server")
	}
	return nil
}

// resolveCodeLens answers codeLens/resolve.
func (s *server) resolveCodeLens(ctx context.Context, sn *snapshot, p *lensParams) (*protocol.CodeLens, error) {
	if p.lens != nil {
		return p.lens, nil
	}
	if sn == nil || sn.revision != p.data.Text || p.data.Call < 0 || p.data.Call > sn.text().Len() {
		return nil, protocol.ErrContentModified
	}
	a, err := s.view(ctx, sn)
	if err != nil {
		return nil, err
	}
	l := callLenses{server: s, sn: sn, at: positionIn(sn.text(), p.data.Call, s.client.encoding), offset: p.data.Call}
	at := a.Place(p.data.Call)
	lens := l.lens(at.Suggestion(), "")
	if _, edits := at.Fix(); edits != nil {
		lens = l.lens("Fix all", commandFixCall)
	}
	return &lens, nil
}
