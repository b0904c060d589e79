package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var unsupportedXMLDeclaration = &Rule{
	Code:     "unsupported-xml-declaration",
	Severity: Error,
	Group:    Syntax,
	Summary:  `An XML declaration that the runtime does not read`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidDeclaration}},
	Check:    checkUnsupportedXMLDeclaration,
}

func checkUnsupportedXMLDeclaration(p *Pass) {
	for problem := range p.Problems() {
		text := p.Block.Slice(problem.Span)
		message := "Unsupported `" + Clip(text) + "` in a value; escape it"
		fixes := []Fix{replace("Escape as text", problem.Span, encode.Escape(text))}
		if !p.InArguments(problem.Element) {
			message = "Unsupported `" + Clip(text) + "`; remove it"
			fixes = []Fix{replace("Remove the declaration", problem.Span, "")}
		}
		p.report(problem.Span, Report{
			Message: message,
			Note:    "The runtime reads XML only in version 1.0 and only in UTF-8, and refuses the call",
			Fixes:   fixes,
		})
	}
}
