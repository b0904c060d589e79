package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// moveEdits returns the edits that move elements into the arguments, or that
// put arguments around them.
func moveEdits(p *Pass, elements []xmlcall.ElementID) []Edit {
	b := p.Block
	at := p.ArgumentsElement()
	if at < 0 && call.Adjacent(p.Block, elements) {
		return aroundAll(p, elements)
	}
	texts := make([]string, len(elements))
	edits := make([]Edit, len(elements), len(elements)+1)
	for i, k := range elements {
		span := b.Element(k).Span()
		texts[i] = b.Slice(span)
		edits[i] = Edit{Span: p.WholeLines(span), Text: ""}
	}
	if at >= 0 {
		return sorted(append(edits, lastChildren(p, at, "  ", texts...)))
	}
	// The last of them makes room for the new arguments.
	span := b.Element(elements[len(elements)-1]).Span()
	text := "<arguments>" + strings.Join(texts, "") + "</arguments>"
	if indent, first := p.Indent(span.Start); first {
		line := p.LineEnds("\n" + indent)
		text = "<arguments>" + line + "  " + strings.Join(texts, line+"  ") + line + "</arguments>"
	}
	edits[len(edits)-1] = Edit{Span: span, Text: text}
	return edits
}

// aroundAll returns the edits that put arguments around adjacent elements.
func aroundAll(p *Pass, elements []xmlcall.ElementID) []Edit {
	start := p.Block.Element(elements[0]).Start().Start
	end := p.Block.Element(elements[len(elements)-1]).End().End
	indent, first := p.Indent(start)
	if !first {
		return []Edit{{Span: xmlcall.Span{Start: start, End: start}, Text: "<arguments>"}, {Span: xmlcall.Span{Start: end, End: end}, Text: "</arguments>"}}
	}
	line := p.LineEnds("\n" + indent)
	edits := []Edit{{Span: xmlcall.Span{Start: start, End: start}, Text: "<arguments>" + line + "  "}}
	for _, k := range elements[1:] {
		at := p.Block.Element(k).Start().Start
		if _, first := p.Indent(at); first {
			edits = append(edits, Edit{Span: xmlcall.Span{Start: at, End: at}, Text: "  "})
		}
	}
	return append(edits, Edit{Span: xmlcall.Span{Start: end, End: end}, Text: line + "</arguments>"})
}

// namedChildren returns the fix that writes the children of the tool element that name an
// argument, such as <parameter name="path">, as arguments.
func namedChildren(p *Pass) Fix {
	b, at := p.Block, p.ArgumentsElement()
	var texts []string
	var edits []Edit
	for _, s := range p.Strays() {
		if p.NamedBy(s.Element) == "" {
			continue
		}
		n, _ := call.NamedIn(b, s.Element)
		if n.InAttribute {
			texts = append(texts, call.AsElement(n.Name, b.Slice(n.Value)))
		} else {
			texts = append(texts, "<"+n.Name+">"+b.Slice(n.Value)+"</"+n.Name+">")
		}
		span := b.Element(s.Element).Span()
		if len(edits) > 0 || at != xmlcall.NoElement {
			span = p.WholeLines(span)
		}
		edits = append(edits, Edit{Span: span})
	}
	if at == xmlcall.NoElement {
		edits[0].Text = "<arguments>" + strings.Join(texts, "") + "</arguments>"
	} else {
		edits = append(edits, lastChildren(p, at, "  ", texts...))
	}
	return Fix{Title: "Write as elements in `<arguments>`", Edits: sorted(edits)}
}
