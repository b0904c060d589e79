package ls

import (
	"cmp"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// OnType returns the edit of the document after a '>' or a line end before the cursor: after a start tag of
// a call it inserts the end tag, and in a CDATA section it splits the section if "]]>"
// would end it early, so that the value keeps it. It returns nil if there is none.
func (c *Completer) OnType(around View) *diagnostics.Edit {
	if c.read(); !c.enter(around) || c.block == nil {
		return nil
	}
	edit := cmp.Or(c.splitSection(), c.closeElement(), c.openLine())
	if edit == nil {
		return nil
	}
	written, ok := c.inDocument(*edit)
	if !ok {
		return nil
	}
	return &written
}

// splitSection returns the edit that splits the CDATA section that contains the cursor,
// or nil if the "]]>" before the cursor is its end.
func (c *Completer) splitSection() *diagnostics.Edit {
	at := c.at - c.block.Span.Start // in the text of rest
	for _, problem := range c.rest.Problems {
		if problem.Kind == xmlcall.CDATAEndsEarly && problem.Span.End == at {
			return &diagnostics.Edit{Span: xmlcall.Span{Start: c.at - 1, End: c.at - 1}, Text: "]]><![CDATA["}
		}
	}
	return nil
}

// closeElement returns the edit that inserts the end tag of the element whose start tag ends
// at the cursor, or nil if there is none, or the element has an end.
func (c *Completer) closeElement() *diagnostics.Edit {
	e := c.block.Element(c.open)
	if e.Start().End != c.at || e.SelfClosing() || c.hasEndTag(e) || !c.takesElement(e) {
		return nil
	}
	return &diagnostics.Edit{Span: xmlcall.Span{Start: c.at, End: c.at}, Text: "</" + e.Name() + ">"}
}

// openLine returns the edit that moves the end tag at the cursor to the next line, after a line end between the tags of
// an element with elements: they are written between the two. It returns nil if there is none.
func (c *Completer) openLine() *diagnostics.Edit {
	e := c.block.Element(c.open)
	between := c.text[e.Start().End:c.at]
	lineEnd := strings.TrimLeft(between[:strings.IndexByte(between, '\n')+1], " \t")
	if lineEnd == "" || strings.TrimSpace(between) != "" || !strings.HasPrefix(c.text[c.at:], "</"+e.Name()+">") || !c.isStructure(c.open) {
		return nil
	}
	return &diagnostics.Edit{Span: xmlcall.Span{Start: c.at, End: c.at}, Text: lineEnd + c.lead(e.Start().Start).nextLine()}
}

// hasEndTag reports whether an open element has its end tag after the cursor. Without one
// the parser may treat it as text rather than as an element.
func (c *Completer) hasEndTag(e xmlcall.Element) bool {
	for _, other := range c.rest.Elements() {
		if other.Start().Start == e.Start().Start-c.block.Span.Start {
			return other.End().Len() > 0
		}
	}
	return false
}

// takesElement reports whether an element belongs to the structure of the call rather than
// being markup in a value.
func (c *Completer) takesElement(e xmlcall.Element) bool {
	parent := e.Parent()
	switch {
	case parent == xmlcall.NoElement: // <tool> in a sentence may be a mention
		return c.lead(c.block.Span.Start).rest == "" && c.lineEnds() && !c.isBegun()
	case parent == c.block.Envelope():
		return forge.InEnvelope(e.Local())
	case pathOf(c.block, parent) == nil && !isArguments(c.block, parent):
		return false
	}
	if a := argument(c.tool, c.block, parent); a != nil && a.Kind.Scalar() {
		return false
	}
	return strings.Trim(c.block.Element(parent).Text(), " \t\r\n>") == "" // the marks of a block quote are not text
}
