package rules

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unknownEntity = &Rule{
	Code:     "unknown-entity",
	Severity: Warning,
	Group:    Syntax,
	Summary:  `A reference to an entity that XML does not define`,
	Explanation: `XML defines five entities: \'&amp;\', \'&lt;\', \'&gt;\', \'&quot;\' and \'&apos;\'. Those of HTML,
such as \'&nbsp;\' or \'&euro;\', are unknown to the runtime's parser, and so are
\'&AMP;\' and \'&#X41;\' with their capitals. The ampersand repair (ADR-0024) turns them
into literal text: the tool gets the six characters \'&nbsp;\', not a space.`,
	FixSafety: `
Escaping it, as the runtime does, is certain in HTML, XML and Markdown, in the query of a URL, and
for a name that no character has (\'&buf;\' takes an address in C). Elsewhere the character may
have been meant: then all fixes are guesses.
`,
	Bad:      callTo + "converse" + withArguments + "\n  <message>5&nbsp;km</message>\n" + endOfCall,
	Good:     callTo + "converse" + withArguments + "\n  <message>5&amp;nbsp;km</message>\n" + endOfCall,
	Needs:    facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnknownEntity}},
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
