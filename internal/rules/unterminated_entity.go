package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unterminatedEntity = &Rule{
	Code:     "unterminated-entity",
	Severity: Warning,
	Group:    Syntax,
	Summary:  `A character reference without its semicolon`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnterminatedReference}},
	Check:    checkUnterminatedEntity,
	Repaired: true,
}

func checkUnterminatedEntity(p *Pass) {
	for problem := range p.Problems() {
		name := p.Block.Slice(problem.Span)
		fixes := escapeFixes(p, []xmlcall.Problem{problem}, replace(Titled("Escape as `", "&amp;"+name[1:], "`"),
			xmlcall.Span{Start: problem.Span.Start, End: problem.Span.Start + 1}, "&amp;"))
		message := "Missing `;` after `" + Clip(name) + "`; write `&amp;" + Clip(name[1:]) + "`"
		// The number of a character that does not exist is refused with a semicolon, too.
		if _, _, ok := xmlcall.ReferenceAt(name+";", 0); ok {
			if message += " for the text, or "; Clip(name) == name {
				message += "`" + name + ";`"
			} else {
				message += "add the `;`"
			}
			fixes = append(fixes, replace(Titled("Add the semicolon: `", name+";", "`"), problem.Span, name+";"))
		}
		p.report(problem.Span, Report{Message: message, Note: literal(p), Fixes: fixes})
	}
}
