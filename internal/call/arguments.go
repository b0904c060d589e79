package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Arguments in the notation of other formats: in attributes, and in elements around them.

// AttributeArgument returns the name of the first argument of the call's tool that an element holds in its
// attributes, or "". The tool reads elements and does not get it:
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
	e := c.Block.Element(element)
	if name := c.NamedBy(element); name != "" {
		return name
	}
	if _, ok := c.ValueAttribute(element); ok {
		return e.Local()
	}
	inside, ok := c.AttributesInside(element)
	if !ok {
		return ""
	}
	parent := element
	if !inside {
		parent = e.Parent()
	}
	for _, a := range e.Attributes() {
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
	a := c.Tool.Argument(name)
	return c.Tool.Open && a != nil && a.Description == ""
}

// A Named is an argument that an element names in an attribute.
type Named struct {
	Name  string
	Value xmlcall.Span // the content of the element, or of its attribute
	// InAttribute reports whether the value is in an attribute, and Only whether the element has nothing else.
	InAttribute, Only bool
}

// NamedIn returns the argument that an element such as <parameter name="path">a.go</parameter> or
// <arg name="path" value="a.go"/> names. ok is false for an element without a name and a value.
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

// NamedBy returns the name of the argument that an element such as <parameter name="path"> represents, or "".
func (c *Call) NamedBy(element xmlcall.ElementID) string {
	n, ok := NamedIn(c.Block, element)
	e := c.Block.Element(element)
	parent := e.Parent()
	if !ok || c.Tool == nil || c.reads(element) || parent == xmlcall.NoElement {
		return ""
	}
	var a *toolspec.Argument
	switch {
	case parent == c.Block.Envelope() && !forge.InEnvelope(e.Local()) && !c.acceptsAny(n.Name):
		a, parent = c.Tool.Argument(n.Name), c.arguments
	case parent == c.arguments:
		a = c.Tool.Argument(n.Name)
	case c.reads(parent):
		a = c.Argument(parent).Child(n.Name)
	}
	if a == nil || c.given(parent, n.Name, n.Value) {
		return ""
	}
	return n.Name
}

// namedArguments renames elements that have the name of an argument as an attribute:
// <parameter name="path">, with the value as another one or without.
func (c *stage) namedArguments() {
	b := c.Block
	for i, e := range b.Children(c.arguments) {
		if c.reads(i) || !WrapsValue(e.Local()) || e.Name() != e.Local() {
			continue
		}
		n, ok := NamedIn(b, i)
		if !ok || !n.Only {
			continue
		}
		a := c.Tool.Argument(n.Name)
		switch {
		case a == nil || c.Tool.Open || c.has(c.arguments, n.Name) || n.InAttribute && (!a.Kind.Scalar() || partlyEscaped(b.Slice(n.Value))):
			c.doubtAt(i, "named argument")
		case n.InAttribute:
			c.replace(e.Span(), AsElement(n.Name, b.Slice(n.Value)))
		default:
			c.replace(e.Start(), "<"+n.Name+">")
			c.replace(e.End(), "</"+n.Name+">")
		}
	}
}

// ValueAttribute returns the attribute that holds the value of an argument: <path value="a.go"/>.
// ok is false if the element has content, or another argument has the attribute's name.
func (c *Call) ValueAttribute(element xmlcall.ElementID) (value xmlcall.Span, ok bool) {
	if !c.reads(element) || !c.Argument(element).Kind.Scalar() {
		return value, false
	}
	e := c.Block.Element(element)
	for _, a := range e.Attributes() {
		if c.Block.Slice(a.Name) == "value" && a.Value.Len() > 0 {
			return a.Value, strings.TrimSpace(c.Block.Slice(e.Content())) == "" && !e.Unclosed()
		}
	}
	return value, false
}

// valueAttributes writes the values of arguments that are attributes as text: <path value="a"/>.
func (c *stage) valueAttributes() {
	for i, e := range c.Block.Within(c.arguments) {
		value, ok := c.ValueAttribute(i)
		switch {
		case !ok:
		case len(e.Attributes()) > 1 || e.Name() != e.Local() || partlyEscaped(c.Block.Slice(value)):
			c.doubtAt(i, "attribute")
		default:
			c.replace(e.Span(), AsElement(e.Local(), c.Block.Slice(value)))
		}
	}
}

// AttributesInside reports whether the attributes of an element can only represent its
// children rather than arguments beside it. ok is false if they can represent neither.
func (c *Call) AttributesInside(element xmlcall.ElementID) (inside, ok bool) {
	e := c.Block.Element(element)
	switch {
	case c.arguments < 0 || element != c.arguments && !c.InArguments(element):
		return false, false
	case element == c.arguments:
		inside = true
	case c.Tool != nil:
		inside = c.reads(element) && !c.Argument(element).Kind.Scalar()
	default:
		inside = e.SelfClosing() || e.HasChildren()
	}
	return inside, inside || e.Parent() == c.arguments
}

// ReadsAttribute reports whether the tool, if it is known, reads an element of the name of an attribute: in
// the element that has the attribute, or beside it. The name of the element itself, as in <path name="path">,
// is no value.
func (c *Call) ReadsAttribute(element xmlcall.ElementID, inside bool, attribute xmlcall.Attribute) bool {
	name := c.Block.Slice(attribute.Name)
	if strings.Contains(name, ":") || name == "xmlns" || name == "name" && c.Block.Slice(attribute.Value) == c.Block.Element(element).Local() {
		return false
	}
	if c.Tool == nil {
		return true
	}
	a := c.Tool.Argument(name)
	if inside && element != c.arguments {
		a = c.Argument(element).Child(name)
	}
	value, _ := Unescape(c.Block.Slice(attribute.Value))
	return a != nil && (len(a.Enum) == 0 || slices.Contains(a.Enum, strings.TrimSpace(value)))
}

// attributeArguments converts the attributes of <arguments> to elements.
func (c *stage) attributeArguments() {
	known, doubtful := false, c.Tool.Open
	names := map[string]bool{}
	for _, a := range c.Block.Element(c.arguments).Attributes() {
		name := c.Block.Slice(a.Name)
		of := c.Tool.Argument(name)
		known = known || of != nil && !c.Tool.Open
		doubtful = doubtful || of == nil || names[name] || !of.Kind.Scalar() || partlyEscaped(c.Block.Slice(a.Value))
		names[name] = true
	}
	if !known {
		return
	}
	edits := c.AttributesAsElements(c.arguments)
	if doubtful || edits == nil {
		c.doubtAt(c.arguments, "attribute")
		return
	}
	c.edits = append(c.edits, edits...)
}

// AsElement returns the element that has the value of an attribute. A ">" in it may end what
// looks like a CDATA section.
func AsElement(name, value string) string {
	return "<" + name + ">" + strings.ReplaceAll(value, ">", "&gt;") + "</" + name + ">"
}

// HasAttribute reports whether an element has an attribute with a name.
func (c *Call) HasAttribute(element xmlcall.ElementID, name string) bool {
	return slices.ContainsFunc(c.Block.Element(element).Attributes(), func(a xmlcall.Attribute) bool { return c.Block.Slice(a.Name) == name })
}

// EndName returns the name that the end tag of an element has, or "" if there is none.
func (c *Call) EndName(element xmlcall.ElementID) string {
	e := c.Block.Element(element)
	if e.End().Len() == 0 {
		return ""
	}
	return lex.Local(c.Block.Slice(c.Block.Tokens[e.Last()].Inner()))
}

// Names of elements in other formats.
var (
	// argumentWords are for the element around one argument, whose name is an attribute, or around all of them.
	argumentWords = []string{"parameter", "parameters", "param", "params", "arg", "args", "argument"}
	// allWords are for the element around all arguments only: a value may have an element of its own with that name.
	allWords = []string{"arguments", "input", "inputs"}
	// valueWords are for the element around a value or a list.
	valueWords = []string{"value", "values", "text", "string", "str", "item", "items", "list", "array", "element", "entry"}
	// wrappers are further ones for the element around a whole value: elsewhere they are markup of some language.
	wrappers = []string{"code", "input", "data", "content", "body", "object", "json", "pre"}
)

// WrapsValue reports whether other formats use a name for the element around a value or a list. Whether an
// element of that name in a value was intended as structure is ambiguous.
func WrapsValue(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(valueWords, name) || slices.Contains(argumentWords, name)
}

// isAround reports whether an element may wrap arguments: it is a complete child of the arguments and not an argument
// itself.
func (c *Call) isAround(e xmlcall.Element) bool {
	return e.Parent() == c.arguments && !e.SelfClosing() && !e.Unclosed() && (c.Tool == nil || c.Tool.Argument(e.Local()) == nil)
}

// IsContainer reports whether a child of the arguments has one of these names, and the tool has no argument
// of that name.
func (c *Call) IsContainer(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	word := toolspec.Fold(e.Local())
	return c.isAround(e) && (slices.Contains(argumentWords, word) || slices.Contains(allWords, word))
}

// Wraps reports whether a child of the arguments that the tool does not read holds arguments of the tool, which are
// lost: a container, an element with the name of the tool, or any other one around an argument that is not given outside
// of it.
func (c *Call) Wraps(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	if c.Tool == nil || !c.isAround(e) {
		return false
	}
	all := c.IsContainer(element) || toolspec.Fold(e.Local()) == toolspec.Fold(c.Tool.Name)
	return c.holds(element, func(name string) bool { return all || !c.has(c.arguments, name) })
}

// HoldsArguments reports whether an element contains an argument of the call's tool.
func (c *Call) HoldsArguments(element xmlcall.ElementID) bool {
	return c.holds(element, func(string) bool { return true })
}

// holds reports whether an element contains an argument of the call's tool with a name of some kind.
func (c *Call) holds(element xmlcall.ElementID, is func(name string) bool) bool {
	for _, e := range c.Block.Children(element) {
		if c.Tool != nil && c.Tool.Argument(e.Local()) != nil && is(e.Local()) {
			return true
		}
	}
	return false
}

// innerContainer removes a container around all arguments.
func (c *stage) innerContainer() {
	children := c.childrenOf(c.arguments)
	if len(children) != 1 {
		return
	}
	i := children[0]
	e := c.Block.Element(i)
	around := toolspec.Fold(e.Local())
	if c.reads(i) || EnvelopeAliases[around] != "arguments" && around != toolspec.Fold(c.Tool.Name) || e.SelfClosing() || e.Unclosed() || len(e.Attributes()) > 0 {
		return
	}
	doubtful := c.Tool.Open
	for _, in := range c.Block.Children(i) {
		doubtful = doubtful || c.Tool.Argument(in.Local()) == nil
	}
	everyArgument(c.Tool, func(a *toolspec.Argument) { doubtful = doubtful || a.Name == e.Local() }) // such as an item of a list
	if doubtful {
		c.doubtAt(i, "container around the arguments")
	} else {
		c.edits = append(c.edits, c.RemoveTags(i)...)
	}
}
