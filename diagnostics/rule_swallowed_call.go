package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "swallowed-call",
	Severity: Error,
	Summary:  `A mention of <tool> that swallows the call behind it`,
	Explanation: `In a reply every \'<tool>\' opens a call, in inline code and in a sentence too. A mention
before the call takes the call's \'</tool>\' for its own, the real \'<tool>\' becomes an
element inside it, and the runtime refuses the whole.

Escaping the mention is safe: it is prose, and the call behind it is left as it is.`,
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
	check: checkSwallowedCall,
})

func checkSwallowedCall(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		p.report(problem.Span, note{
			message: "This <tool> opens a call and swallows the one behind it: the runtime refuses both",
			fixes:   []Fix{replace("Escape as &lt;tool&gt;", problem.Span, "&lt;tool&gt;")},
		})
	}, xmlcall.SwallowedCall)
}
