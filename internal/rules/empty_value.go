package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/toolspec"
)

var emptyValue = &Rule{
	Code:     "empty-value",
	Severity: Warning,
	Group:    Safety,
	Summary:  "An empty number or boolean, which is read as 0 or false",
	Explanation: `
The runtime reads an empty number as 0 and an empty boolean as false, as if the element were missing.
\'<recursive/>\' does not turn anything on.
`,
	FixSafety: `
Removing the element is a guess: the call runs the same, but a value may have been meant.
`,
	Bad: callTo + "list_files" + withArguments + `
  <path>.</path>
  <recursive/>
` + endOfCall,
	Good: callTo + "list_files" + withArguments + `
  <path>.</path>
  <recursive>true</recursive>
` + endOfCall,
	Needs: facts.Needs{Issues: []toolspec.IssueKind{toolspec.EmptyValue}},
	Check: checkEmptyValue,
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
