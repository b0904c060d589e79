package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "unclosed-element",
	Severity: Error,
	Summary:  `A start tag without an end tag`,
	Explanation: `Every element must be closed. The runtime's parser refuses the call at the first
end tag that does not fit.

Inserting the end tag is safe where it can stand in one place only: behind a
value that is one word, such as a path, or one CDATA section, or behind the last element of a
container, where white space means nothing. Behind a longer value it is a
suggestion, because the line break behind it may or may not belong to the value.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>src/x.go
  <start_line>1</start_line>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>src/x.go</path>
  <start_line>1</start_line>
</arguments>
</tool>`,
	check: checkUnclosedElement,
})

func checkUnclosedElement(p *pass) {
	p.problems(func(problem xmlcall.Problem) {
		text := problem.Want
		indent, first := p.indent(problem.Span.Start)
		if first && strings.HasPrefix(strings.TrimPrefix(p.b.Text[problem.Span.End:], "\r"), "\n") && strings.Contains(p.b.Text[problem.Span.End:problem.At], "</") {
			text = "\n" + indent + text // the start tag has a line of its own
		}
		p.report(problem.Span, note{
			message: "Nothing closes " + clip(p.b.Slice(problem.Span)) + ": the runtime refuses the call",
			fixes:   []Fix{insert("Insert "+problem.Want, problem.At, p.lineEnds(text))},
		})
	}, xmlcall.UnclosedElement)
}
