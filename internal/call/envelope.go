package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// EnvelopeAliases are names in other formats for the elements of the envelope, folded
// by [toolspec.Fold].
var EnvelopeAliases = map[string]string{
	"server": "server_name",
	"tool":   "tool_name", "name": "tool_name", "toolname": "tool_name", "function": "tool_name", "functionname": "tool_name",
	"args": "arguments", "arg": "arguments", "params": "arguments", "parameters": "arguments", "input": "arguments",
	"argument": "arguments", "arguments": "arguments", "parameter": "arguments", "inputs": "arguments",
}

// A Stray is a child of the tool element that is not part of the envelope.
type Stray struct {
	Element   xmlcall.ElementID
	Near      string // the most likely intended name of the envelope
	Missing   bool   // whether the call has no element of that name
	Read      bool   // whether the call's tool reads an argument of the name
	Misplaced bool   // whether it was most likely intended as an argument
}

// Strays returns the children of the tool element that are not part of the
// envelope.
func (c *Call) Strays() []Stray {
	if c.straysAsked {
		return c.strays
	}
	c.straysAsked = true
	b := c.Block
	var missing []string // computed once: there may be thousands of children
	for _, name := range forge.Envelope {
		if _, ok := b.Child(b.Envelope(), name); !ok {
			missing = append(missing, name)
		}
	}
	for n := range c.NotesOf(notes.UnknownChild) {
		local := b.Element(n.Element).Local()
		near := nearEnvelope(local, missing)
		s := Stray{Element: n.Element, Near: near, Missing: slices.Contains(missing, near)}
		if c.Tool != nil {
			s.Read = c.Tool.Argument(local) != nil && (s.Near == "" || !c.Tool.Open)
		}
		s.Misplaced = s.Read || s.Near == "" && c.ArgumentsElement() == xmlcall.NoElement
		if local == "thinking" { // a step of the reasoning rather than data
			s.Misplaced = false
		}
		c.strays = append(c.strays, s)
	}
	return c.strays
}

// Misshapen reports whether the call names no tool because all of its envelope has another shape: one cause of what
// several rules would report.
func (c *Call) Misshapen() bool {
	_, named := c.Block.Child(c.Block.Envelope(), "tool_name")
	return c.Around.Misses && !named
}

// nearEnvelope returns the name of the envelope that an element was most likely
// intended to have, or "": one that differs in case, hyphens or one letter, or one with
// another name in other formats that is missing here.
func nearEnvelope(local string, missing []string) string {
	plain := toolspec.Fold(local)
	for _, name := range forge.Envelope {
		if lex.OneSlip(plain, toolspec.Fold(name)) {
			return name
		}
	}
	if name := EnvelopeAliases[plain]; slices.Contains(missing, name) {
		return name
	}
	return ""
}

// Misnamed returns the child of the tool element that was most likely intended to have
// the given name: one that is equal except for case, blanks and hyphens, or otherwise
// one with another format's name for it. ok is false if there is none.
func (c *Call) Misnamed(name string) (id xmlcall.ElementID, ok bool) {
	id = xmlcall.NoElement
	for i, e := range c.Block.Children(c.Block.Envelope()) {
		switch folded := toolspec.Fold(e.Local()); {
		case folded == toolspec.Fold(name):
			return i, true
		case !ok && EnvelopeAliases[folded] == name && !c.HasChildren(i):
			id, ok = i, true
		}
	}
	return id, ok
}

// RemovedThinking reports whether an element is thinking that the live runtime removes without a trace: it is
// between elements, and holds no other tag of thinking.
func (c *Call) RemovedThinking(element xmlcall.ElementID) bool {
	b := c.Block
	e := b.Element(element)
	if e.Local() != "thinking" || e.Parent() == xmlcall.NoElement || b.Slice(e.Start()) != "<thinking>" || b.Slice(e.End()) != "</thinking>" {
		return false
	}
	known := c.Arguments()
	inside := b.Slice(e.Content())
	return known != nil && known[element] == nil && c.ScalarsOf()[e.Parent()] == xmlcall.NoElement &&
		c.InArguments(element) && !strings.Contains(inside, "thinking>") && !strings.Contains(inside, "<tool>")
}

// envelope corrects the call's own elements: a name with white space around it,
// elements with another format's names, arguments outside the arguments element.
func (c *stage) envelope() {
	b := c.Block
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
			if c.Tool == nil && (c.hasGrandchildren(i) || c.HasChildren(i) && c.isListByName(i)) {
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
		case c.Tool != nil && c.Tool.Argument(e.Local()) != nil && !c.Tool.Open:
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
func (c *stage) trimName(name xmlcall.ElementID) bool {
	e := c.Block.Element(name)
	text := c.Block.Element(name).Text()
	trimmed := strings.TrimSpace(text)
	if text == trimmed || trimmed == "" {
		return false
	}
	if c.Tools.Find(c.Block.ServerName(), trimmed) == nil {
		c.doubtAt(name, "padded name of an unknown tool")
	} else {
		c.replace(e.Content(), encode.Escape(trimmed))
	}
	return true
}

// nameFrom turns an element with another format's name into the name of the tool: there
// is only one, and its content is the name of a tool.
func (c *stage) nameFrom(strays []xmlcall.ElementID) {
	i, ok := c.alias(strays, "tool_name")
	if !ok || c.Tools.Find(c.Block.ServerName(), strings.TrimSpace(c.Block.Element(i).Text())) == nil || c.HasChildren(i) {
		c.doubtAt(c.Block.Envelope(), "no tool name")
		return
	}
	c.rename(i, "tool_name")
}

// alias returns the only element with another name for an element of the envelope. ok
// is false if there is none or several.
func (c *stage) alias(elements []xmlcall.ElementID, name string) (found xmlcall.ElementID, ok bool) {
	for _, i := range elements {
		if c.Tool != nil && c.Tool.Argument(c.Block.Element(i).Local()) != nil {
			continue
		}
		if local := toolspec.Fold(c.Block.Element(i).Local()); EnvelopeAliases[local] == name || local == toolspec.Fold(name) {
			if ok {
				return xmlcall.NoElement, false
			}
			found, ok = i, true
		}
	}
	return found, ok
}

// hasGrandchildren reports whether a child of an element has elements.
func (c *stage) hasGrandchildren(element xmlcall.ElementID) bool {
	return slices.ContainsFunc(c.children(element), c.HasChildren)
}

// rename gives an element another name, and removes its attributes.
func (c *stage) rename(element xmlcall.ElementID, name string) {
	b := c.Block
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
func (c *stage) move(elements []xmlcall.ElementID) {
	b := c.Block
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
