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

// argumentWords are names in other formats for the element around one argument, whose
// name is an attribute, or around all of them.
var argumentWords = []string{"parameter", "parameters", "param", "params", "arg", "args", "argument"}

// allWords are names for the element around all arguments only: a value may have an
// element of its own with that name.
var allWords = []string{"arguments", "input", "inputs"}

// valueWords are names for the element around a value or a list.
var valueWords = []string{
	"value", "values", "text", "string", "str", "item", "items", "list", "array", "element", "entry",
}

// wrappers are further names for the element around a whole value: elsewhere they are markup of some language.
var wrappers = []string{"code", "input", "data", "content", "body", "object", "json", "pre"}

// WrapsValue reports whether other formats use a name for the element around a value or
// a list. Whether an element of that name in a value was intended as structure is
// ambiguous.
func WrapsValue(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(valueWords, name) || slices.Contains(argumentWords, name)
}

// IsContainer reports whether a child of the arguments has one of these names, and the
// tool has no argument of that name.
func (c *Call) IsContainer(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	word := toolspec.Fold(e.Local())
	return e.Parent() == c.ArgumentsElement() && !e.SelfClosing() && !e.Unclosed() &&
		(slices.Contains(argumentWords, word) || slices.Contains(allWords, word)) && (c.Tool == nil || c.Tool.Argument(e.Local()) == nil)
}

// Wraps reports whether a child of the arguments that the tool does not read holds arguments of the tool,
// which it then does not get: a container, an element with the name of the tool, or any other one
// around an argument that is not given outside of it.
func (c *Call) Wraps(element xmlcall.ElementID) bool {
	e := c.Block.Element(element)
	if c.Tool == nil || e.Parent() != c.ArgumentsElement() || e.SelfClosing() || e.Unclosed() || c.Tool.Argument(e.Local()) != nil {
		return false
	}
	if c.IsContainer(element) || toolspec.Fold(e.Local()) == toolspec.Fold(c.Tool.Name) {
		return c.HoldsArguments(element)
	}
	for _, in := range c.Block.Children(element) {
		if c.Tool.Argument(in.Local()) == nil {
			continue
		}
		if _, given := c.Block.Child(e.Parent(), in.Local()); !given {
			return true
		}
	}
	return false
}

// HoldsArguments reports whether an element contains an argument of the call's tool.
func (c *Call) HoldsArguments(element xmlcall.ElementID) bool {
	if c.Tool == nil {
		return false
	}
	for _, e := range c.Block.Children(element) {
		if c.Tool.Argument(e.Local()) != nil {
			return true
		}
	}
	return false
}

// Arguments in the notation of other formats.

// attributeArguments converts the attributes of <arguments> to elements.
func (c *stage) attributeArguments() {
	b := c.Block
	attributes := c.Block.Element(c.arguments).Attributes()
	if len(attributes) == 0 {
		return // as most calls
	}
	given := map[string]bool{}
	for _, i := range c.children(c.arguments) {
		given[b.Element(i).Local()] = true
	}
	var text strings.Builder
	read := 0
	for _, a := range attributes {
		name := b.Slice(a.Name)
		known := c.Tool.Argument(name)
		if known == nil || c.Tool.Open {
			continue
		}
		read++
		if given[name] || !known.Kind.Scalar() || partlyEscaped(b.Slice(a.Value)) {
			c.doubtAt(c.arguments, "attribute")
			return
		}
		given[name] = true
		text.WriteString(AsElement(name, b.Slice(a.Value)))
	}
	if read == 0 {
		return
	}
	if read < len(attributes) {
		c.doubtAt(c.arguments, "attribute")
		return
	}
	e := b.Element(c.arguments)
	if e.SelfClosing() {
		c.replace(e.Start(), "<arguments>"+text.String()+"</arguments>")
		return
	}
	c.replace(e.Start(), "<arguments>"+text.String())
}

// namedArguments renames elements that have the name of an argument as an attribute:
// <parameter name="path">, with the value as another one or without.
func (c *stage) namedArguments() {
	b := c.Block
	for _, i := range c.children(c.arguments) {
		e := b.Element(i)
		if c.known[i] != nil || !WrapsValue(e.Local()) || e.Name() != e.Local() {
			continue
		}
		n, ok := NamedIn(b, i)
		if !ok || !n.Only {
			continue
		}
		a := c.Tool.Argument(n.Name)
		_, given := b.Child(c.arguments, n.Name)
		switch {
		case a == nil || c.Tool.Open || given || n.InAttribute && (!a.Kind.Scalar() || partlyEscaped(b.Slice(n.Value))):
			c.doubtAt(i, "named argument")
		case n.InAttribute:
			c.replace(e.Span(), AsElement(n.Name, b.Slice(n.Value)))
		default:
			c.replace(e.Start(), "<"+n.Name+">")
			c.replace(e.End(), "</"+n.Name+">")
		}
	}
}

// valueAttributes writes the values of arguments that are attributes as text: <path value="a"/>.
func (c *stage) valueAttributes() {
	b := c.Block
	for i := range b.Within(c.arguments) {
		if c.known[i] == nil || !c.known[i].Kind.Scalar() {
			continue
		}
		value, ok := ValueIn(b, i)
		if !ok {
			continue
		}
		e := b.Element(i)
		if len(e.Attributes()) > 1 || e.Name() != e.Local() || partlyEscaped(b.Slice(value)) {
			c.doubtAt(i, "attribute")
		} else {
			c.replace(e.Span(), AsElement(e.Local(), b.Slice(value)))
		}
	}
}

// innerContainer removes a container around all arguments.
func (c *stage) innerContainer() {
	children := c.children(c.arguments)
	if len(children) != 1 {
		return
	}
	i := children[0]
	e := c.Block.Element(i)
	if c.known[i] != nil || EnvelopeAliases[toolspec.Fold(e.Local())] != "arguments" && toolspec.Fold(e.Local()) != toolspec.Fold(c.Tool.Name) || e.SelfClosing() || e.Unclosed() || len(c.Block.Element(i).Attributes()) > 0 {
		return
	}
	doubtful := c.Tool.Open
	for _, k := range c.children(i) {
		doubtful = doubtful || c.Tool.Argument(c.Block.Element(k).Local()) == nil
	}
	everyArgument(c.Tool, func(a *toolspec.Argument) { doubtful = doubtful || a.Name == e.Local() }) // such as an item of a list
	if doubtful {
		c.doubtAt(i, "container around the arguments")
		return
	}
	c.replace(e.Start(), "")
	c.replace(e.End(), "")
}
