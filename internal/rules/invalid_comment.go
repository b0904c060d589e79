package rules

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var invalidComment = &Rule{
	Code:     "invalid-comment",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A comment that contains -- or is never closed`,
	Explanation: `In an XML comment \'--\' is allowed only in the closing \'-->\'. Otherwise, or if the
comment is never closed, the runtime's parser refuses the call.`,
	FixSafety: `
Writing \'-\' for \'--\' is certain in a comment between elements, which no tool gets. In a value, where
the comment may have been text, and for an unclosed comment, every fix is a guess.
`,
	Bad: callTo + "converse" + withArguments + `
  <message>ok</message>
  <!-- a -- b -->
` + endOfCall,
	Good: callTo + "converse" + withArguments + `
  <message>ok</message>
  <!-- a - b -->
` + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidComment}},
	Check: checkInvalidComment,
}

func checkInvalidComment(p *Pass) {
	for problem := range p.Problems() {
		text := p.Block.Slice(problem.Span)
		if text == "<!--" {
			p.report(problem.Span, Report{
				Message: "Missing `-->` for `<!--`; write it, or `&lt;!--` for text",
				Note:    refused,
				Fixes:   []Fix{replace("Escape as `&lt;!--`", problem.Span, "&lt;!--")},
			})
			continue
		}
		fixes := []Fix{replace("Write `-`", problem.Span, "-")}
		if t, ok := p.TokenAt(problem.Span.Start); ok && p.ScalarsOf()[t.Element()] != xmlcall.NoElement {
			fixes = slices.Insert(fixes, 0, replace("Escape as text", t.Span(), encode.Escape(p.Block.Slice(t.Span()))))
		}
		p.report(problem.Span, Report{
			Message: "`--` in a comment; write `-`",
			Note:    refused,
			Fixes:   fixes,
		})
	}
}
