package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var swallowedCall = &Rule{
	Code:     "swallowed-call",
	Severity: Error,
	Group:    Safety,
	Summary:  `A mention of <tool> that swallows the call after it`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.SwallowedCall}},
	Check:    checkSwallowedCall,
}

func checkSwallowedCall(p *Pass) {
	for problem := range p.Problems() {
		p.report(problem.Span, Report{
			Message: "Unescaped `<tool>` in prose; write `&lt;tool&gt;`",
			Note:    "A call starts here and swallows the one below; the runtime refuses both",
			Fixes:   []Fix{replace("Escape as `&lt;tool&gt;`", problem.Span, "&lt;tool&gt;")},
		})
	}
}
