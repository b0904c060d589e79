package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
)

var emptyArgument = &Rule{
	Code:     "empty-argument",
	Severity: Error,
	Group:    Schema,
	Summary:  "An argument that must not be empty",
	Needs:    call.Needs{Issues: []toolspec.IssueKind{toolspec.EmptyArgument}},
	Check:    checkEmptyArgument,
}

func checkEmptyArgument(p *Pass) {
	for i := range p.Issues() {
		if _, ok := p.ValueAttribute(i.Element); ok {
			continue // the value is there, as an attribute
		}
		p.report(i.Span, Report{Message: "Empty `<" + Clip(i.Name) + ">`; write a value", Note: toolRefuses})
	}
}
