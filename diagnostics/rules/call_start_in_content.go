package rules

import (
	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/xmlcall/notes"
)

var callStartInContent = &Rule{
	Code:     "call-start-in-content",
	Severity: Information,
	Group:    Safety,
	Summary:  "A <tool> in a CDATA section or a comment",
	Explanation: `
In a CDATA section or a comment a \'<tool>\' is harmless: the runtime is inside a call
already, and looks only for its \'</tool>\'. It is worth knowing because a \'</tool>\' is not
harmless there (\'call-end-in-content\').
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>task_completion</tool_name>
<arguments>
  <result><![CDATA[Done: <tool> blocks are documented]]></result>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>task_completion</tool_name>
<arguments>
  <result>Done: &lt;tool&gt; blocks are documented</result>
</arguments>
</tool>`,
	Needs: facts.Needs{Notes: []notes.Kind{notes.ToolTagInSection}},
	Check: checkCallStartInContent,
}

func checkCallStartInContent(p *Pass) {
	for n := range p.Notes() {
		p.report(n.Span, Report{
			Message: "Literal `<tool>` in a value; it does not start a call here",
			Note:    "Inside a call only `</tool>` has a meaning: it ends the call, in CDATA too",
		})
	}
}
