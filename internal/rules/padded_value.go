package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/toolspec"
)

var paddedValue = &Rule{
	Code:     "padded-value",
	Severity: Warning,
	Group:    Schema,
	Summary:  "White space around a path or a name",
	Explanation: `
The runtime does not trim strings. A path on a separate line makes a file whose name
starts and ends with a line break.

The rule checks the string arguments of known tools around which white space is never intended: paths,
names, addresses, and values that must be one of a list.
`,
	FixSafety: `
Trimming is a guess: the call runs with the white space, and a file name may contain it, though it
rarely does.
`,
	Bad: callTo + "read_file" + withArguments + `
  <path>
    src/a.go
  </path>
` + endOfCall,
	Good:  callTo + "read_file" + withArguments + "\n  <path>src/a.go</path>\n" + endOfCall,
	Needs: facts.Needs{Issues: []toolspec.IssueKind{toolspec.PaddedValue}},
	Check: checkPaddedValue,
}

func checkPaddedValue(p *Pass) {
	for i := range p.Issues() {
		n := Report{
			Message: "White space around the value of `<" + Clip(i.Name) + ">`; remove it",
			Note:    "The runtime does not trim strings: the tool gets the white space too",
		}
		if inner := p.Trim(i.Span); inner.Len() < i.Span.Len() {
			n.Fixes = []Fix{replace(Titled("Trim `<", i.Name, ">`"), i.Span, p.Block.Slice(inner))}
		}
		p.report(i.Span, n)
	}
}
