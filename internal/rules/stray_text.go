package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var strayText = &Rule{
	Code:     "stray-text",
	Severity: Warning,
	Group:    Safety,
	Summary:  "Text where the runtime expects elements",
	Needs:    call.Needs{Notes: []notes.Kind{notes.StrayText}, Facts: call.Values},
	Check:    checkStrayText,
}

func checkStrayText(p *Pass) {
	for n := range p.Notes() {
		if p.Misshapen() {
			break // it may be the name
		}
		if n.Element != p.ArgumentsElement() && !call.IsEllipsis(p.Block.Slice(n.Span)) {
			p.report(n.Span, stray(p, n.Span, false))
		}
	}
	for span := range p.LostText() {
		p.report(span, stray(p, span, true))
	}
}

// stray returns the report about text in place of elements.
func stray(p *Pass, span xmlcall.Span, lost bool) Report {
	n := Report{
		Message: "Text `" + Clip(p.Block.Slice(span)) + "` between elements; remove it",
		Note:    "The runtime ignores it",
	}
	if text := p.Block.Slice(span); !strings.ContainsAny(text, "<") {
		indent, first := p.Indent(p.Block.Span.Start)
		line := " "
		if first {
			line = p.LineEnds("\n" + indent)
		}
		n.Fixes = []Fix{
			{Title: "Move the text before the call", Edits: []Edit{{Span: xmlcall.Span{Start: p.Block.Span.Start, End: p.Block.Span.Start}, Text: text + line}, {Span: span, Text: ""}}},
			replace("Remove the text", span, ""),
		}
	}
	if lost {
		n.Message = "Text `" + Clip(p.Block.Slice(span)) + "` outside of any argument; put it in an element or remove it"
		n.Note = toolLacks
		n.Severity = Error
	}
	return n
}
