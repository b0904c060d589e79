package ls

import "github.com/entrhq/forge-lsp/xmlcall"

// Enclosing returns the spans in the document of the parts of the call that contain the place,
// outermost first, each inside the previous one: the call, and for each element around the place
// with its tags and its value, then the text, section or tag, and the reference or the name there.
func (p *Place) Enclosing() []xmlcall.Span {
	spans := p.enclosing()
	for i, span := range spans {
		spans[i] = p.inDocument(span)
	}
	return spans
}

// enclosing returns these spans of the block.
func (p *Place) enclosing() []xmlcall.Span {
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
