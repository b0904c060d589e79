package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var paddedToolName = &Rule{
	Code:     "padded-tool-name",
	Severity: Error,
	Group:    Envelope,
	Summary:  "A tool name with white space around it",
	Needs:    call.Needs{Notes: []notes.Kind{notes.PaddedToolName}},
	Check:    checkPaddedToolName,
}

func checkPaddedToolName(p *Pass) {
	for n := range p.Notes() {
		if n.Want == "" {
			p.report(n.Span, Report{
				Message: "Blank `<tool_name>`; write the name of the tool",
				Note:    "No tool has a blank name",
				Fixes:   nameChoices(p, p.Block.Element(n.Element).Span(), true),
			})
			continue
		}
		fix := replace(Titled("Trim to `", n.Want, "`"), n.Span, encode.Escape(n.Want))
		p.report(n.Span, Report{
			Message: "White space around the tool name; write `" + Clip(n.Want) + "` alone",
			Note:    "The runtime does not trim the name, so no tool matches it",
			Fixes:   []Fix{fix},
		})
	}
}
