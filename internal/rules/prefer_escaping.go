package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var preferEscaping = &Rule{
	Code:         "prefer-escaping",
	Severity:     Hint,
	Group:        Style,
	OffByDefault: true,
	Summary:      "A CDATA section around a value that hardly needs one",
	Explanation: `
ADR-0024 writes a value with fewer than five special characters (\'&\', \'<\' and \'>\') as escapes, and
leaves CDATA sections to long or crowded values. A section for one ampersand costs a model more than the
escape does, and is one more thing to forget to close.

A section that changes the meaning is left alone: one that makes a string of what would be read as a number
(ADR-0019), or that holds references literally.
`,
	FixSafety: `
The escapes are certain: they decode to the same value.
`,
	Bad: callTo + "execute_command" + withArguments + `
  <command><![CDATA[make && make install]]></command>
` + endOfCall,
	Good: callTo + "execute_command" + withArguments + `
  <command>make &amp;&amp; make install</command>
` + endOfCall,
	Needs: facts.Needs{Facts: facts.Values},
	Check: checkPreferEscaping,
}

func checkPreferEscaping(p *Pass) {
	for f := range p.SoundFields() {
		e := p.Block.Element(f.Element)
		if f.Sections == 0 || f.Sections < int(e.Last()-e.First())-1 || encode.PrefersCDATA(f.Text) || hasReferences(f.Text) ||
			syntax.HasThinking(f.Text) || p.HoldsStructure(f.Element) {
			continue
		}
		if _, isText := (&xmlcall.Value{Children: []*xmlcall.Value{{Text: f.Text}}}).Infer()[""].(string); !isText {
			continue
		}
		p.report(e.Content(), Report{
			Message: "CDATA for few special characters in `<" + Clip(p.Block.Element(f.Element).Name()) + ">`; escapes are shorter",
			Fixes:   []Fix{replace(Titled("Write `<", p.Block.Element(f.Element).Name(), ">` as escapes"), e.Content(), encode.Escape(f.Text))},
		})
	}
}
