package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// cutOffCall is about native calls, too, which are checked elsewhere.
var cutOffCall = &Rule{
	Code:     "cut-off-call",
	Severity: Error,
	Group:    Messages,
	Summary:  "A call that is cut off at the token limit",
	JSON:     true,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnclosedCall}},
	Check:    checkCutOffCall,
}

func checkCutOffCall(p *Pass) {
	if !p.cutOff() {
		return
	}
	for problem := range p.Problems() {
		what := "Call"
		if p.Tool != nil {
			what = "Call of `" + Clip(p.Tool.Name) + "`"
		}
		p.report(problem.Span, Report{Message: what + " cut off at the token limit; write less in one reply", Note: "The reply ends in it, so it is refused; a higher limit also helps"})
	}
}

// cutOff reports whether the call does not run because its reply ends in it, at the token limit.
func (p *Pass) cutOff() bool { return p.Around.CutOff && !p.Reason.Fine() }
