package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidAttribute = &Rule{
	Code:     "invalid-attribute",
	Severity: Error,
	Summary:  `An attribute without a quoted value`,
	Explanation: `An attribute has the form \'name="value"\', without < in the value. The runtime's parser
refuses anything else, although it ignores attributes.

Inside a value the tag is most likely text.`,
	FixSafety: `
Removing the attribute is certain on \'<arguments>\', on an item of a list and on an argument
where no part of the tool has that name. Escaping the tag is certain inside a value of a known
tool, where the tag means nothing in the call. Quoting keeps an attribute that nothing reads,
and is a guess.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message lang=en>hi</message>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>hi</message>
</arguments>
</tool>`,
	Check: checkInvalidAttribute,
}

func checkInvalidAttribute(p *Pass) {
	p.problems(func(problem xmlcall.Problem) {
		fixes := p.escapeTags(problem.Element)
		text := p.b.Slice(problem.Span)
		if name, value, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(value, "\"'<") {
			fixes = append(fixes, replace("Quote the value", problem.Span, name+`="`+value+`"`))
		}
		start := problem.Span.Start
		for start > 0 && strings.IndexByte(" \t\r\n", p.b.Text[start-1]) >= 0 {
			start--
		}
		remove := replace("Remove "+Clip(text), xmlcall.Span{Start: start, End: problem.Span.End}, "")
		if fixes = append(fixes, remove); p.isStructural(problem.Element) {
			// No attribute of an item or an argument is read: quotes would not help it.
			fixes = append([]Fix{remove}, fixes[:len(fixes)-1]...)
		}
		p.report(problem.Span, note{
			message: "Invalid attribute `" + Clip(text) + "`: expected name=\"value\"; the call is refused",
			fixes:   fixes,
		})
	}, xmlcall.InvalidAttribute)
}

// isStructural reports whether the call's tool reads an element, which is no part of
// the text of a value.
func (p *Pass) isStructural(element int) bool {
	known := p.arguments()
	return known != nil && known[element] != nil || element == p.argumentsElement() || p.b.Elements[element].Parent == p.b.Envelope()
}
