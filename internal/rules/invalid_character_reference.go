package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidCharacterReference = &Rule{
	Code:     "invalid-character-reference",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A reference to a character that XML does not allow`,
	Explanation: `A reference does not make a character legal: \'&#0;\' and \'&#7;\' are refused like the
characters themselves, and so is a number above U+10FFFF. The ampersand repair leaves
them alone, because they look like references.`,
	FixSafety: `
Both fixes change the value and are guesses: the character that was meant cannot be written.
`,
	Bad:   callTo + "converse" + withArguments + "\n  <message>nul &#0; here</message>\n" + endOfCall,
	Good:  callTo + "converse" + withArguments + "\n  <message>nul here</message>\n" + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidCharacterReference}},
	Check: checkInvalidCharacterReference,
}

func checkInvalidCharacterReference(p *Pass) {
	for problem := range p.Problems() {
		p.report(problem.Span, Report{
			Message: "`" + Clip(p.Block.Slice(problem.Span)) + "` does not refer to a valid character; remove it",
			Note:    refused,
			Fixes: []Fix{
				replace(Titled("Remove `", p.Block.Slice(problem.Span), "`"), problem.Span, ""),
				replace("Replace with `U+FFFD`", problem.Span, "\uFFFD"),
			},
		})
	}
}
