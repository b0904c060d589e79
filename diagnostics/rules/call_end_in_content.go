package rules

import (
	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callEndInContent = &Rule{
	Code:     "call-end-in-content",
	Severity: Error,
	Group:    Safety,
	Summary:  `A </tool> inside a value`,
	Explanation: `The runtime cuts a call at the first literal \'</tool>\', wherever it stands: a CDATA
section or a comment does not protect it. What is left cannot be parsed, and the
rest of the value becomes prose.

Only \'&lt;/tool&gt;\' is harmless inside a value, or a CDATA section that is split inside
the tag.`,
	FixSafety: `
Both ways to write the tag are certain where one field is known to hold it, and its content is
in no other doubt: the value is what is written there. Where no field is known the text may be
a second call, and every fix is a guess.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>doc.md</path>
  <content><![CDATA[Close it with </tool> please]]></content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>doc.md</path>
  <content>Close it with &lt;/tool&gt; please</content>
</arguments>
</tool>`,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CallEndInContent}},
	Check: checkCallEndInContent,
}

func checkCallEndInContent(p *Pass) {
	for problem := range p.Problems() {
		p.report(problem.Span, Report{
			Message: "`</tool>` inside <" + Clip(problem.Want) + ">: write `&lt;/tool&gt;`; the call ends here",
			Fixes:   fixCut(p, problem),
		})
	}
}
