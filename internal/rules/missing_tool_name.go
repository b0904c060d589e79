package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var missingToolName = &Rule{
	Code:     "missing-tool-name",
	Severity: Error,
	Group:    Envelope,
	Summary:  `A call that names no tool`,
	Needs:    call.Needs{Facts: call.Envelope},
	Check:    checkMissingToolName,
}

func checkMissingToolName(p *Pass) {
	b := p.Block
	if p.Empty || p.Payload.Kind == call.CallPayload || b.Delimiters == xmlcall.Unclosed || b.Delimiters == xmlcall.Escaped || b.Rest().Len() > 0 || p.HasProblem(xmlcall.UnclosedCall) {
		return
	}
	root := b.Envelope()
	if p.Elided() || nameAttribute(p) != "" { // which another rule reports
		return
	}
	name, given := b.Child(root, "tool_name")
	if given && b.Element(name).Text() != "" {
		return
	}
	if _, ok := call.CallInSection(b); ok {
		return // which another rule reports
	}
	n := Report{
		Message: "Missing `<tool_name>` in `<tool>`; write the name of the tool",
		Note:    "The runtime refuses a call that names no tool",
	}
	span := b.Element(root).Start()
	if given {
		span = b.Element(name).Span()
		n.Message = "Empty `<tool_name>`; write the name of the tool"
	} else if i, ok := p.Misnamed("tool_name"); ok {
		e := b.Element(i)
		n.Message = "Expected `<tool_name>`, found `<" + Clip(e.Name()) + ">`"
		n.Fixes = append(n.Fixes, Fix{Title: Titled("Rename `<", e.Name(), ">` to `<tool_name>`"), Edits: rename(p, i, "tool_name")})
	}
	if len(n.Fixes) == 0 {
		n.Fixes = nameChoices(p, span, given)
	}
	p.report(span, n)
}
