package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callTooLarge = &Rule{
	Code:     "call-too-large",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A call of more than 10 MiB`,
	Long:     xmlcall.MaxSize,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.TooLarge}},
	Check:    checkCallTooLarge,
}

func checkCallTooLarge(p *Pass) {
	for problem := range p.Problems() {
		p.report(problem.Span, Report{
			Message: "This `<tool>` block is " + thousands.Separate(problem.Span.Len()) + " bytes; the limit is " + thousands.Separate(p.MaxSize),
			Note:    "The runtime refuses larger calls; write a long file in parts",
		})
	}
}
