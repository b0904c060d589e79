package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidAttribute = &Rule{
	Code:     "invalid-attribute",
	Severity: Error,
	Group:    Syntax,
	Summary:  `An attribute without a quoted value`,
	Explanation: `An attribute must have the form \'name="value"\', without \'<\' in the value. The
runtime's parser refuses anything else, although it ignores attributes.

Inside a value the tag is most likely text.`,
	FixSafety: `
Removing the attribute is certain on \'<arguments>\', on an item of a list and on an argument
where no part of the tool has that name. Escaping the tag is certain inside a value of a known
tool, where the tag means nothing in the call. Quoting keeps an attribute that nothing reads,
and is a guess.
`,
	Bad:   callTo + "converse" + withArguments + "\n  <message lang=en>hi</message>\n" + endOfCall,
	Good:  callTo + "converse" + withArguments + "\n  <message>hi</message>\n" + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidAttribute}},
	Check: checkInvalidAttribute,
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
