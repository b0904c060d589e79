package call

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// tags corrects the tags of the call's structure. Those in a value are part of its text.
func (c *stage) tags() {
	b := c.Block
	for _, p := range b.Problems {
		_, inValue := c.scalarAround(p.Span) // see contents
		if inValue || c.cut.content.Contains(p.Span) || c.claims(p.Span) || p.Kind == xmlcall.CorruptedCDATA || p.Kind == xmlcall.CallEndInContent || c.inHole(p.Span) {
			continue
		}
		c.structural = true
		if why := c.tag(p); why != "" {
			c.doubtAt(p.Element, why)
		}
	}
}

// tag corrects one problem of the structure. It returns the reason for a doubt, or "".
func (c *stage) tag(p xmlcall.Problem) (why string) {
	b := c.Block
	switch p.Kind {
	case xmlcall.UnclosedElement:
		e, found := c.elementWith(p.Span)
		at, ok := p.At()
		if !found || !ok {
			return notClosed
		}
		switch why := c.unclosed(e, at); {
		case why != "":
			c.doubtAt(e, why)
		case c.endsInStrayTag(e, at):
			c.later = append(c.later, e)
		default:
			c.insert(at, p.Want)
		}
	case xmlcall.MismatchedEndTag:
		e, ok := c.elementWith(p.Span)
		if !ok {
			return "wrong end tag"
		}
		if rest := c.text[p.Span.End:]; e != b.Envelope() && strings.TrimSpace(rest) == "" && !strings.HasSuffix(b.Slice(p.Span), ">") {
			return callCutOff
		}
		if why := c.wrongEnd(e, p); why != "" {
			c.doubtAt(e, why)
		} else {
			c.replace(p.Span, "</"+p.Want+">")
		}
	case xmlcall.UnrecognizedTag:
		given := attributesOf(b.Slice(p.Span))
		if !c.has(b.Envelope(), "tool_name") && len(given) == 1 && EnvelopeAliases[given[0].name] == "tool_name" && c.Tools.Find("", given[0].value) != nil {
			c.replace(p.Span, p.Want+"<tool_name>"+given[0].value+"</tool_name>")
			return ""
		}
		for _, a := range given {
			if c.readsIn(b.Envelope(), a.name) {
				return "attribute that may be an argument"
			}
		}
		c.replace(p.Span, p.Want)
	case xmlcall.UnclosedCall:
		return c.unclosedCall(p)
	case xmlcall.InvalidAttribute:
		name, _, _ := strings.Cut(b.Slice(p.Span), "=")
		if parent := b.Element(p.Element).Parent(); parent != xmlcall.NoElement && !c.isContainer(parent) || parent == c.arguments && c.Tool != nil && c.Argument(p.Element) == nil {
			return "attribute"
		}
		if !strings.Contains(b.Slice(p.Span), "=") && c.Scalar(p.Element) == p.Element {
			return "attribute that may be the value"
		}
		if c.readsIn(p.Element, strings.TrimSpace(name)) {
			return "attribute that may be an argument"
		}
		start := len(strings.TrimRight(c.text[:p.Span.Start], " \t\r\n"))
		c.replace(xmlcall.Span{Start: start, End: p.Span.End}, "")
	case xmlcall.InvalidComment:
		t, ok := c.TokenAt(p.Span.Start)
		inText := ok && !strings.HasSuffix(strings.TrimRight(c.text[:t.Span().Start], blanks), ">")
		if b.Slice(p.Span) == "<!--" || !c.isContainer(p.Element) || inText {
			return "comment"
		}
		c.replace(p.Span, "-")
	case xmlcall.InvalidDeclaration:
		if p.Element != c.arguments && p.Element != b.Envelope() {
			return "declaration"
		}
		c.replace(p.Span, "")
	case xmlcall.BareAmpersand, xmlcall.UnknownEntity, xmlcall.UnterminatedReference:
		if !c.inTagOrComment(p.Span) {
			return "text outside of values"
		}
		c.replace(xmlcall.Span{Start: p.Span.Start, End: p.Span.Start + 1}, "&amp;")
	default:
		return "text outside of values"
	}
	return ""
}

// attributesOf returns the attributes in a tag that the parser does not take for one.
func attributesOf(tag string) (list []struct{ name, value string }) {
	_, end := tagName(tag[1:])
	b := xmlcall.ParseAt("<tool><x"+strings.TrimRight(tag[1+end:], "/>")+"/></tool>", 0)
	for _, a := range b.Element(1).Attributes() {
		list = append(list, struct{ name, value string }{b.Slice(a.Name), b.Slice(a.Value)})
	}
	return list
}

// elementWith returns the element whose start tag, or whose end tag, is at a span.
func (c *stage) elementWith(tag xmlcall.Span) (id xmlcall.ElementID, ok bool) {
	for i, e := range c.Block.Elements() {
		if e.Start() == tag || e.End() == tag {
			return i, true
		}
	}
	return xmlcall.NoElement, false
}

// inTagOrComment reports whether a span is part of a tag, a comment or the like.
func (c *stage) inTagOrComment(span xmlcall.Span) bool {
	t, ok := c.TokenAt(span.Start)
	return ok && t.Kind() != xmlcall.Text && t.Kind() != xmlcall.CDATA && t.Span().Contains(span)
}

// readsIn reports whether the tool may read an element of the given name in an element, or beside it.
func (c *stage) readsIn(element xmlcall.ElementID, name string) bool {
	if c.Tool == nil {
		return true
	}
	if element == c.Block.Envelope() {
		return name == "name" || name == "tool" || name == "tool_name" || c.Tool.Argument(name) != nil
	}
	return c.toolNames()[name] || (name == "name" || name == "value") && WrapsValue(c.Block.Element(element).Local())
}
