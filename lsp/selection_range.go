package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

type selectionRangeParams struct {
	TextDocument textDocument   `json:"textDocument"`
	Positions    []wirePosition `json:"positions"`
}

func (p *selectionRangeParams) key() uri.URI { return p.TextDocument.key() }

// selectionRange answers textDocument/selectionRange: for each position the reference or
// the name of a tag there, the text, section or tag that it is in, the value of the
// element around, the element with its tags, and so on to the call.
func (s *server) selectionRange(ctx context.Context, sn *snapshot, p *selectionRangeParams) ([]protocol.SelectionRange, error) {
	answer := make([]protocol.SelectionRange, 0, len(p.Positions))
	if sn == nil {
		return answer, nil // closed meanwhile
	}
	for _, position := range p.Positions {
		at, err := s.place(ctx, sn, position)
		if err != nil {
			return nil, err
		}
		var chain *protocol.SelectionRange // outermost first
		for _, span := range at.Enclosing() {
			r := s.rangeIn(sn, span)
			if chain == nil || chain.Range != r {
				chain = &protocol.SelectionRange{Range: r, Parent: chain}
			}
		}
		if chain == nil { // the protocol requires one for each position
			here := positionIn(sn.text, at.Offset(), s.client.encoding)
			chain = &protocol.SelectionRange{Range: protocol.Range{Start: here, End: here}}
		}
		answer = append(answer, *chain)
	}
	return answer, ctx.Err()
}
