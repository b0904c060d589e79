package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// linkedEditingRange answers textDocument/linkedEditingRange: the names in the two tags of
// the element whose tag is at the position, if they are equal. Only such a pair can be
// edited together.
func (s *server) linkedEditingRange(v *view, at *ls.Place, _ *positionParams) (*protocol.LinkedEditingRanges, error) {
	names, equal := at.TagNames()
	if !equal {
		return nil, nil
	}
	return &protocol.LinkedEditingRanges{
		Ranges: []protocol.Range{v.rangeOf(names[0]), v.rangeOf(names[1])},
		// The letters allowed in the name of an element. Other text, such as the blank
		// before an attribute, is not typed into the other tag.
		WordPattern: new(`[\w:.\-\u00B7-\uFFFD]+`),
	}, nil
}
