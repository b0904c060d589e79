package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var mismatchedEndTag = &Rule{
	Code:     "mismatched-end-tag",
	Severity: Error,
	Group:    Syntax,
	Summary:  `An end tag that does not match the open element`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.MismatchedEndTag}},
	Check:    checkMismatchedEndTag,
}

func checkMismatchedEndTag(p *Pass) {
	for problem := range p.Problems() {
		if isSpaced(p, problem.Element) {
			continue
		}
		want := "</" + problem.Want + ">"
		fixes := []Fix{replace(Titled("Write `", want, "`"), problem.Span, want)}
		e := p.Block.Element(problem.Element)
		if name := p.EndName(problem.Element); p.Tool == nil && e.End() == problem.Span && p.InArguments(problem.Element) && name != problem.Want && lex.IsElementName(name) {
			fixes = append(fixes, Fix{Title: Titled("Write `<", name, ">`"), Edits: rename(p, problem.Element, name)[:1]})
		}
		p.report(problem.Span, Report{
			Message: "Expected `</" + Clip(problem.Want) + ">`, found `" + Clip(p.Block.Slice(problem.Span)) + "`",
			Note:    refused,
			Fixes:   fixes,
		})
	}
}
