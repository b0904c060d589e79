package diagnostics

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "dropped-markup",
	Severity: Error,
	Summary:  "Markup in a value, which the runtime drops",
	Explanation: `
The runtime reads the text of a scalar argument and drops the elements in it, without a
word: \'<content><h1>Hello</h1></content>\' writes an empty file. It also drops comments,
processing instructions and a DOCTYPE.

The rule speaks only of arguments that a known tool, Forge's own or one of yours, reads as
a scalar. Arguments that hold a list, and tools that are not known, are left alone.

Escaping the markup is safe where the value has no references or CDATA sections of its
own: then the text that stands there is what was meant. Who escapes some of a value may
have meant the rest as markup; there the fix is a suggestion.
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
			p.report(span, note{
				message: "The runtime drops " + clip(b.Slice(t.Span)) + ": the tool gets <" + clip(e.Name) + "> without it",
				fixes:   dropFixes(p, element, span),
			})
		}
	})
}

// dropFixes returns the fixes for the markup under span in a scalar: to escape
// it alone, and what makes text of the whole scalar.
func dropFixes(p *pass, scalar int, span xmlcall.Span) []Fix {
	whole := p.wholeText(scalar)
	if len(whole.fixes) == 0 {
		return nil
	}
	fixes := []Fix{replace("Escape as text", span, xmlcall.Escape(p.b.Slice(span)))}
	switch {
	case !whole.spend():
	case len(whole.fixes) == 2 && xmlcall.PrefersCDATA(p.b.Slice(whole.fixes[0].Edits[0].Span)):
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
