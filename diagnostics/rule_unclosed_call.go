package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "unclosed-call",
	Severity: Error,
	Summary:  `A <tool> without a </tool>`,
	Explanation: `A call ends at the literal \'</tool>\'. Without it a reader of the finished reply sees
no call at all. The live runtime supplies the tag at the end of the reply: a call
that is otherwise complete runs, together with whatever prose follows it, and one
that was cut off inside a value is refused.

In a reply even a mention opens a call: a \'<tool>\' in inline code or in a sentence
collects everything behind it.

Inserting \'</tool>\' is safe where the call is complete: it has a name, and its
arguments are closed.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>
`,
	check: checkUnclosedCall,
})

func checkUnclosedCall(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		var fixes []Fix
		if problem.At >= 0 {
			text := "</tool>"
			if strings.Contains(p.b.Slice(xmlcall.Span{Start: problem.Span.End, End: problem.At}), "\n") {
				indent, _ := p.indent(problem.Span.Start)
				text = "\n" + indent + text
			}
			fixes = []Fix{insert("Insert </tool>", problem.At, p.lineEnds(text))}
		}
		p.report(problem.Span, note{
			message: "No </tool> closes this call: it is not seen, or runs together with what follows",
			fixes:   fixes,
		})
	}, xmlcall.UnclosedCall)
}
