package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// EnvelopeAliases are names in other formats for the elements of the envelope, folded by [toolspec.Fold].
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

// Strays returns the children of the tool element that are not part of the envelope.
func (c *Call) Strays() []Stray { return c.strays }

func (c *Call) findStrays() (strays []Stray) {
	var missing []string // computed once: there may be thousands of children
	for _, name := range forge.Envelope {
		if !c.has(c.Block.Envelope(), name) {
			missing = append(missing, name)
		}
	}
	for n := range c.NotesOf(UnknownChild) {
		local := c.Block.Element(n.Element).Local()
		near := nearEnvelope(local, missing)
		s := Stray{Element: n.Element, Near: near, Missing: slices.Contains(missing, near)}
		s.Read = c.Tool != nil && c.Tool.Argument(local) != nil && (near == "" || !c.Tool.Open)
		// <thinking> is a step of the reasoning rather than data.
		s.Misplaced = local != "thinking" && (s.Read || near == "" && c.arguments == xmlcall.NoElement)
		strays = append(strays, s)
	}
	return strays
}

// Misshapen reports whether the call names no tool because an element of another format does, or in a document all of
// its envelope has another shape: one cause of what several rules would report.
func (c *Call) Misshapen() bool {
	i, misnamed := c.Misnamed("tool_name")
	return !c.has(c.Block.Envelope(), "tool_name") &&
		(c.Around.Document || misnamed && toolspec.Fold(c.Block.Element(i).Local()) != toolspec.Fold("tool_name"))
}

// nearEnvelope returns the name of the envelope that an element was most likely intended to have, or "":
// one that differs in case, hyphens or one letter, or one with another name in other formats that is missing here.
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

// Misnamed returns the child of the tool element that was most likely intended to have the given name: one
// that is equal except for case, blanks and hyphens, or otherwise one with another format's name for it. ok is
// false if there is none.
func (c *Call) Misnamed(name string) (id xmlcall.ElementID, ok bool) {
	id = xmlcall.NoElement
	for i, e := range c.Block.Children(c.Block.Envelope()) {
		switch folded := toolspec.Fold(e.Local()); {
		case folded == toolspec.Fold(name):
			return i, true
		case !ok && EnvelopeAliases[folded] == name && !e.HasChildren():
			id, ok = i, true
		}
	}
	return id, ok
}

// RemovedThinking reports whether an element is thinking that the live runtime removes without a trace: it is
// between elements, and holds no other tag of thinking. Of an argument of that name, a later one counts.
func (c *Call) RemovedThinking(element xmlcall.ElementID) bool {
	b := c.Block
	e := b.Element(element)
	if e.Local() != "thinking" || e.Parent() == xmlcall.NoElement || b.Slice(e.Start()) != "<thinking>" || b.Slice(e.End()) != "</thinking>" {
		return false
	}
	inside := b.Slice(e.Content())
	last, _ := b.Child(e.Parent(), "thinking")
	counts := c.reads(element) && (last == element || c.Around.Document)
	return c.Tool != nil && !counts && c.Scalar(e.Parent()) == xmlcall.NoElement &&
		c.InArguments(element) && !strings.Contains(inside, "thinking>") && !strings.Contains(inside, "<tool>")
}

// envelope corrects the call's own elements: a name with white space around it, elements with another
// format's names, arguments outside the arguments element.
func (c *stage) envelope() {
	b := c.Block
	root := b.Envelope()
	name, named := b.Child(root, "tool_name")
	if named && c.trimName(name) {
		return
	}
	strays := slices.DeleteFunc(c.childrenOf(root), func(i xmlcall.ElementID) bool { return forge.InEnvelope(b.Element(i).Local()) })
	if len(strays) == 0 {
		return
	}
	if !named {
		c.nameFrom(strays)
		return
	}
	if c.arguments == xmlcall.NoElement {
		if i, ok := c.alias(strays, "arguments"); ok {
			switch {
			case c.Tool == nil && c.HasChildren(i) && (slices.ContainsFunc(c.childrenOf(i), c.HasChildren) || c.isListByName(i)):
				c.doubtAt(i, "element around a value") // or markup of a value
			case len(strays) > 1 && !c.HasChildren(i):
				c.doubtAt(i, "one of the arguments")
			default:
				c.rename(i, "arguments")
			}
			return
		}
	}
	if i, ok := c.alias(strays, "server_name"); ok && !c.has(root, "server_name") && b.Element(i).Text() == b.ServerName() { // the one without it
		c.rename(i, "server_name")
		return
	}
	doubtful := false
	for _, i := range strays {
		switch {
		case c.Tool == nil || c.Tool.Open || c.Tool.Argument(b.Element(i).Local()) == nil:
			c.doubtAt(i, "unknown element")
		case c.listsArguments(i):
			c.doubtAt(i, "value or all arguments")
		default:
			continue
		}
		doubtful = true
	}
	if !doubtful {
		c.move(strays)
	}
}

// listsArguments reports whether an argument whose name also stands for all of them, such as <input>, starts with the name
// of one on a line: [input] or input:.
func (c *stage) listsArguments(argument xmlcall.ElementID) bool {
	e := c.Block.Element(argument)
	text := strings.TrimSpace(e.Text())
	return EnvelopeAliases[toolspec.Fold(e.Local())] == "arguments" && slices.ContainsFunc(c.Tool.Arguments, func(a toolspec.Argument) bool {
		return strings.HasPrefix(text, "["+a.Name+"]") || strings.HasPrefix(text, a.Name+":")
	})
}

// trimName trims the name of the tool. It reports whether it did.
func (c *stage) trimName(name xmlcall.ElementID) bool {
	e := c.Block.Element(name)
	text := e.Text()
	trimmed := strings.TrimSpace(text)
	switch {
	case text == trimmed || trimmed == "":
		return false
	case c.Tools.Find(c.Block.ServerName(), trimmed) == nil:
		c.doubtAt(name, "padded name of an unknown tool")
	default:
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
		local := c.Block.Element(i).Local()
		folded := toolspec.Fold(local)
		if c.Tool != nil && c.Tool.Argument(local) != nil || EnvelopeAliases[folded] != name && folded != toolspec.Fold(name) {
			continue
		}
		if ok {
			return xmlcall.NoElement, false
		}
		found, ok = i, true
	}
	return found, ok
}

// rename gives an element another name.
func (c *stage) rename(element xmlcall.ElementID, name string) {
	e := c.Block.Element(element)
	switch {
	case e.SelfClosing():
		c.doubtAt(element, "empty element")
	case len(e.Attributes()) > 0:
		c.doubtAt(element, "attributes")
	default:
		c.edits = append(c.edits, c.Rename(element, name)...)
	}
}

// move moves arguments outside the arguments element into it.
func (c *stage) move(elements []xmlcall.ElementID) {
	for _, i := range elements {
		if c.has(c.arguments, c.Block.Element(i).Local()) || c.elements[i].twin != xmlcall.NoElement {
			c.doubtAt(i, "argument given twice")
			return
		}
	}
	c.edits = append(c.edits, c.MoveIn(elements, nil)...)
}
