package call

import (
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// Arguments in the notation of other formats.

// attributeArguments converts the attributes of <arguments> to elements.
func (c *call) attributeArguments() {
	b := c.b
	attributes := c.b.Element(c.arguments).Attributes()
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
		known := c.tool.Argument(name)
		if known == nil || c.tool.Open {
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
func (c *call) namedArguments() {
	b := c.b
	for _, i := range c.children(c.arguments) {
		e := b.Element(i)
		if c.known[i] != nil || !WrapsValue(e.Local()) || e.Name() != e.Local() {
			continue
		}
		n, ok := NamedIn(b, i)
		if !ok || !n.Only {
			continue
		}
		a := c.tool.Argument(n.Name)
		_, given := b.Child(c.arguments, n.Name)
		switch {
		case a == nil || c.tool.Open || given || n.InAttribute && (!a.Kind.Scalar() || partlyEscaped(b.Slice(n.Value))):
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
func (c *call) valueAttributes() {
	b := c.b
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
func (c *call) innerContainer() {
	children := c.children(c.arguments)
	if len(children) != 1 {
		return
	}
	i := children[0]
	e := c.b.Element(i)
	if c.known[i] != nil || EnvelopeAliases[toolspec.Fold(e.Local())] != "arguments" && toolspec.Fold(e.Local()) != toolspec.Fold(c.tool.Name) || e.SelfClosing() || e.Unclosed() || len(c.b.Element(i).Attributes()) > 0 {
		return
	}
	doubtful := c.tool.Open
	for _, k := range c.children(i) {
		doubtful = doubtful || c.tool.Argument(c.b.Element(k).Local()) == nil
	}
	everyArgument(c.tool, func(a *toolspec.Argument) { doubtful = doubtful || a.Name == e.Local() }) // such as an item of a list
	if doubtful {
		c.doubtAt(i, "container around the arguments")
		return
	}
	c.replace(e.Start(), "")
	c.replace(e.End(), "")
}
