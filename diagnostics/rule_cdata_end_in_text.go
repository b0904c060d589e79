package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "cdata-end-in-text",
	Severity: Error,
	Summary:  `The characters ]]> outside a CDATA section`,
	Explanation: `XML does not allow \']]>\' in text, because it looks like the end of a CDATA
section. The runtime's parser refuses the call. Escaping the > is safe and
decodes to the same value.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>if a[b[0]]> 1 {}</content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>if a[b[0]]&gt; 1 {}</content>
</arguments>
</tool>`,
	check: checkCdataEndInText,
})

func checkCdataEndInText(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		fix := replace("Escape as ]]&gt;", problem.Span, "]]&gt;")
		p.report(problem.Span, note{
			message: "The runtime refuses this call: ]]> outside a CDATA section is written ]]&gt;",
			fixes:   p.escapeFixes(problem, fix),
		})
	}, xmlcall.CDATAEndInText)
}
