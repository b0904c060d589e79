package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// documentHighlight answers textDocument/documentHighlight: the names in the two tags of
// the element whose tag is at the position.
func (s *server) documentHighlight(ctx context.Context, sn *snapshot, p *positionParams) ([]protocol.DocumentHighlight, error) {
	highlights := []protocol.DocumentHighlight{}
	if sn == nil {
		return highlights, nil // closed meanwhile
	}
	at, err := s.place(ctx, sn, p.Position)
	if err != nil {
		return nil, err
	}
	names, _ := at.TagNames()
	for _, name := range names {
		highlights = append(highlights, protocol.DocumentHighlight{
			Range: s.rangeIn(sn, name), Kind: protocol.DocumentHighlightKindText,
		})
	}
	return highlights, nil
}
