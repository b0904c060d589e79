package rules

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var swallowedCall = &Rule{
	Code:     "swallowed-call",
	Severity: Error,
	Summary:  `A mention of <tool> that swallows the call behind it`,
	Explanation: `In a reply every \'<tool>\' opens a call, in inline code and in a sentence too. A mention
before the call takes the call's \'</tool>\' for its own, the real \'<tool>\' becomes an
element inside it, and the runtime refuses the whole.`,
	FixSafety: `
Escaping the mention is certain where no tag of a call is between it and the call below: it is
prose, and the call is left as it is. What else is wrong with the call is fixed afterwards.
`,
	Bad: `Use the ` + "`" + `<tool>` + "`" + ` element.
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `Use the ` + "`" + `&lt;tool&gt;` + "`" + ` element.
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Check: checkSwallowedCall,
}

func checkSwallowedCall(p *Pass) {
	p.problems(func(problem xmlcall.Problem) {
		p.report(problem.Span, note{
			message: "`<tool>` in prose: write `&lt;tool&gt;`; it swallows the call below, and both are refused",
			fixes:   []Fix{replace("Escape as &lt;tool&gt;", problem.Span, "&lt;tool&gt;")},
		})
	}, xmlcall.SwallowedCall)
}
