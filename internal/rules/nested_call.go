package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var nestedCall = &Rule{
	Code:     "nested-call",
	Severity: Error,
	Group:    Safety,
	Summary:  `A <tool> inside a value`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.NestedCall}},
	Check:    checkNestedCall,
}

func checkNestedCall(p *Pass) {
	for problem := range p.Problems() {
		p.report(problem.Span, Report{
			Message: "Unescaped `<tool>` in a value; write `&lt;tool&gt;`",
			Note:    "The next `</tool>` ends the whole call, which the runtime then refuses",
			Fixes:   []Fix{replace("Escape as `&lt;tool&gt;`", problem.Span, "&lt;tool&gt;")},
		})
	}
}
