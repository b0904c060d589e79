package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var callStartInContent = &Rule{
	Code:     "call-start-in-content",
	Severity: Information,
	Group:    Safety,
	Summary:  "A <tool> in a CDATA section or a comment",
	Needs:    call.Needs{Notes: []notes.Kind{notes.ToolTagInSection}},
	Check:    checkCallStartInContent,
}

func checkCallStartInContent(p *Pass) {
	again, element, draft := call.Draft(p.Block)
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
