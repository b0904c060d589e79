package rules

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var paddedCdata = &Rule{
	Code:     "padded-cdata",
	Severity: Warning,
	Summary:  "White space between a tag and its CDATA section",
	Explanation: `
White space around a CDATA section is part of the value: a file begins with a line break
and the indentation of the call, and a text to search for is not found.

Numbers and booleans, which the runtime trims, are not reported, and paths and names are as
\'padded-value\'.
`,
	FixSafety: `
Removing the white space changes the value and is a guess: it may have been meant.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>b.txt</path>
  <content>
    <![CDATA[body]]>
  </content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>b.txt</path>
  <content><![CDATA[body]]></content>
</arguments>
</tool>`,
	Check: checkPaddedCdata,
}

func checkPaddedCdata(p *Pass) {
	var padded map[int]bool // paths and names, of which it is said already
	p.notes(func(n xmlcall.Note) {
		if padded == nil {
			padded = map[int]bool{}
			p.issues(func(i toolspec.Issue) { padded[i.Element] = true }, toolspec.PaddedValue)
		}
		if padded[n.Element] {
			return
		}
		if !p.inArguments(n.Element) || p.holdsStructure(n.Element) {
			return
		}
		if known := p.arguments(); known != nil && known[n.Element] != nil && known[n.Element].Kind != toolspec.String {
			return
		}
		p.report(n.Span, note{
			message: "White space beside CDATA; it is part of the value of <" + Clip(p.b.Elements[n.Element].Name) + ">",
			fixes:   []Fix{replace("Remove the white space", n.Span, "")},
		})
	}, xmlcall.PaddedSection)
}
