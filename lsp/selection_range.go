package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/xmlcall"
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
		for _, span := range at.enclosing() {
			r := at.rangeOf(span)
			if chain == nil || chain.Range != r {
				chain = &protocol.SelectionRange{Range: r, Parent: chain}
			}
		}
		if chain == nil { // the protocol requires one for each position
			here := positionIn(sn.text, at.offset, s.client.encoding)
			chain = &protocol.SelectionRange{Range: protocol.Range{Start: here, End: here}}
		}
		answer = append(answer, *chain)
	}
	return answer, ctx.Err()
}

// enclosing returns the spans of the call that contain the place, outermost first, each
// inside the previous one.
func (p *place) enclosing() []xmlcall.Span {
	if p.call == nil {
		return nil
	}
	spans := []xmlcall.Span{p.block.Span}
	add := func(s xmlcall.Span) {
		if last := spans[len(spans)-1]; s != last && last.Contains(s) && s.Start <= p.at && p.at <= s.End {
			spans = append(spans, s)
		}
	}
	var path []xmlcall.ElementID // innermost first
	for id := p.element; id != xmlcall.NoElement; id = p.block.Element(id).Parent() {
		path = append(path, id)
	}
	for i := len(path) - 1; i >= 0; i-- {
		element := p.block.Element(path[i])
		add(element.Span())
		add(element.Content())
	}
	if len(p.block.Tokens) == 0 {
		return spans
	}
	token := p.block.Tokens[p.token]
	add(token.Span())
	add(token.Inner())
	for _, name := range p.tagNames() {
		add(name)
	}
	for ref := range p.block.References(token) {
		add(ref.Span)
	}
	return spans
}
