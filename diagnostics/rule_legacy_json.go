package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "legacy-json",
	Severity: Error,
	Summary:  `A call in the JSON form of ADR-0002`,
	Explanation: `Before ADR-0019 a call was a JSON object between the tool tags. Today's runtime reads
no JSON: it finds no \'tool_name\' element and refuses the call.

Rewriting it as elements is safe where the JSON parses and says nothing that elements
cannot: members become elements in their order, the items of an array get a child
element each, named by the singular of the array, and the values are escaped. null and
empty arrays or objects have no element of their own; with those the fix is a
suggestion.`,
	Bad: `<tool>{"tool_name": "read_file", "arguments": {"path": "main.go"}}</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>main.go</path>
</arguments>
</tool>`,
	check: checkLegacyJSON,
})

func checkLegacyJSON(p *pass) {
	if p.payload.kind != callPayload {
		return
	}
	span := p.payload.span
	n := note{message: "The runtime reads no JSON calls: it answers that tool_name is required"}
	payload := p.b.Slice(span)
	if strings.HasPrefix(payload, "```") {
		payload = unfence(payload)
	}
	call, err := xmlcall.ParseLegacy(payload)
	if err == nil {
		indent, _ := p.indent(p.b.Span.Start)
		text := strings.Join(call.Lines(), "\n"+indent)
		if _, first := p.indent(span.Start); !first {
			text = "\n" + indent + text
		}
		if end := p.b.Elements[0].End; !strings.Contains(p.b.Slice(xmlcall.Span{Start: span.End, End: end.Start}), "\n") {
			text += "\n" + indent
		}
		n.fixes = []Fix{replace("Rewrite as elements", span, p.lineEnds(text))}
	}
	p.report(span, n)
}
