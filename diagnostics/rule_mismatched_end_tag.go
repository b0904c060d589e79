package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "mismatched-end-tag",
	Severity: Error,
	Summary:  `An end tag that does not fit the open element`,
	Explanation: `An end tag must repeat the name of the element that is open, letter for letter:
names are case-sensitive. The runtime's parser refuses the call.

Writing the name that is open is safe where the two differ by a slip: by case, or
by one letter. Otherwise it is a suggestion.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>hi</Message>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>hi</message>
</arguments>
</tool>`,
	check: checkMismatchedEndTag,
})

func checkMismatchedEndTag(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		want := "</" + problem.Want + ">"
		p.report(problem.Span, note{
			message: clip(p.b.Slice(problem.Span)) + " cannot close <" + clip(problem.Want) + ">: the runtime refuses the call",
			fixes:   []Fix{replace("Write "+want, problem.Span, want)},
		})
	}, xmlcall.MismatchedEndTag)
}
