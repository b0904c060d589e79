package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "invalid-attribute",
	Severity: Error,
	Summary:  `An attribute without a quoted value`,
	Explanation: `An attribute has the form \'name="value"\', without < in the value. The runtime's parser
refuses anything else, although it ignores attributes.

Inside a value the tag is most likely text: escaping it is safe. On an argument's own
tag, quoting or removing the attribute is a suggestion.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message lang=en>hi</message>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>hi</message>
</arguments>
</tool>`,
	check: checkInvalidAttribute,
})

func checkInvalidAttribute(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		fixes := p.escapeTags(problem.Element)
		text := p.b.Slice(problem.Span)
		if name, value, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(value, "\"'<") {
			fixes = append(fixes, replace("Quote the value", problem.Span, name+`="`+value+`"`))
		}
		start := problem.Span.Start
		for start > 0 && strings.IndexByte(" \t\r\n", p.b.Text[start-1]) >= 0 {
			start--
		}
		fixes = append(fixes, replace("Remove "+text, xmlcall.Span{Start: start, End: problem.Span.End}, ""))
		p.report(problem.Span, note{
			message: "An attribute is written name=\"value\": the runtime refuses the call",
			fixes:   fixes,
		})
	}, xmlcall.InvalidAttribute)
}
