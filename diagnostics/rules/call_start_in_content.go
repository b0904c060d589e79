package rules

import (
	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/notes"
)

var callStartInContent = &Rule{
	Code:     "call-start-in-content",
	Severity: Information,
	Otherwise: `**error** where it starts the call again, after a draft of it that was cut off: the
call then runs with the draft, and with the start of the other call, as its value`,
	Group:   Safety,
	Summary: "A <tool> in a CDATA section or a comment",
	Explanation: `
In a CDATA section or a comment a \'<tool>\' is harmless: the runtime is inside a call
already, and looks only for its \'</tool>\'. It is worth knowing because a \'</tool>\' is not
harmless there (\'call-end-in-content\').

It is not harmless where an agent breaks off in a CDATA section and writes the call again: the
section then goes on to the end of the one in the second call, and so do its element, the arguments
and the call. Unlike a call that is quoted, the second one has no ends of its own.
`,
	FixSafety: "\nRemoving the draft is a guess: that the author gave it up is not certain.\n",
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
	again, element, draft := xmlcall.Span{}, xmlcall.NoElement, false
	asked := false
	for n := range p.Notes() {
		if !asked {
			again, element, draft = facts.Draft(p.Block)
			asked = true
		}
		if draft && n.Span == again {
			field := "`<" + Clip(p.Block.Element(element).Local()) + ">`"
			start := p.Block.Element(p.Block.Envelope()).Start().Start
			p.report(n.Span, Report{
				Severity: Error,
				Message:  "`<tool>` in " + field + " starts the call again; remove the draft before it",
				Note:     "The call runs with the draft, and the start of this one, in " + field,
				Fixes:    []Fix{replace("Remove the draft", xmlcall.Span{Start: start, End: again.Start}, "")},
			})
			continue
		}
		p.report(n.Span, Report{
			Message: "Literal `<tool>` in a value; it does not start a call here",
			Note:    "Inside a call only `</tool>` has a meaning: it ends the call, in CDATA too",
		})
	}
}
