package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// envelope corrects the call's own elements: a name with white space around it,
// elements with another format's names, arguments outside the arguments element.
func (c *call) envelope() {
	b := c.b
	root := b.Envelope()
	name, named := b.Child(root, "tool_name")
	if named && c.trimName(name) {
		return
	}
	var strays []xmlcall.ElementID
	for _, i := range c.children(root) {
		if !forge.InEnvelope(b.Element(i).Local()) {
			strays = append(strays, i)
		}
	}
	if len(strays) == 0 {
		return
	}
	if !named {
		c.nameFrom(strays)
		return
	}
	if c.arguments == xmlcall.NoElement {
		if i, ok := c.alias(strays, "arguments"); ok {
			if c.tool == nil && (c.hasGrandchildren(i) || c.hasChildren(i) && c.isListByName(i)) {
				c.doubtAt(i, "element around a value") // or markup of a value
				return
			}
			c.rename(i, "arguments")
			return
		}
	}
	var misplaced []xmlcall.ElementID
	for _, i := range strays {
		e := b.Element(i)
		switch {
		case c.tool != nil && c.tool.Argument(e.Local()) != nil && !c.tool.Open:
			misplaced = append(misplaced, i)
		default:
			c.doubtAt(i, "unknown element")
		}
	}
	if len(c.doubts) == 0 {
		c.move(misplaced)
	}
}

// trimName trims the name of the tool. It reports whether it did.
func (c *call) trimName(name xmlcall.ElementID) bool {
	e := c.b.Element(name)
	text := c.b.Element(name).Text()
	trimmed := strings.TrimSpace(text)
	if text == trimmed || trimmed == "" {
		return false
	}
	if c.o.Tools.Find(c.b.ServerName(), trimmed) == nil {
		c.doubtAt(name, "padded name of an unknown tool")
	} else {
		c.replace(e.Content(), encode.Escape(trimmed))
	}
	return true
}

// nameFrom turns an element with another format's name into the name of the tool: there
// is only one, and its content is the name of a tool.
func (c *call) nameFrom(strays []xmlcall.ElementID) {
	i, ok := c.alias(strays, "tool_name")
	if !ok || c.o.Tools.Find(c.b.ServerName(), strings.TrimSpace(c.b.Element(i).Text())) == nil || c.hasChildren(i) {
		c.doubtAt(c.b.Envelope(), "no tool name")
		return
	}
	c.rename(i, "tool_name")
}

// alias returns the only element with another name for an element of the envelope. ok
// is false if there is none or several.
func (c *call) alias(elements []xmlcall.ElementID, name string) (found xmlcall.ElementID, ok bool) {
	for _, i := range elements {
		if c.tool != nil && c.tool.Argument(c.b.Element(i).Local()) != nil {
			continue
		}
		if local := toolspec.Fold(c.b.Element(i).Local()); EnvelopeAliases[local] == name || local == toolspec.Fold(name) {
			if ok {
				return xmlcall.NoElement, false
			}
			found, ok = i, true
		}
	}
	return found, ok
}

// hasGrandchildren reports whether a child of an element has elements.
func (c *call) hasGrandchildren(element xmlcall.ElementID) bool {
	return slices.ContainsFunc(c.children(element), c.hasChildren)
}

// rename gives an element another name, and removes its attributes.
func (c *call) rename(element xmlcall.ElementID, name string) {
	b := c.b
	e := b.Element(element)
	switch {
	case e.SelfClosing():
		c.doubtAt(element, "empty element")
	case len(e.Attributes()) > 0:
		c.doubtAt(element, "attributes")
	default:
		c.replace(b.Tokens[e.First()].Inner(), name)
		c.replace(b.Tokens[e.Last()].Inner(), name)
	}
}

// move moves arguments outside the arguments element into it.
func (c *call) move(elements []xmlcall.ElementID) {
	b := c.b
	seen := map[string]bool{}
	if c.arguments != xmlcall.NoElement {
		for _, i := range c.children(c.arguments) {
			seen[b.Element(i).Local()] = true
		}
	}
	var text strings.Builder
	for _, i := range elements {
		e := b.Element(i)
		if seen[e.Local()] {
			c.doubtAt(i, "argument given twice")
			return
		}
		seen[e.Local()] = true
		text.WriteString(b.Slice(e.Span()))
	}
	for _, i := range elements {
		c.replace(b.Element(i).Span(), "")
	}
	if c.arguments == xmlcall.NoElement {
		root := b.Element(b.Envelope())
		c.insert(root.End().Start, "<arguments>"+text.String()+"</arguments>")
		return
	}
	e := b.Element(c.arguments)
	if e.SelfClosing() {
		c.replace(e.Start(), "<arguments>"+text.String()+"</arguments>")
		return
	}
	c.insert(e.End().Start, text.String())
}
