package ls

import (
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A template is a template for calls to a tool: examples of them, whose values are fields. An example that cannot
// be generated is nil.
type template struct {
	tool *toolspec.Tool
	call *xmlcall.Block // with the required arguments
	full *xmlcall.Block // with all arguments
}

// Templates caches those of the tools in use. Creating one takes as long as a hundred
// requests. The zero value is ready to use.
type Templates struct {
	mu   sync.Mutex
	made map[*toolspec.Tool]*template
}

// maxTemplates is the number of templates that are kept.
const maxTemplates = 5000

// of returns the template of a tool.
func (t *Templates) of(tool *toolspec.Tool) *template {
	t.mu.Lock()
	defer t.mu.Unlock()
	made := t.made[tool]
	if made == nil {
		if t.made == nil || len(t.made) >= maxTemplates {
			t.made = map[*toolspec.Tool]*template{}
		}
		made = &template{tool, exampleOf(tool, toolspec.ExampleOptions{Required: true}), exampleOf(tool, toolspec.ExampleOptions{All: true})}
		t.made[tool] = made
	}
	return made
}

// exampleOf returns an example of a call to a tool, or nil if none can be generated.
func exampleOf(tool *toolspec.Tool, o toolspec.ExampleOptions) *xmlcall.Block {
	text, err := tool.ExampleCall(o)
	if err != nil {
		return nil
	}
	return xmlcall.ParseAt(text, 0)
}

// whole returns a whole call, or nil if there is none.
func (t *template) whole() insertion { return t.part((*xmlcall.Block).Envelope) }

// arguments returns the element with the arguments of a call, or nil.
func (t *template) arguments() insertion { return t.part((*xmlcall.Block).Arguments) }

// part returns an element of the call, or nil if there is none.
func (t *template) part(of func(*xmlcall.Block) xmlcall.ElementID) insertion {
	if t.call == nil || of(t.call) == xmlcall.NoElement {
		return nil
	}
	return t.element(t.call, of(t.call))
}

// argument returns the element at a path below the arguments.
func (t *template) argument(path ...string) insertion {
	for _, b := range []*xmlcall.Block{t.call, t.full} {
		if b == nil {
			continue
		}
		id := b.Arguments()
		for _, name := range path {
			id, _ = b.Child(id, name)
		}
		if id != xmlcall.NoElement {
			return t.element(b, id)
		}
	}
	a := below(t.tool.Argument(path[0]), path[1:])
	return tagged(path[len(path)-1], valueOf(a, ""))
}

// element returns an element of an example, whose first line starts with its tag.
func (t *template) element(b *xmlcall.Block, id xmlcall.ElementID) insertion {
	start := b.Element(id).Span().Start
	indent := b.Text[strings.LastIndexByte(b.Text[:start], '\n')+1 : start]
	var in insertion
	t.write(&in, b, id, "\n"+indent)
	return in
}

// write appends an element. newLine is the prefix of a line with the same indentation
// as the first.
func (t *template) write(in *insertion, b *xmlcall.Block, id xmlcall.ElementID, newLine string) {
	e := b.Element(id)
	between := func(from, to int) {
		*in = append(*in, literally(strings.ReplaceAll(b.Text[from:to], newLine, "\n")))
	}
	if a, isValue := t.valueIn(b, id); isValue {
		between(e.Start().Start, e.Start().End)
		*in = append(*in, valueOf(a, b.Slice(e.Content()))...)
		between(e.End().Start, e.End().End)
		return
	}
	at := e.Start().Start
	for child, c := range b.Children(id) {
		between(at, c.Span().Start)
		t.write(in, b, child, newLine)
		at = c.Span().End
	}
	between(at, e.Span().End)
}

// valueIn reports whether an element of an example contains a value to fill in, and
// returns the argument that the tool reads in it.
func (t *template) valueIn(b *xmlcall.Block, id xmlcall.ElementID) (a *toolspec.Argument, ok bool) {
	e := b.Element(id)
	switch {
	case e.HasChildren() || e.Parent() == xmlcall.NoElement || e.Parent() == b.Envelope() && e.Local() != "arguments":
		return nil, false
	case e.Local() == "arguments" && isArguments(b, id): // a call without any
		return nil, len(t.tool.Arguments) > 0 || t.tool.Open
	case t.tool.Custom && e.Local() == "tool_name" && isArguments(b, e.Parent()):
		return nil, false // it identifies the custom tool
	}
	return argument(t.tool, b, id), true
}

// valueOf returns the field for a value. given is the example's value, or "".
func valueOf(a *toolspec.Argument, given string) insertion {
	if a == nil {
		return insertion{field("")}
	}
	var choices []string
	for _, value := range valuesOf(a) {
		if choice := encode.Escape(value); choice == given { // the example's comes first
			choices = slices.Insert(choices, 0, given)
		} else {
			choices = append(choices, choice)
		}
	}
	switch {
	case len(choices) > 0:
		return insertion{field(choices[0], choices...)}
	case holdsCode(given):
		return insertion{literally("<![CDATA["), field(a.Name), literally("]]>")}
	}
	return insertion{field(given)}
}

// valuesOf returns the values that an argument is one of; none if it may have others.
func valuesOf(a *toolspec.Argument) []string {
	if a.Kind == toolspec.Boolean && len(a.Enum) == 0 {
		return []string{"true", "false"}
	}
	return a.Enum
}

// holdsCode reports whether a value is best written in a CDATA section, judging by an
// example: code and texts have characters to escape, and lines.
func holdsCode(given string) bool {
	return strings.Contains(given, "&lt;") || strings.Contains(given, "&gt;") || strings.Contains(given, "&amp;&amp;") ||
		strings.ContainsAny(given, "<\n")
}
