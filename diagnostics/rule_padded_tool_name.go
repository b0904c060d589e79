package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:     "padded-tool-name",
	Severity: Error,
	Summary:  "A tool name with white space around it",
	Explanation: `
The runtime does not trim the name of the tool: with a space or a line break around it, it
is the name of no tool, and the call fails as one to an unknown tool.
`,
	FixSafety: `
Trimming is certain where it leads to the name of a known tool that accepts the call.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>
converse
</tool_name>
<arguments>
  <message>hi</message>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>hi</message>
</arguments>
</tool>`,
	check: checkPaddedToolName,
})

func checkPaddedToolName(p *pass) {
	p.notes(func(n xmlcall.Note) {
		if n.Want == "" {
			p.report(n.Span, note{
				message: "Blank tool name: write the name of a tool",
				fixes:   p.nameChoices(p.b.Elements[n.Element].Span(), true),
			})
			return
		}
		fix := replace("Trim to "+clip(n.Want), n.Span, encode.Escape(n.Want))
		p.report(n.Span, note{
			message: "White space around the tool name: write " + clip(n.Want) + "; there is no tool of the padded name",
			fixes:   []Fix{fix},
		})
	}, xmlcall.PaddedToolName)
}
