package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// hover answers textDocument/hover: the description of the element at the position, and of
// the rules of the findings there.
func (s *server) hover(v *view, at *ls.Place, _ *positionParams) (*protocol.Hover, error) {
	about, span, ok := at.Hover(s.client.markdownHover)
	if !ok {
		return nil, nil
	}
	where := v.rangeOf(span)
	return &protocol.Hover{Contents: contentOf(s.client.markdownHover, about), Range: &where}, nil
}
