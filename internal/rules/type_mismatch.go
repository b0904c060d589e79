package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/toolspec"
)

var typeMismatch = &Rule{
	Code:     "type-mismatch",
	Severity: Error,
	Group:    Schema,
	Summary:  "A value that the tool cannot read",
	Explanation: `
The runtime reads integers, numbers and booleans with Go's strconv, from the text
without white space around it, and refuses the call where that fails:

- an integer is decimal digits with a sign: \'007\' and \'+5\' are read, \'5.0\', \'1e3\', \'0x10\'
  and \'"5"\' are not;
- a number may have a fraction and an exponent: \'.5\' and \'1e3\' are read, \'30s\' and \'1,5\' are
  not;
- a boolean is one of 1, t, T, true, True, TRUE, 0, f, F, false, False, FALSE: not \'yes\', and
  not \'tRuE\'.

An empty element is read as 0 or false; see \'empty-value\'.
`,
	FixSafety: `
An offered value (\'true\' for \'yes\', \'5\' for \'"5"\') is a guess, however obvious: the tool
refused the call, and another value may have been meant.
`,
	Bad: callTo + "list_files" + withArguments + `
  <path>.</path>
  <recursive>yes</recursive>
` + endOfCall,
	Good: callTo + "list_files" + withArguments + `
  <path>.</path>
  <recursive>true</recursive>
` + endOfCall,
	Needs: facts.Needs{Issues: []toolspec.IssueKind{toolspec.TypeMismatch}},
	Check: checkTypeMismatch,
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
