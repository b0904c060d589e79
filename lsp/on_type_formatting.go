package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/ls"
)

type onTypeParams struct {
	positionParams
	Ch string `json:"ch"`
}

func (p *onTypeParams) key() uri.URI { return p.positionParams.key() }

// onTypeTrigger is the character that [server.onTypeFormatting] acts on.
const onTypeTrigger = ">"

// onTypeFormatting answers textDocument/onTypeFormatting after a '>': after a start tag of
// a call it inserts the end tag, and in a CDATA section it splits the section if "]]>"
// would end it early, so that the value keeps it.
func (s *server) onTypeFormatting(ctx context.Context, sn *snapshot, p *onTypeParams) ([]protocol.TextEdit, error) {
	edits := []protocol.TextEdit{}
	if sn == nil {
		return edits, nil // closed meanwhile
	}
	offset, err := p.Position.in(sn.text(), s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	if p.Ch != onTypeTrigger || offset == 0 || sn.text().Slice(offset-1, offset) != onTypeTrigger {
		return edits, nil
	}
	around, err := s.view(ctx, sn)
	if err != nil || sn.ignored {
		return edits, err
	}
	c := &ls.Completer{Text: sn.text(), Offset: offset}
	edit, isTag := c.OnType(around)
	switch {
	case edit == nil:
		return edits, nil
	case isTag && s.client.snippetEdits:
		// Editors move a cursor to the end of text that is inserted at it, except for a
		// snippet.
		s.request(protocol.MethodWorkspaceApplyEdit, &protocol.ApplyWorkspaceEditParams{
			Label: new("Close the element"), Edit: *s.snippetEdit(sn, *edit),
		}, nil)
		return edits, nil
	}
	return []protocol.TextEdit{{Range: s.rangeIn(sn, edit.Span), NewText: edit.Text}}, nil
}
