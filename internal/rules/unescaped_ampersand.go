package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unescapedAmpersand = &Rule{
	Code:     "unescaped-ampersand",
	Severity: Warning,
	Group:    Syntax,
	Summary:  `An & that does not start a character reference`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.BareAmpersand}},
	Check:    checkUnescapedAmpersand,
	Repaired: true,
}

func checkUnescapedAmpersand(p *Pass) {
	for run, span := range p.RunsOf(xmlcall.BareAmpersand) {
		escaped := strings.Repeat("&amp;", len(run))
		note := ""
		if p.Outcome() == xmlcall.Repaired {
			note = repaired
		}
		p.report(span, Report{
			Message: "Unescaped `" + Clip(p.Block.Slice(span)) + "`; write `" + Clip(escaped) + "`",
			Note:    note,
			Fixes:   escapeFixes(p, run, replace(Titled("Escape as `", escaped, "`"), span, escaped)),
		})
	}
}
