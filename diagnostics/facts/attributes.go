package facts

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/syntax"
)

// AttributeArgument returns the name of the first attribute of an element that
// represents an argument of the call's tool, or "": the argument is missing as an
// element, or has another value.
func (c *Call) AttributeArgument(element xmlcall.ElementID) string {
	inside, ok := c.AttributesInside(element)
	if !ok || c.Tool == nil {
		return ""
	}
	b := c.Block
	parent := element
	if !inside {
		parent = b.Element(element).Parent()
	}
	for _, a := range b.Element(element).Attributes() {
		name := b.Slice(a.Name)
		if c.Tool.Open && c.Tool.Argument(name) != nil && c.Tool.Argument(name).Description == "" {
			continue // it accepts any name, and this one is not known
		}
		if !c.ReadsArgument(element, inside, name) {
			continue
		}
		if k, given := b.Child(parent, name); !given || strings.TrimSpace(b.Slice(b.Element(k).Content())) != strings.TrimSpace(b.Slice(a.Value)) {
			return name
		}
	}
	return ""
}

// AttributesInside reports whether the attributes of an element can only represent its
// children rather than arguments beside it. ok is false if they can represent neither.
func (c *Call) AttributesInside(element xmlcall.ElementID) (inside, ok bool) {
	at := c.ArgumentsElement()
	if at < 0 || element != at && !c.InArguments(element) {
		return false, false
	}
	known := c.Arguments()
	switch {
	case element == at:
		inside = true
	case known != nil:
		inside = known[element] != nil && !known[element].Kind.Scalar()
	default:
		inside = c.Block.Element(element).SelfClosing() || c.HasChildren(element)
	}
	return inside, inside || c.Block.Element(element).Parent() == at
}

// ReadsArgument reports whether the tool, if it is known, reads an element of
// the given name in an element, or beside it.
func (c *Call) ReadsArgument(element xmlcall.ElementID, inside bool, name string) bool {
	if strings.Contains(name, ":") || name == "xmlns" {
		return false
	}
	tool := c.Tool
	switch {
	case tool == nil:
		return true
	case inside && element != c.ArgumentsElement():
		return c.Arguments()[element].Child(name) != nil
	}
	return tool.Argument(name) != nil
}

// EndName returns the name that the end tag of an element has, or "" if there is none.
func (c *Call) EndName(element xmlcall.ElementID) string {
	e := c.Block.Element(element)
	if e.End().Len() == 0 {
		return ""
	}
	return syntax.LocalName(c.Block.Slice(c.Block.Tokens[e.Last()].Inner()))
}
