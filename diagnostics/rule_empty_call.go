package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "empty-call",
	Severity: Error,
	Summary:  `A call with nothing in it`,
	Explanation: `The runtime answers "tool_name is required in tool call". In a reply this is mostly
a mention of the two tags; write them as \'&lt;tool&gt;\' there.`,
	Bad: `Done.
<tool></tool>
`,
	Good: `Done.
<tool>
<server_name>local</server_name>
<tool_name>task_completion</tool_name>
<arguments>
  <result>Done.</result>
</arguments>
</tool>
`,
	check: checkEmptyCall,
})

func checkEmptyCall(p *pass) {
	if !p.empty || p.b.Form == xmlcall.Unclosed {
		return
	}
	example := "<tool>\n<server_name>local</server_name>\n<tool_name>task_completion</tool_name>\n" +
		"<arguments>\n  <result>Done.</result>\n</arguments>\n</tool>"
	p.report(p.b.Span, note{
		message: "The call is empty: the runtime answers that tool_name is required",
		fixes:   []Fix{replace("Insert an example: task_completion", p.b.Span, p.lineEnds(example))},
	})
}
