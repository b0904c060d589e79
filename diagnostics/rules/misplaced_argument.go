package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var misplacedArgument = &Rule{
	Code:     "misplaced-argument",
	Severity: Warning,
	Summary:  "An argument outside of arguments",
	Explanation: `
The runtime hands the content of \'<arguments>\' to the tool and ignores every other element
of the call, so that the tool does not get the argument.

The rule reports elements that the call's tool reads as arguments, and, in a call without
\'<arguments>\', every element that is none of the envelope's. All are moved at once: with only
some of its arguments a tool may do something else.
`,
	Otherwise: `**error** where the tool reads an argument of the name`,
	FixSafety: `
Moving the elements into \'<arguments>\' is certain where the tool is known and reads all of
them, none is there twice, and the tool accepts the call that results. Everywhere else an
element may have been meant as something that no tool reads, and moving it is a guess.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<path>go.mod</path>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>go.mod</path>
</arguments>
</tool>`,
	Check: checkMisplacedArgument,
}

func checkMisplacedArgument(p *Pass) {
	for _, s := range p.strayChildren() {
		if s.misplaced {
			e := &p.b.Elements[s.element]
			n := note{
				message: "<" + Clip(e.Name) + "> outside of <arguments>: move it there; the tool does not get it here",
				fixes:   p.moveArguments(),
			}
			if s.read {
				n.severity = Error
			}
			p.report(e.Start, n)
		}
	}
}

// A strayChild is a child of the tool element that is not part of the envelope.
type strayChild struct {
	element   int
	near      string // the envelope's name that was most likely meant
	missing   bool   // the call has no element of that name
	read      bool   // the call's tool reads an argument of the name
	misplaced bool   // it was most likely meant as an argument
}

// strayChildren returns the children of the tool element that are not part of
// the envelope.
func (p *Pass) strayChildren() []strayChild {
	if p.strayed {
		return p.strays
	}
	p.strayed = true
	b := p.b
	tool := p.tool
	var missing []string // asked for once: there may be thousands of children
	for _, name := range envelopeNames {
		if b.Child(b.Envelope(), name) < 0 {
			missing = append(missing, name)
		}
	}
	p.notes(func(n xmlcall.Note) {
		local := b.Elements[n.Element].Local()
		near := nearEnvelope(local, missing)
		s := strayChild{element: n.Element, near: near, missing: slices.Contains(missing, near)}
		if tool != nil {
			s.read = tool.Argument(local) != nil && (s.near == "" || !tool.Open)
		}
		s.misplaced = s.read || s.near == "" && p.argumentsElement() < 0
		if local == "thinking" { // a step of the reasoning and not data
			s.misplaced = false
		}
		p.strays = append(p.strays, s)
	}, xmlcall.UnknownChild)
	return p.strays
}

// A move is the fix that brings all misplaced arguments where they belong,
// which all their findings share.
type move struct {
	fix    Fix
	budget int // bytes of edits that further findings may carry
}

func (p *Pass) moveArguments() []Fix {
	if p.moves == nil {
		var elements []int
		for _, s := range p.strayChildren() {
			if s.misplaced {
				elements = append(elements, s.element)
			}
		}
		title := "Move <" + p.b.Elements[elements[0]].Name + "> into <arguments>"
		if n := len(elements) - 1; n > 0 {
			title = fmt.Sprintf("Move <%s> and %d more into <arguments>", Clip(p.b.Elements[elements[0]].Name), n)
		}
		edits := p.moveEdits(elements)
		p.moves = &move{Fix{Title: title, Edits: edits}, sharedBytes}
	}
	if !spend(&p.moves.budget, p.moves.fix.Edits) {
		return nil
	}
	return []Fix{p.moves.fix}
}

// mayMove reports whether nothing but the place of the misplaced arguments is
// in doubt: the tool reads them all, as far as that is known, and there is one
// of each.
func (p *Pass) mayMove() bool {
	if p.elided() {
		return false // a template may put the arguments somewhere else
	}
	b := p.b
	known := p.tool != nil
	var names []string
	for _, s := range p.strayChildren() {
		if !s.misplaced && s.near == "" || known && !s.read {
			return false // perhaps the slip of an argument that the tool waits for
		}
		names = append(names, b.Elements[s.element].Local())
	}
	if at := p.argumentsElement(); at >= 0 {
		for i := at + 1; i < len(b.Elements); i++ {
			if b.Elements[i].Parent == at {
				names = append(names, b.Elements[i].Local())
			}
		}
	}
	slices.Sort(names)
	n := len(names)
	return len(slices.Compact(names)) == n
}

// moveEdits returns the edits that move elements into the arguments, or that
// put arguments around them.
func (p *Pass) moveEdits(elements []int) []Edit {
	b := p.b
	at := p.argumentsElement()
	if at < 0 && p.adjacent(elements) {
		return p.wrap(elements)
	}
	texts := make([]string, len(elements))
	edits := make([]Edit, len(elements), len(elements)+1)
	for i, k := range elements {
		span := b.Elements[k].Span()
		texts[i] = b.Slice(span)
		edits[i] = Edit{Span: p.wholeLines(span), Text: ""}
	}
	if at >= 0 {
		edits = append(edits, p.lastChildren(at, "  ", texts...))
		slices.SortFunc(edits, CompareEdits)
		return edits
	}
	// The last of them makes room for the new arguments.
	span := b.Elements[elements[len(elements)-1]].Span()
	text := "<arguments>" + strings.Join(texts, "") + "</arguments>"
	if indent, first := p.indent(span.Start); first {
		line := p.lineEnds("\n" + indent)
		text = "<arguments>" + line + "  " + strings.Join(texts, line+"  ") + line + "</arguments>"
	}
	edits[len(edits)-1] = Edit{Span: span, Text: text}
	return edits
}

// adjacent reports whether nothing stands between the elements.
func (p *Pass) adjacent(elements []int) bool {
	for i := 1; i < len(elements); i++ {
		between := xmlcall.Span{Start: p.b.Elements[elements[i-1]].End.End, End: p.b.Elements[elements[i]].Start.Start}
		if strings.TrimSpace(p.b.Slice(between)) != "" {
			return false
		}
	}
	return true
}

// wrap returns the edits that put arguments around adjacent elements.
func (p *Pass) wrap(elements []int) []Edit {
	start := p.b.Elements[elements[0]].Start.Start
	end := p.b.Elements[elements[len(elements)-1]].End.End
	indent, first := p.indent(start)
	if !first {
		return []Edit{{Span: xmlcall.Span{Start: start, End: start}, Text: "<arguments>"}, {Span: xmlcall.Span{Start: end, End: end}, Text: "</arguments>"}}
	}
	line := p.lineEnds("\n" + indent)
	edits := []Edit{{Span: xmlcall.Span{Start: start, End: start}, Text: "<arguments>" + line + "  "}}
	for _, k := range elements[1:] {
		at := p.b.Elements[k].Start.Start
		if _, first := p.indent(at); first {
			edits = append(edits, Edit{Span: xmlcall.Span{Start: at, End: at}, Text: "  "})
		}
	}
	return append(edits, Edit{Span: xmlcall.Span{Start: end, End: end}, Text: line + "</arguments>"})
}
