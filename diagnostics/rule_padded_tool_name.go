package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "padded-tool-name",
	Severity: Error,
	Summary:  "A tool name with white space around it",
	Explanation: `
The runtime does not trim the name of the tool: with a space or a line break around it, it
is the name of no tool, and the call fails as one to an unknown tool.

Trimming is safe where the call then runs without another error.
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
				message: "The tool name is blank: there is no such tool",
				fixes:   p.nameChoices(p.b.Elements[n.Element].Span(), true),
			})
			return
		}
		fix := replace("Trim to "+clip(n.Want), n.Span, xmlcall.Escape(n.Want))
		p.report(n.Span, note{
			message: "The runtime does not trim the tool name: with white space around it, " + clip(n.Want) + " is no tool",
			fixes:   []Fix{fix},
		})
	}, xmlcall.PaddedToolName)
}
