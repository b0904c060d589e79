package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var nestedCall = &Rule{
	Code:     "nested-call",
	Severity: Error,
	Group:    Safety,
	Summary:  `A <tool> inside a value`,
	Explanation: `Inside a value a bare \'<tool>\' is an element like any other, but the first \'</tool>\'
ends the whole block, and the runtime's parser refuses what is left. Escaped, or in
a CDATA section, a \'<tool>\' is harmless.

If the value goes on after the block, the finding about its \'</tool>\'
(\'call-end-in-content\') has the fix for both.`,
	FixSafety: `
Escaping the tag is a guess: it may be text, or the start of another call with a missing \'</tool>\'
before it.
`,
	Bad: callTo + "write_file" + withArguments + `
  <path>a.txt</path>
  <content>Use <tool> to call.</content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>a.txt</path>
  <content>Use &lt;tool&gt; to call.</content>
` + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.NestedCall}},
	Check: checkNestedCall,
}

func checkNestedCall(p *Pass) {
	for problem := range p.Problems() {
		p.report(problem.Span, Report{
			Message: "Unescaped `<tool>` in a value; write `&lt;tool&gt;`",
			Note:    "The next `</tool>` ends the whole call, which the runtime then refuses",
			Fixes:   []Fix{replace("Escape as `&lt;tool&gt;`", problem.Span, "&lt;tool&gt;")},
		})
	}
}
