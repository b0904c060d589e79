package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
)

var emptyValue = &Rule{
	Code:     "empty-value",
	Severity: Warning,
	Group:    Safety,
	Summary:  "An empty number or boolean, which is read as 0 or false",
	Needs:    call.Needs{Issues: []toolspec.IssueKind{toolspec.EmptyValue}},
	Check:    checkEmptyValue,
}

func checkEmptyValue(p *Pass) {
	for i := range p.Issues() {
		if _, ok := p.ValueAttribute(i.Element); ok {
			continue // the value is there, as an attribute
		}
		note := "It is read as `0`"
		if i.Argument.Kind == toolspec.Boolean {
			note = "It is read as `false`"
		}
		p.report(i.Span, Report{
			Message: "Empty `<" + Clip(i.Name) + ">`; write a value or remove it",
			Note:    note,
			Fixes:   []Fix{removeElement(p, i.Element)},
		})
	}
}
