package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callStartInContent = &Rule{
	Code:     "call-start-in-content",
	Severity: Information,
	Otherwise: `**error** where it starts the call again after a draft that was cut off: the call then
runs with the draft and the start of the second call as its value`,
	Group:   Safety,
	Summary: "A <tool> in a CDATA section or a comment",
	Explanation: `
In a CDATA section or a comment a \'<tool>\' is harmless: the runtime is already inside a call and only
looks for its \'</tool>\'. It is worth knowing because a \'</tool>\' is not harmless there
(\'call-end-in-content\').

It does matter where an agent breaks off inside a CDATA section and writes the call again: the section
then runs on to the end of the section in the second call, and so do its element, the arguments and the
call. Unlike a quoted call, the second one has no end tags of its own.
`,
	FixSafety: "\nRemoving the draft is a guess: the author may not have given it up.\n",
	Bad: callTo + "task_completion" + withArguments + `
  <result><![CDATA[Done: <tool> blocks are documented]]></result>
` + endOfCall,
	Good: callTo + "task_completion" + withArguments + `
  <result>Done: &lt;tool&gt; blocks are documented</result>
` + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.ToolTagInSection}},
	Check: checkCallStartInContent,
}

func checkCallStartInContent(p *Pass) {
	again, element, draft := facts.Draft(p.Block)
	for n := range p.Notes() {
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
			Note:    "Inside a call only `</tool>` is special: it ends the call, even in CDATA",
		})
	}
}
