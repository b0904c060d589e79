package diagnostics

import (
	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:     "dropped-markup",
	Severity: Error,
	Summary:  "Markup in a value, which the runtime drops",
	Explanation: `
The runtime reads the text of a scalar argument and drops the elements in it, without a
word: \'<content><h1>Hello</h1></content>\' writes an empty file. It also drops comments,
processing instructions and a DOCTYPE.

The rule is only about arguments that a known tool, Forge's own or one of yours, reads as
a scalar. Arguments that hold a list, and tools that are not known, are left alone.

An element with the name of the argument itself, or one such as \'<value>\', that is all of the
value is not its text: there the fix is to remove that element.
`,
	FixSafety: `
Escaping is certain where the markup is that of another language and no name in it means
anything in the call. It is a guess in a value with references or CDATA sections of its own:
who escapes some of a value may have meant the rest as markup. Removing an inner element such
as \'<value>\' is certain around one word in a path, a name or a number, and a guess elsewhere.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>index.html</path>
  <content><h1>Hello</h1></content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>index.html</path>
  <content>&lt;h1&gt;Hello&lt;/h1&gt;</content>
</arguments>
</tool>`,
	check: checkDroppedMarkup,
})

func checkDroppedMarkup(p *pass) {
	if p.outcome() == xmlcall.Refused {
		return // that says it all
	}
	p.scalars(func(element int, kind toolspec.Kind) {
		b := p.b
		e := &b.Elements[element]
		for i := e.First + 1; i < e.Last; i++ {
			t := &b.Tokens[i]
			span := t.Span
			switch t.Kind {
			case xmlcall.StartTag:
				if b.Elements[t.Element].Parent != element {
					continue
				}
				span = b.Elements[t.Element].Span()
			case xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
				// In a number they are transparent: 4<!-- x -->2 is 42.
				if t.Element != element || kind != toolspec.String || p.malformedSection(t) {
					continue
				}
			default:
				continue
			}
			n := note{
				message: "Markup " + clip(b.Slice(t.Span)) + " in <" + clip(e.Local()) + ">: escape it; the tool gets the value without it",
				fixes:   dropFixes(p, element, span),
			}
			if inner := t.Element; t.Kind == xmlcall.StartTag && p.onlyWraps(element, inner) {
				i := &b.Elements[inner]
				n.message = "Element <" + clip(i.Name) + "> around the value of <" + clip(e.Local()) + ">: remove it; the tool gets nothing"
				n.fixes = append([]Fix{{Title: "Remove the inner element", Edits: []Edit{{i.Start, ""}, {i.End, ""}}}}, n.fixes...)
			}
			p.report(span, n)
		}
	})
}

// onlyWraps reports whether an element in a scalar is only there to hold the
// value: it has the scalar's own name, or one that other formats have for that, and
// there is nothing beside it.
func (p *pass) onlyWraps(scalar, inner int) bool {
	b := p.b
	e := &b.Elements[inner]
	if e.Local() != b.Elements[scalar].Local() && !facts.IsContainer(e.Local()) || e.End.Len() == 0 || hasChildren(b, inner) {
		return false
	}
	return trim(b, b.Elements[scalar].Content()) == e.Span()
}

// dropFixes returns the fixes for the markup under span in a scalar: to escape
// it alone, and what makes text of the whole scalar.
func dropFixes(p *pass, scalar int, span xmlcall.Span) []Fix {
	whole := p.wholeText(scalar)
	if len(whole.fixes) == 0 {
		return nil
	}
	fixes := []Fix{replace("Escape as text", span, encode.Escape(p.b.Slice(span)))}
	switch {
	case !whole.spend():
	case len(whole.fixes) == 2 && encode.PrefersCDATA(p.b.Slice(whole.fixes[0].Edits[0].Span)):
		fixes = []Fix{whole.fixes[0], fixes[0]}
	default:
		fixes = append(fixes, whole.fixes[1:]...)
	}
	return fixes
}

// malformedSection reports whether a directive was meant to be a CDATA
// section, which another rule says.
func (p *pass) malformedSection(t *xmlcall.Token) bool {
	for i := p.firstProblem(t.Span.Start); i < len(p.b.Problems) && p.b.Problems[i].Span.Start == t.Span.Start; i++ {
		if p.b.Problems[i].Kind == xmlcall.MalformedCDATA {
			return true
		}
	}
	return false
}
