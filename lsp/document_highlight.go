package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// documentHighlight answers textDocument/documentHighlight: the names in the two tags of
// the element whose tag is at the position.
func (s *server) documentHighlight(v *view, at *ls.Place, _ *positionParams) ([]protocol.DocumentHighlight, error) {
	highlights := []protocol.DocumentHighlight{}
	names, _ := at.TagNames()
	for _, name := range names {
		highlights = append(highlights, protocol.DocumentHighlight{
			Range: v.rangeOf(name), Kind: protocol.DocumentHighlightKindText,
		})
	}
	return highlights, nil
}
