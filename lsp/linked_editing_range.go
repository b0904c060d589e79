package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// linkedEditingRange answers textDocument/linkedEditingRange: the names in the two tags of
// the element whose tag is at the position, if they are equal. Only such a pair can be
// edited together.
func (s *server) linkedEditingRange(_ context.Context, at *place) (*protocol.LinkedEditingRanges, error) {
	names := at.tagNames()
	if len(names) != 2 || at.block.Slice(names[0]) != at.block.Slice(names[1]) {
		return nil, nil
	}
	return &protocol.LinkedEditingRanges{
		Ranges: []protocol.Range{at.rangeOf(names[0]), at.rangeOf(names[1])},
		// The letters allowed in the name of an element. Other text, such as the blank
		// before an attribute, is not typed into the other tag.
		WordPattern: new(`[\w:.\-\u00B7-\uFFFD]+`),
	}, nil
}
