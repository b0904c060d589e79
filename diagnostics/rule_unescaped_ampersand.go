package diagnostics

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "unescaped-ampersand",
	Severity: Warning,
	Summary:  `An & that starts no character reference`,
	Explanation: `XML reads & as the start of a character reference such as \'&lt;\'. The
runtime's parser (Go's encoding/xml, strict) refuses any other &. It then
rewrites every & of the call that does not start one of the five predefined
entities or a numeric reference to \'&amp;\' and tries once more (ADR-0024), so
the call mostly runs.

Do not rely on that. The repair rewrites the & in CDATA sections as well, which
corrupts them (\'corrupted-cdata\'), it does nothing about a raw < in the same call,
and a runtime without it refuses the call.

Escaping the & is safe: it decodes to the same value, with no repair needed.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>search_files</tool_name>
<arguments>
  <path>src</path>
  <pattern>a && b</pattern>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>search_files</tool_name>
<arguments>
  <path>src</path>
  <pattern>a &amp;&amp; b</pattern>
</arguments>
</tool>`,
	check:    checkUnescapedAmpersand,
	repaired: true,
})

func checkUnescapedAmpersand(p *pass) {
	message := "The runtime reads this & only by its ampersand repair: write &amp;"
	if p.outcome() == xmlcall.Refused {
		message = "This & starts no character reference: write &amp;"
	}
	p.problems(func(problem xmlcall.Problem) {
		fix := replace("Escape as &amp;", problem.Span, "&amp;")
		p.report(problem.Span, note{message: message, fixes: p.escapeFixes(problem, fix)})
	}, xmlcall.BareAmpersand)
}
