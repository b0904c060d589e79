package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var swallowedCall = &Rule{
	Code:     "swallowed-call",
	Severity: Error,
	Group:    Safety,
	Summary:  `A mention of <tool> that swallows the call after it`,
	Explanation: `In a reply every \'<tool>\' opens a call, even in inline code or in the middle of a
sentence. A mention before the call uses up the call's \'</tool>\', the real \'<tool>\' becomes an
element inside it, and the runtime refuses it all.`,
	FixSafety: `
Escaping the mention is certain where no tag of a call is between it and the call below: it is prose,
and the call is not changed. Other problems of the call are fixed afterwards.
`,
	Bad: `Use the ` + "`" + `<tool>` + "`" + ` element.
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `Use the ` + "`" + `&lt;tool&gt;` + "`" + ` element.
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.SwallowedCall}},
	Check: checkSwallowedCall,
}

func checkSwallowedCall(p *Pass) {
	for problem := range p.Problems() {
		p.report(problem.Span, Report{
			Message: "Unescaped `<tool>` in prose; write `&lt;tool&gt;`",
			Note:    "A call starts here and swallows the one below; the runtime refuses both",
			Fixes:   []Fix{replace("Escape as `&lt;tool&gt;`", problem.Span, "&lt;tool&gt;")},
		})
	}
}
