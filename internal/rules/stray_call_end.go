package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
)

var strayCallEnd = &Rule{
	Code:     "stray-call-end",
	Severity: Information,
	Group:    Messages,
	Summary:  "A </tool> without a <tool>",
	Needs:    call.Needs{Facts: call.Neighbors},
	Check:    checkStrayCallEnd,
}

func checkStrayCallEnd(p *Pass) {
	for _, span := range p.Around.StrayEnds {
		p.report(span, Report{
			Message: "`</tool>` does not end a call; remove it",
			Note:    "The runtime shows it as text",
			Fixes:   []Fix{replace("Remove `</tool>`", span, "")},
		})
	}
}
