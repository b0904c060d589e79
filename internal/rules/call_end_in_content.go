package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callEndInContent = &Rule{
	Code:     "call-end-in-content",
	Severity: Error,
	Group:    Safety,
	Summary:  `A </tool> inside a value`,
	Explanation: `A call ends at its first literal \'</tool>\', wherever that is: a CDATA section or a
comment does not protect it. What is left of the call cannot be parsed, and the rest of
the value becomes prose.

Inside a value only \'&lt;/tool&gt;\' is harmless, or a CDATA section that is split inside the tag.`,
	FixSafety: `
Both ways of writing the tag are certain where it is known which field it is in, and nothing else in
that field is in doubt: the value is exactly what is written there. Otherwise the text may be a second
call, and every fix is a guess.
`,
	Bad: callTo + "write_file" + withArguments + `
  <path>doc.md</path>
  <content><![CDATA[Close it with </tool> please]]></content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>doc.md</path>
  <content>Close it with &lt;/tool&gt; please</content>
` + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CallEndInContent}},
	Check: checkCallEndInContent,
}

func checkCallEndInContent(p *Pass) {
	for problem := range p.Problems() {
		message := "Unescaped `</tool>` in `<" + Clip(problem.Want) + ">`; write `&lt;/tool&gt;`"
		if p.HasProblem(xmlcall.UnclosedCDATA) { // in which nothing is decoded
			message = "`</tool>` in the CDATA of `<" + Clip(problem.Want) + ">`; write the value with escapes instead"
		}
		p.report(problem.Span, Report{
			Message: message,
			Note:    "The first `</tool>` ends the call, even inside CDATA or a comment; the rest of the value is lost",
			Fixes:   fixCut(p, problem),
		})
	}
}
