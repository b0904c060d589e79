package ls

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Link returns the path that the place is in; "" if it is not in one.
func (p *Place) Link() string {
	if p.call == nil || p.element == xmlcall.NoElement {
		return ""
	}
	e, a := p.block.Element(p.element), argument(p.tool, p.block, p.element)
	if a == nil || !a.HoldsPath() || e.HasChildren() || e.Content().Len() == 0 {
		return ""
	}
	path, span := strings.TrimSpace(e.Text()), e.Content()
	if inner := p.block.Tokens[e.First()+1]; inner.Kind() == xmlcall.CDATA && inner.Span() == span {
		span = inner.Inner()
	}
	span = syntax.Trim(p.block.Text, span)
	if strings.ContainsAny(path, "\r\n") || p.at < span.Start || p.at > span.End {
		return ""
	}
	return path
}
