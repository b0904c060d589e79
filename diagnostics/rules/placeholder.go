package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var placeholder = &Rule{
	Code:     "placeholder",
	Severity: Hint,
	Summary:  "Something in an example that stands for what is not known yet",
	Explanation: `
Documents show calls in which a template or a reader fills something in: \'{{ path }}\',
\'{% for t in tags %}\', \'${FILE}\', three dots, or a name that stands for any tool, such as
\'tool_name\'. What is inside is not checked, and neither is whether an argument is missing
where dots or a template stand among the arguments.

The same goes for what a program puts into a call that is written in its strings, such as
\'" + name + "\' in Go, JavaScript or Python, \'{name}\' and \'%s\'. It is not reported, and no
fix changes it.

An example that really runs teaches a model more than dots do. For dots as the arguments of
a known tool there is one, made from the tool's schema.

In a reply nothing is left to fill in, and there are no placeholders.
`,
	FixSafety: `
The example is a guess: nobody knows whether it is what was meant.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  ...
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>src/main.go</path>
</arguments>
</tool>`,
	Check:    checkPlaceholder,
	Document: true,
}

// standIns are names that documents write for any tool.
var standIns = []string{"tool_name", "tool_name_here", "your_tool_here", "your_tool_name", "example", "example_tool", "test", "test_tool", "my_tool"}

// A hole is a stretch of a document's block that stands for something else.
type hole struct {
	span    xmlcall.Span
	element int // that has it among its children, -1 where it is part of a value or a tag
	dots    bool
	code    bool // a part of the program around it; see expressionHoles
}

// findHoles returns the holes of the block in order. A reply has none.
func (p *Pass) findHoles() []hole {
	if !p.around.Document {
		return nil
	}
	b := p.b
	var holes []hole
	if i := b.Child(b.Envelope(), "tool_name"); i >= 0 && p.tool == nil && slices.Contains(standIns, b.ToolName()) {
		if span := trim(b, b.Elements[i].Content()); span.Len() > 0 {
			holes = append(holes, hole{span: span, element: -1})
		}
	}
	structure := func(element int) int {
		if element == b.Envelope() || element == p.argumentsElement() {
			return element
		}
		return -1
	}
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Kind != xmlcall.Text {
			continue
		}
		e := &b.Elements[t.Element]
		if structure(t.Element) < 0 && e.Content() != t.Span {
			continue // dots in a longer value are its own
		}
		if span := trim(b, t.Span); isEllipsis(b.Slice(span)) {
			holes = append(holes, hole{span: span, element: structure(t.Element), dots: true})
		}
	}
	from, _ := slices.BinarySearchFunc(p.around.Placeholders, b.Span.Start, func(s xmlcall.Span, at int) int { return s.Start - at })
	for _, span := range p.around.Placeholders[from:] {
		if span.Start >= b.Span.End {
			break
		}
		h := hole{span: span, element: -1}
		if t := p.tokenAt(span.Start); t != nil && t.Kind == xmlcall.Text {
			h.element = structure(t.Element)
		}
		holes = append(holes, h)
	}
	holes = append(holes, p.expressionHoles()...)
	slices.SortStableFunc(holes, func(x, y hole) int { return x.span.Start - y.span.Start })
	return holes
}

// inHole reports whether a span is about what is not known yet: it touches a
// hole, or is the start of a tag whose name is one: <{{ .Key }}>.
func (p *Pass) inHole(span xmlcall.Span) bool {
	from, _ := slices.BinarySearchFunc(p.holes, span.Start, func(h hole, at int) int { return h.span.End - at - 1 })
	for _, h := range p.holes[from:] {
		if h.span.Start >= span.End && h.span.Start > span.Start+len("</") {
			break
		}
		if h.span.Start < span.End && span.Start < h.span.End {
			return true
		}
		if tag := p.b.Text[span.Start:max(span.Start, h.span.Start)]; tag == "<" || tag == "</" {
			return true
		}
	}
	return false
}

// leavesOut reports whether a hole stands among an element's children, where
// what seems to be missing may come from.
func (p *Pass) leavesOut(element int) bool {
	return slices.ContainsFunc(p.holes, func(h hole) bool { return h.element == element })
}

func checkPlaceholder(p *Pass) {
	for _, h := range p.holes {
		if h.code {
			continue
		}
		n := note{message: "Placeholder " + Clip(p.b.Slice(h.span)) + "; what it becomes is not checked"}
		if h.dots && h.element >= 0 {
			n.message = Clip(p.b.Slice(h.span)) + " leaves something out; write an example that runs"
			n.fixes = p.exampleFixes(h)
		}
		p.add(h.span, n)
	}
}

// exampleFixes returns the fix that puts an example in the place of dots that
// are all the arguments of a known tool.
func (p *Pass) exampleFixes(h hole) []Fix {
	e := &p.b.Elements[h.element]
	if p.tool == nil || h.element != p.argumentsElement() || e.Unclosed || trim(p.b, e.Content()) != h.span {
		return nil
	}
	children := exampleArguments(p.tool)
	if len(children) == 0 {
		return nil
	}
	indent, first := p.indent(h.span.Start)
	text := strings.Join(children, "\n"+indent)
	if !first {
		own, _ := p.indent(e.Start.Start)
		text = "\n" + own + "  " + strings.Join(children, "\n"+own+"  ") + "\n" + own
	}
	return []Fix{replace("Insert an example of "+p.tool.Name, h.span, p.lineEnds(text))}
}

// exampleArguments returns the arguments of an example of a tool: those that it
// requires, or all where it requires none.
func exampleArguments(tool *toolspec.Tool) []string {
	for _, all := range []bool{false, true} {
		text, err := tool.ExampleCall(toolspec.ExampleOptions{All: all})
		if err != nil {
			return nil
		}
		b := xmlcall.ParseAt(text, 0)
		at := b.Child(b.Envelope(), "arguments")
		var children []string
		for i := range b.Elements {
			if b.Elements[i].Parent == at {
				children = append(children, b.Slice(b.Elements[i].Span()))
			}
		}
		if at >= 0 && len(children) > 0 {
			return children
		}
	}
	return nil
}
