package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
)

var typeMismatch = &Rule{
	Code:     "type-mismatch",
	Severity: Error,
	Group:    Schema,
	Summary:  "A value that the tool cannot read",
	Needs:    call.Needs{Issues: []toolspec.IssueKind{toolspec.TypeMismatch}},
	Check:    checkTypeMismatch,
}

func checkTypeMismatch(p *Pass) {
	for i := range p.Issues() {
		want := strings.TrimPrefix(i.Reason, "is not ")
		n := Report{Message: "Expected " + want + ", found `" + Clip(p.Block.Slice(i.Span)) + "`", Note: toolRefuses}
		if strings.TrimSpace(p.Block.Slice(i.Span)) == "" {
			n.Message = "Expected " + want + " in `<" + Clip(i.Name) + ">`, found white space"
		} else {
			for _, want := range i.Want {
				n.Fixes = append(n.Fixes, replace(Titled("Write `", want, "`"), i.Span, want))
			}
		}
		p.report(i.Span, n)
	}
}
