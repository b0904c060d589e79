package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "stray-text",
	Severity: Warning,
	Summary:  "Text where the runtime expects elements",
	Explanation: `
Between the elements of a call, and between its arguments, the runtime ignores text. Prose
belongs before the call, a value in an element of its name.

Three dots that stand for what an example leaves out are not reported.
`,
	Bad: `<tool>
Calling:
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `Calling:
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	check: checkStrayText,
})

func checkStrayText(p *pass) {
	p.notes(func(n xmlcall.Note) {
		text := p.b.Slice(n.Span)
		if isEllipsis(text) {
			return
		}
		p.report(n.Span, note{
			message: "The runtime ignores text between elements: \"" + clip(text) + "\"",
			fixes:   []Fix{replace("Remove the text", n.Span, "")},
		})
	}, xmlcall.StrayText)
}
