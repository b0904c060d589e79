package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidElementName = &Rule{
	Code:     "invalid-element-name",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A tag whose name XML does not allow`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidElementName}},
	Check:    checkInvalidElementName,
}

func checkInvalidElementName(p *Pass) {
	for problem := range p.Problems() {
		around := p.Block.Element(problem.Element).Parent()
		if report, ok := spacedElement(p, around, problem.Span); ok {
			p.report(problem.Span, report)
			continue
		}
		fixes := escapeTags(p, problem.Element)
		if len(fixes) == 0 {
			fixes = renameElement(p, problem.Element)
		}
		p.report(problem.Span, Report{
			Message: "Invalid element name in `" + Clip(p.Block.Slice(problem.Span)) + "`; rename the element or escape the tag",
			Note:    "A name starts with a letter or `_` and has at most one `:`; the runtime refuses the call",
			Fixes:   fixes,
		})
	}
}

// renameElement suggests a valid name for an element: with underscores for everything that XML
// does not allow in a name, and one before what does not start a name. There is none for a name
// of more than a kilobyte: its characters outside of ASCII are examined one by one.
func renameElement(p *Pass, element xmlcall.ElementID) []Fix {
	const longest = 1 << 10 // bytes
	e := p.Block.Element(element)
	if len(e.Name()) > longest {
		return nil
	}
	name := strings.Map(func(r rune) rune {
		if r == ':' || r == utf8.RuneError || !lex.IsElementName("_"+string(r)) {
			return '_'
		}
		return r
	}, e.Name())
	if !lex.IsElementName(name) {
		name = "_" + name
	}
	return []Fix{{Title: Titled("Rename to `<", name, ">`"), Edits: rename(p, element, name)}}
}
