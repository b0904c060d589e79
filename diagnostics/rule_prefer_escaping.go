package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:         "prefer-escaping",
	Severity:     Hint,
	OffByDefault: true,
	Summary:      "A CDATA section around a value that hardly needs one",
	Explanation: `
ADR-0024 writes a value with fewer than five special characters (\'&\', \'<\' and \'>\') as
escapes, and leaves CDATA sections to long or crowded values. A section for one ampersand
costs a model more than the escape does, and is one more thing to leave open.

A section with a meaning of its own is left alone: one that makes a string of what would be read as a number
(ADR-0019), or that holds references literally.
`,
	FixSafety: `
The escapes are certain: they decode to the very same value.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>execute_command</tool_name>
<arguments>
  <command><![CDATA[make && make install]]></command>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>execute_command</tool_name>
<arguments>
  <command>make &amp;&amp; make install</command>
</arguments>
</tool>`,
	check: checkPreferEscaping,
})

func checkPreferEscaping(p *pass) {
	p.soundFields(func(element int, text string, sections int) {
		e := &p.b.Elements[element]
		if sections == 0 || sections < e.Last-e.First-1 || encode.PrefersCDATA(text) || hasReferences(text) ||
			strings.Contains(text, "<thinking>") || strings.Contains(text, "</thinking>") || p.holdsStructure(element) {
			return
		}
		if _, isText := (&xmlcall.Value{Children: []*xmlcall.Value{{Text: text}}}).Infer()[""].(string); !isText {
			return
		}
		p.report(e.Content(), note{
			message: "Few special characters in CDATA: escapes are shorter",
			fixes:   []Fix{replace("Write "+clip(p.fieldName(element))+" as escapes", e.Content(), encode.Escape(text))},
		})
	})
}

// soundFields calls f for each value that the runtime reads as it is written,
// with its text and the number of its CDATA sections. There are none in a call
// that does not run as written: something else must be mended first.
func (p *pass) soundFields(f func(element int, text string, sections int)) {
	if p.outcome() != xmlcall.Runs || p.b.Form != xmlcall.Closed {
		return
	}
	for i := range p.b.Elements {
		if !p.inArguments(i) || len(p.problemsIn(i)) > 0 {
			continue
		}
		text, ok := p.fieldText(i)
		if !ok {
			continue
		}
		e, sections := &p.b.Elements[i], 0
		for _, t := range p.b.Tokens[e.First+1 : e.Last] {
			if t.Kind == xmlcall.CDATA {
				sections++
			}
		}
		f(i, text, sections)
	}
}
