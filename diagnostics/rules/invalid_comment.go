package rules

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidComment = &Rule{
	Code:     "invalid-comment",
	Severity: Error,
	Summary:  `A comment that holds -- or is never closed`,
	Explanation: `In an XML comment -- is allowed only in the closing \'-->\'. The runtime's parser refuses
the call otherwise, and also where the comment is never closed.`,
	FixSafety: `
Writing \'-\' for \'--\' is certain in a comment between elements, which no tool gets. In a value,
where the comment may have been text, every fix is a guess, and so it is for one that is never
closed.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>ok</message>
  <!-- a -- b -->
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>ok</message>
  <!-- a - b -->
</arguments>
</tool>`,
	Check: checkInvalidComment,
}

func checkInvalidComment(p *Pass) {
	p.problems(func(problem xmlcall.Problem) {
		text := p.b.Slice(problem.Span)
		if text == "<!--" {
			p.report(problem.Span, note{
				message: "No `-->` closes this comment; the call is refused",
				fixes:   []Fix{replace("Escape as &lt;!--", problem.Span, "&lt;!--")},
			})
			return
		}
		p.report(problem.Span, note{
			message: "`--` in a comment: write `-`; the call is refused",
			fixes:   []Fix{replace("Write -", problem.Span, "-")},
		})
	}, xmlcall.InvalidComment)
}
