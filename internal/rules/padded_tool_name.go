package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var paddedToolName = &Rule{
	Code:     "padded-tool-name",
	Severity: Error,
	Group:    Envelope,
	Summary:  "A tool name with white space around it",
	Explanation: `
The runtime does not trim the name of the tool: with a space or a line break around it, no tool
has that name, and the call fails like one to an unknown tool.
`,
	FixSafety: `
Trimming is certain where the result is the name of a known tool that accepts the call.
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
	Good:  callTo + "converse" + withArguments + "\n  <message>hi</message>\n" + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.PaddedToolName}},
	Check: checkPaddedToolName,
}

func checkPaddedToolName(p *Pass) {
	for n := range p.Notes() {
		if n.Want == "" {
			p.report(n.Span, Report{
				Message: "Blank `<tool_name>`; write the name of the tool",
				Note:    "No tool has a blank name",
				Fixes:   nameChoices(p, p.Block.Element(n.Element).Span(), true),
			})
			continue
		}
		fix := replace(Titled("Trim to `", n.Want, "`"), n.Span, encode.Escape(n.Want))
		p.report(n.Span, Report{
			Message: "White space around the tool name; write `" + Clip(n.Want) + "` alone",
			Note:    "The runtime does not trim the name, so no tool matches it",
			Fixes:   []Fix{fix},
		})
	}
}
