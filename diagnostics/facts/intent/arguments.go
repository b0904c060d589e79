package intent

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
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
		text.WriteString("<" + name + ">" + strings.ReplaceAll(b.Slice(a.Value), ">", "&gt;") + "</" + name + ">")
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
// <parameter name="path">.
func (c *call) namedArguments() {
	b := c.b
	for _, i := range c.children(c.arguments) {
		e := b.Element(i)
		if c.known[i] != nil || !facts.WrapsValue(e.Local()) {
			continue
		}
		attributes := c.b.Element(i).Attributes()
		if len(attributes) != 1 || b.Slice(attributes[0].Name) != "name" || e.SelfClosing() || e.Unclosed() || e.Name() != e.Local() {
			continue
		}
		name := b.Slice(attributes[0].Value)
		a := c.tool.Argument(name)
		_, given := b.Child(c.arguments, name)
		if a == nil || c.tool.Open || given {
			c.doubtAt(i, "named argument")
		} else {
			c.replace(e.Start(), "<"+name+">")
			c.replace(e.End(), "</"+name+">")
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
	if c.known[i] != nil || facts.EnvelopeAliases[toolspec.Fold(e.Local())] != "arguments" || e.SelfClosing() || e.Unclosed() || len(c.b.Element(i).Attributes()) > 0 {
		return
	}
	for _, k := range c.children(i) {
		if c.tool.Argument(c.b.Element(k).Local()) == nil || c.tool.Open {
			c.doubtAt(i, "container around the arguments")
			return
		}
	}
	c.replace(e.Start(), "")
	c.replace(e.End(), "")
}
