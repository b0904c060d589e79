package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
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
