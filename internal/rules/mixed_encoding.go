package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var mixedEncoding = &Rule{
	Code:     "mixed-encoding",
	Severity: Warning,
	Group:    Style,
	Summary:  "A value that is partly in CDATA and partly not",
	Explanation: `
The runtime joins the pieces, with the white space between them. It works, but the notation changes in
the middle of the value, and the next edit is easily made in the wrong one.

The fixes write the whole value as escapes, or as one CDATA section if it is long or has many special
characters.
`,
	FixSafety: `
Writing the whole value one way is certain: it decodes to the same text. It is a guess where the
references in it are in doubt, and while the runtime's ampersand repair, which rewrites CDATA sections,
is needed for the call.
`,
	Bad: callTo + "write_file" + withArguments + `
  <path>a.txt</path>
  <content>Use &lt;b&gt; or <![CDATA[<i> & <u>]]> here</content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>a.txt</path>
  <content><![CDATA[Use <b> or <i> & <u> here]]></content>
` + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.MixedField}},
	Check: checkMixedEncoding,
}

func checkMixedEncoding(p *Pass) {
	for n := range p.Notes() {
		if p.IsArguments(n.Element) {
			continue // text in place of arguments, in whatever notation
		}
		name := p.Block.Element(n.Element).Name()
		p.report(n.Span, Report{
			Message: "The value of `<" + Clip(name) + ">` is partly in CDATA; write all of it one way",
			Note:    "The parts are joined, with the white space between them",
			Fixes:   oneMethod(p, n, name),
		})
	}
}

// oneMethod returns the fixes that write a field in a single notation, the preferred
// one first.
func oneMethod(p *Pass, n notes.Note, name string) []Fix {
	text, ok := p.FieldText(n.Element)
	if !ok {
		return nil
	}
	fixes := []Fix{replace(Titled("Escape all of `<", name, ">`"), n.Span, encode.Escape(text))}
	section, ok := asSection(text)
	if !ok {
		return fixes
	}
	wrap := replace(Titled("Wrap all of `<", name, ">` in CDATA"), n.Span, section)
	if encode.PrefersCDATA(text) {
		return []Fix{wrap, fixes[0]}
	}
	return append(fixes, wrap)
}
