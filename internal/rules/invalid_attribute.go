package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidAttribute = &Rule{
	Code:     "invalid-attribute",
	Severity: Error,
	Group:    Syntax,
	Summary:  `An attribute without a quoted value`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidAttribute}},
	Check:    checkInvalidAttribute,
}

func checkInvalidAttribute(p *Pass) {
	for problem := range p.Problems() {
		fixes := escapeTags(p, problem.Element)
		text := p.Block.Slice(problem.Span)
		if name, value, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(value, "\"'<") {
			fixes = append(fixes, replace("Quote the value", problem.Span, name+`="`+value+`"`))
		}
		start := len(strings.TrimRight(p.Block.Text[:problem.Span.Start], " \t\r\n"))
		message := "; escape the tag"
		if p.Arguments() == nil { // it may be that of an argument
			message = "; remove it, or escape the tag"
		}
		remove := replace(Titled("Remove `", text, "`"), xmlcall.Span{Start: start, End: problem.Span.End}, "")
		if fixes = append(fixes, remove); isStructural(p, problem.Element) {
			// Attributes of items and arguments are ignored: quotes would not help.
			fixes = append([]Fix{remove}, fixes[:len(fixes)-1]...)
			message = "; remove it"
		}
		p.report(problem.Span, Report{
			Message: "Invalid attribute `" + Clip(text) + "`" + message,
			Note:    "XML requires `name=\"value\"`, so the runtime refuses the call",
			Fixes:   fixes,
		})
	}
}

// isStructural reports whether the call's tool reads an element that is not part of the
// text of a value.
func isStructural(p *Pass, element xmlcall.ElementID) bool {
	known := p.Arguments()
	return known != nil && known[element] != nil || element == p.ArgumentsElement() || p.Block.Element(element).Parent() == p.Block.Envelope()
}
