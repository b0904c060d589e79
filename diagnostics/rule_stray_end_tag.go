package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:        "stray-end-tag",
	Severity:    Error,
	Summary:     `An end tag with nothing to close`,
	Explanation: `An end tag without a start tag makes the runtime's parser refuse the call.`,
	FixSafety: `
Both fixes are guesses: the tag may be one too many, or text that was meant literally.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>src/x.go</path></path>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>src/x.go</path>
</arguments>
</tool>`,
	check: checkStrayEndTag,
})

func checkStrayEndTag(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		tag := p.b.Slice(problem.Span)
		p.report(problem.Span, note{
			message: clip(tag) + " closes nothing: remove or escape it; the call is refused",
			fixes: []Fix{
				replace("Remove "+tag, problem.Span, ""),
				replace("Escape as text", problem.Span, encode.Escape(tag)),
			},
		})
	}, xmlcall.StrayEndTag)
}
