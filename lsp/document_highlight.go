package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/syntax"
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
	for _, name := range at.tagNames() {
		highlights = append(highlights, protocol.DocumentHighlight{
			Range: at.rangeOf(name), Kind: protocol.DocumentHighlightKindText,
		})
	}
	return highlights, nil
}

// tagNames returns the places of the name in the tags of the element whose start or end
// tag the place has: two, or one where it has no end tag; none elsewhere.
func (p *place) tagNames() []xmlcall.Span {
	if p.element == xmlcall.NoElement {
		return nil
	}
	element := p.block.Element(p.element)
	in := func(tag xmlcall.Span) bool { return tag.Start < p.at && p.at < tag.End }
	if !in(element.Start()) && !in(element.End()) {
		return nil
	}
	var names []xmlcall.Span
	for _, tag := range []xmlcall.Span{element.Start(), element.End()} {
		if name, ok := syntax.TagName(p.block.Text, tag.Start+1); ok && tag.Len() > 0 {
			names = append(names, name)
		}
	}
	return names
}
