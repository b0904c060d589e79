package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// AttributeArgument returns the name of the first argument of the call's tool that an
// element holds in its attributes, or "". The tool reads elements and does not get it:
//
//	<parameter name="path">a.go</parameter>, <arg name="path" value="a.go"/>   see [Call.NamedBy]
//	<path value="a.go"/>                                                       see [Call.ValueAttribute]
//	<arguments path="a.go">, <content path="a.go">…</content>
//
// An argument that is also given as an element of the same value is not lost.
func (c *Call) AttributeArgument(element xmlcall.ElementID) string {
	if c.Tool == nil {
		return ""
	}
	if name := c.NamedBy(element); name != "" {
		return name
	}
	if _, ok := c.ValueAttribute(element); ok {
		return c.Block.Element(element).Local()
	}
	inside, ok := c.AttributesInside(element)
	if !ok {
		return ""
	}
	parent := element
	if !inside {
		parent = c.Block.Element(element).Parent()
	}
	for _, a := range c.Block.Element(element).Attributes() {
		name := c.Block.Slice(a.Name)
		if !c.acceptsAny(name) && c.ReadsAttribute(element, inside, a) && !c.given(parent, name, a.Value) {
			return name
		}
	}
	return ""
}

// given reports whether an element has a child of the given name and value.
func (c *Call) given(parent xmlcall.ElementID, name string, value xmlcall.Span) bool {
	k, ok := c.Block.Child(parent, name)
	return ok && strings.TrimSpace(c.Block.Slice(c.Block.Element(k).Content())) == strings.TrimSpace(c.Block.Slice(value))
}

// acceptsAny reports whether the tool accepts arguments of any name, and does not know this one.
func (c *Call) acceptsAny(name string) bool {
	return c.Tool.Open && c.Tool.Argument(name) != nil && c.Tool.Argument(name).Description == ""
}

// A Named is an argument that an element names in an attribute.
type Named struct {
	Name  string
	Value xmlcall.Span // the content of the element, or of its attribute
	// InAttribute reports whether the value is in an attribute, and Only whether the element
	// has nothing else.
	InAttribute, Only bool
}

// NamedIn returns the argument that an element such as <parameter name="path">a.go</parameter>
// or <arg name="path" value="a.go"/> names. ok is false for an element without a name and a
// value.
func NamedIn(b *xmlcall.Block, element xmlcall.ElementID) (n Named, ok bool) {
	e := b.Element(element)
	n.Value, n.Only = e.Content(), true
	for _, a := range e.Attributes() {
		switch name := b.Slice(a.Name); {
		case n.Name == "" && (name == "name" || name == "key"):
			n.Name = b.Slice(a.Value)
		case name == "value" && !n.InAttribute && strings.TrimSpace(b.Slice(e.Content())) == "":
			n.Value, n.InAttribute = a.Value, true
		default:
			n.Only = false
		}
	}
	return n, n.Name != "" && !e.Unclosed() && (n.InAttribute || !e.SelfClosing())
}

// NamedBy returns the name of the argument that an element such as <parameter name="path">
// represents, or "".
func (c *Call) NamedBy(element xmlcall.ElementID) string {
	n, ok := NamedIn(c.Block, element)
	if !ok || c.Tool == nil {
		return ""
	}
	b, known := c.Block, c.Arguments()
	e := b.Element(element)
	var a *toolspec.Argument
	parent := e.Parent()
	switch {
	case known != nil && known[element] != nil || parent == xmlcall.NoElement:
		return ""
	case parent == b.Envelope() && !forge.InEnvelope(e.Local()) && !c.acceptsAny(n.Name):
		a, parent = c.Tool.Argument(n.Name), c.ArgumentsElement()
	case parent == c.ArgumentsElement():
		a = c.Tool.Argument(n.Name)
	case known != nil && known[parent] != nil:
		a = known[parent].Child(n.Name)
	}
	if a == nil || c.given(parent, n.Name, n.Value) {
		return ""
	}
	return n.Name
}

// ValueAttribute returns the attribute that holds the value of an argument: <path value="a.go"/>.
// ok is false if the element has content, or another argument has the attribute's name.
func (c *Call) ValueAttribute(element xmlcall.ElementID) (value xmlcall.Span, ok bool) {
	known := c.Arguments()
	if known == nil || known[element] == nil || !known[element].Kind.Scalar() {
		return xmlcall.Span{}, false
	}
	return ValueIn(c.Block, element)
}

// ValueIn returns the attribute that holds the value of an element without content.
func ValueIn(b *xmlcall.Block, element xmlcall.ElementID) (value xmlcall.Span, ok bool) {
	e := b.Element(element)
	for _, a := range e.Attributes() {
		if b.Slice(a.Name) == "value" && a.Value.Len() > 0 {
			return a.Value, strings.TrimSpace(b.Slice(e.Content())) == "" && !e.Unclosed()
		}
	}
	return xmlcall.Span{}, false
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

// ReadsAttribute reports whether the tool, if it is known, reads an element of the name of an
// attribute: in the element that has the attribute, or beside it. The name of the element itself, as in
// <path name="path">, is no value.
func (c *Call) ReadsAttribute(element xmlcall.ElementID, inside bool, attribute xmlcall.Attribute) bool {
	name := c.Block.Slice(attribute.Name)
	if strings.Contains(name, ":") || name == "xmlns" || name == "name" && c.Block.Slice(attribute.Value) == c.Block.Element(element).Local() {
		return false
	}
	if c.Tool == nil {
		return true
	}
	a := c.Tool.Argument(name)
	if inside && element != c.ArgumentsElement() {
		a = c.Arguments()[element].Child(name)
	}
	return a != nil && (len(a.Enum) == 0 || slices.Contains(a.Enum, strings.TrimSpace(c.attributeText(attribute.Value))))
}

// attributeText returns the value of an attribute with its references decoded.
func (c *Call) attributeText(value xmlcall.Span) string {
	return xmlcall.ParseAt("<tool><x>"+c.Block.Slice(value)+"</x></tool>", 0).Element(1).Text()
}

// AsElement returns the element that has the value of an attribute. A ">" in it may end what
// looks like a CDATA section.
func AsElement(name, value string) string {
	return "<" + name + ">" + strings.ReplaceAll(value, ">", "&gt;") + "</" + name + ">"
}

// HasAttribute reports whether an element has an attribute with a name.
func (c *Call) HasAttribute(element xmlcall.ElementID, name string) bool {
	return slices.ContainsFunc(c.Block.Element(element).Attributes(), func(a xmlcall.Attribute) bool {
		return c.Block.Slice(a.Name) == name
	})
}

// EndName returns the name that the end tag of an element has, or "" if there is none.
func (c *Call) EndName(element xmlcall.ElementID) string {
	e := c.Block.Element(element)
	if e.End().Len() == 0 {
		return ""
	}
	return lex.Local(c.Block.Slice(c.Block.Tokens[e.Last()].Inner()))
}
