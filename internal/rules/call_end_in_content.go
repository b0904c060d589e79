package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callEndInContent = &Rule{
	Code:     "call-end-in-content",
	Severity: Error,
	Group:    Safety,
	Summary:  `A </tool> inside a value`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CallEndInContent}},
	Check:    checkCallEndInContent,
}

func checkCallEndInContent(p *Pass) {
	for problem := range p.Problems() {
		message := "Unescaped `</tool>` in `<" + Clip(problem.Want) + ">`; write `&lt;/tool&gt;`"
		if p.HasProblem(xmlcall.UnclosedCDATA) { // in which nothing is decoded
			message = "`</tool>` in the CDATA of `<" + Clip(problem.Want) + ">`; write the value with escapes instead"
		}
		p.report(problem.Span, Report{
			Message: message,
			Note:    "The first `</tool>` ends the call, even inside CDATA or a comment; the rest of the value is lost",
			Fixes:   fixCut(p, problem),
		})
	}
}
