package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var paddedCdata = &Rule{
	Code:     "padded-cdata",
	Severity: Warning,
	Group:    Safety,
	Summary:  "White space between a tag and its CDATA section",
	Needs:    call.Needs{Notes: []notes.Kind{notes.PaddedSection}, Issues: []toolspec.IssueKind{toolspec.PaddedValue}},
	Check:    checkPaddedCdata,
}

func checkPaddedCdata(p *Pass) {
	padded := map[xmlcall.ElementID]bool{} // paths and names, which are already reported
	for i := range p.Issues() {
		padded[i.Element] = true
	}
	for n := range p.Notes() {
		if padded[n.Element] || !p.InArguments(n.Element) || p.HoldsStructure(n.Element) {
			continue
		}
		if known := p.Arguments(); known != nil && known[n.Element] != nil && known[n.Element].Kind != toolspec.String {
			continue
		}
		e := p.Block.Element(n.Element)
		message := "White space between `<" + Clip(e.Name()) + ">` and its CDATA; remove it"
		if n.Span.End == e.End().Start {
			message = "White space between the CDATA and `</" + Clip(e.Name()) + ">`; remove it"
		}
		p.report(n.Span, Report{
			Message: message,
			Note:    "It is part of the value that the tool gets",
			Fixes:   []Fix{replace("Remove the white space", n.Span, "")},
		})
	}
}
