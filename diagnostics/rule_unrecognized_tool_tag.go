package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "unrecognized-tool-tag",
	Severity: Error,
	Summary:  `A tag that was meant to be <tool> or </tool>`,
	Explanation: `The runtime finds calls by searching for the literal characters \'<tool>\' and
\'</tool>\'. It does not see \'<Tool>\', \'<tool id="7">\', \'<tool >\' or \'</tool >\': the reply has no
call, or the call does not end where it seems to.

Writing the literal tag is safe. Attributes are dropped with it; the runtime has no
use for them.`,
	Bad: `<tool id="7">
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	check: checkUnrecognizedToolTag,
})

func checkUnrecognizedToolTag(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		message := "The runtime looks for the literal <tool> and sees no call here"
		if problem.Want == "</tool>" {
			message = "The runtime looks for the literal </tool>: for it the call does not end here"
		}
		p.report(problem.Span, note{
			message: message,
			fixes:   []Fix{replace("Write "+problem.Want, problem.Span, problem.Want)},
		})
	}, xmlcall.UnrecognizedTag)
}
