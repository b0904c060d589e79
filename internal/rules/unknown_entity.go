package rules

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unknownEntity = &Rule{
	Code:     "unknown-entity",
	Severity: Warning,
	Group:    Syntax,
	Summary:  `A reference to an entity that XML does not define`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnknownEntity}},
	Check:    checkUnknownEntity,
	Repaired: true,
}

// minimal escapes only what XML requires to be escaped in text.
var minimal = strings.NewReplacer("&", "&amp;", "<", "&lt;")

func checkUnknownEntity(p *Pass) {
	for problem := range p.Problems() {
		name := p.Block.Slice(problem.Span)
		if name == "&nbsp;" && followsSpaced(p, problem.Element, problem.Span.Start, "") {
			continue
		}
		fixes := escapeFixes(p, []xmlcall.Problem{problem}, replace(Titled("Escape as `", "&amp;"+name[1:], "`"),
			xmlcall.Span{Start: problem.Span.Start, End: problem.Span.Start + 1}, "&amp;"))
		message := "Unknown entity `" + Clip(name) + "`; write `&amp;" + Clip(name[1:]) + "`"
		// HTML also reads the start of a name, such as &amp in &ampere;, and leaves the rest.
		const longest = 2 // characters that an entity is
		if char := html.UnescapeString(name); char != name && utf8.RuneCountInString(char) <= longest {
			message += ", or the character `" + quoteChar(char) + "`"
			fixes = append(fixes, replace(Titled("Replace with `", quoteChar(char), "`"), problem.Span, minimal.Replace(char)))
		}
		p.report(problem.Span, Report{
			Message: message,
			Note:    literal(p),
			Fixes:   fixes,
		})
	}
}
