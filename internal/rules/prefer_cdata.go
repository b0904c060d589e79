package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var preferCdata = &Rule{
	Code:         "prefer-cdata",
	Severity:     Hint,
	Group:        Style,
	OffByDefault: true,
	Summary:      "A long value, or one with many special characters, written as escapes",
	Explanation: `
ADR-0024 writes a value as a CDATA section if it has five or more special characters (\'&\', \'<\' and
\'>\'), or at least one and more than 1,000 bytes. Escapes in code are hard to read, and each one is a
chance for a slip.

A value that no section can hold is left alone: one with \'</tool>\', a thinking tag or a carriage return in it. So is one
with literal references, which in a section would look like a mistake.
`,
	FixSafety: `
The section is certain: it decodes to the same value.
`,
	Bad: callTo + "write_file" + withArguments + `
  <path>a.html</path>
  <content>&lt;p&gt;Hello&lt;/p&gt;&lt;hr&gt;</content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>a.html</path>
  <content><![CDATA[<p>Hello</p><hr>]]></content>
` + endOfCall,
	Needs: facts.Needs{Facts: facts.Values},
	Check: checkPreferCdata,
}

func checkPreferCdata(p *Pass) {
	for f := range p.SoundFields() {
		content := p.Block.Element(f.Element).Content()
		if f.Sections > 0 || !encode.PrefersCDATA(f.Text) || f.Text == p.Block.Slice(content) ||
			hasReferences(f.Text) || strings.Contains(f.Text, "<tool") {
			continue
		}
		section, ok := asSection(f.Text)
		if !ok {
			continue
		}
		p.report(content, Report{
			Message: "Many escapes in `<" + Clip(p.Block.Element(f.Element).Name()) + ">`; CDATA is easier to read",
			Fixes:   []Fix{replace(Titled("Wrap `<", p.Block.Element(f.Element).Name(), ">` in CDATA"), content, section)},
		})
	}
}
