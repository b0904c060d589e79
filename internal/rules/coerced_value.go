package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
)

var coercedValue = &Rule{
	Code:     "coerced-value",
	Severity: Error,
	Group:    Safety,
	Summary:  "A value whose text the tool changes",
	Needs:    call.Needs{Issues: []toolspec.IssueKind{toolspec.CoercedValue}},
	Check:    checkCoercedValue,
}

func checkCoercedValue(p *Pass) {
	for i := range p.Issues() {
		p.report(i.Span, Report{
			Message: "`" + Clip(p.Block.Slice(i.Span)) + "` is passed as `" + Clip(strings.TrimPrefix(i.Reason, "becomes ")) + "`",
			Note:    "The tool converts text that looks like a number or a boolean, even in CDATA; this cannot be turned off",
		})
	}
}
