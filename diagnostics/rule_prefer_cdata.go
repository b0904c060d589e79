package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:         "prefer-cdata",
	Severity:     Hint,
	OffByDefault: true,
	Summary:      "A long value, or one with many special characters, written as escapes",
	Explanation: `
ADR-0024 writes a value as a CDATA section if it has five or more special characters (\'&\',
\'<\' and \'>\'), or some and more than 1,000 bytes. Escapes in code are hard to read, and
each one is a chance for a slip.

A value that no section can hold is left alone: one with \'</tool>\', a thinking tag or a carriage return in it. So is one
with literal references, which in a section would look like a mistake.
`,
	FixSafety: `
The section is certain: it decodes to the very same value.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.html</path>
  <content>&lt;p&gt;Hello&lt;/p&gt;&lt;hr&gt;</content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.html</path>
  <content><![CDATA[<p>Hello</p><hr>]]></content>
</arguments>
</tool>`,
	check: checkPreferCdata,
})

func checkPreferCdata(p *pass) {
	p.soundFields(func(element int, text string, sections int) {
		content := p.b.Elements[element].Content()
		if sections > 0 || !encode.PrefersCDATA(text) || text == p.b.Slice(content) ||
			hasReferences(text) || strings.Contains(text, "<tool") {
			return
		}
		section, ok := asSection(text)
		if !ok {
			return
		}
		p.report(content, note{
			message: "Long or crowded value in escapes: CDATA is easier to read",
			fixes:   []Fix{replace("Wrap "+clip(p.fieldName(element))+" in CDATA", content, section)},
		})
	})
}
