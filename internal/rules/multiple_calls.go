package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var multipleCalls = &Rule{
	Code:     "multiple-calls",
	Severity: Error,
	Group:    Messages,
	Summary:  "A further call in one reply",
	Needs:    call.Needs{Facts: call.Neighbors},
	Check:    checkMultipleCalls,
}

func checkMultipleCalls(p *Pass) {
	if p.Around.Merged == "" {
		return
	}
	n := Report{Message: p.Around.Merged, Note: p.Around.MergedNote, Reply: true}
	for _, call := range p.Around.Spoils {
		n.Related = append(n.Related, Spoiled(call))
	}
	if p.Around.Unbounded {
		n.Severity = Warning // the ends of messages are not known
	}
	if len(p.Around.Earlier) > 0 {
		fix := Fix{Title: "Keep only the last call"}
		for _, span := range p.Around.Earlier {
			fix.Edits = append(fix.Edits, Edit{Span: span, Text: ""})
		}
		n.Fixes = []Fix{fix}
	}
	p.report(p.Block.Element(0).Start(), n)
}

// Spoiled returns the related place of a call that does not run as written because the runtime
// reads another one with it.
func Spoiled(call xmlcall.Span) Related {
	start := xmlcall.Span{Start: call.Start, End: min(call.End, call.Start+len("<tool>"))}
	return Related{Span: start, Message: "this call does not run as written"}
}
