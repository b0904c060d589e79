package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidCharacterReference = &Rule{
	Code:     "invalid-character-reference",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A reference to a character that XML does not allow`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidCharacterReference}},
	Check:    checkInvalidCharacterReference,
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
