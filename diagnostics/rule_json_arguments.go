package diagnostics

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "json-arguments",
	Severity: Error,
	Summary:  `JSON where the arguments should be elements`,
	Explanation: `The runtime reads each argument from an element of its name. Text inside \'<arguments>\'
is ignored: the call runs, and the tool sees no arguments at all.

Rewriting the JSON as elements is safe where it parses as an object and says nothing
that elements cannot (see \'legacy-json\').`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
{"path": "main.go"}
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>main.go</path>
</arguments>
</tool>`,
	check: checkJSONArguments,
})

func checkJSONArguments(p *pass) {
	if p.payload.kind != argumentsPayload {
		return
	}
	span := p.payload.span
	p.report(span, note{
		message: "The runtime ignores JSON in <arguments>: the tool gets no arguments",
		fixes:   p.payloadFixes(),
	})
}

// payloadFixes returns the fix that writes JSON arguments as elements.
func (p *pass) payloadFixes() []Fix {
	span := p.payload.span
	text := p.b.Slice(span)
	if !json.Valid([]byte(text)) { // or is it JSON once the references are read?
		text = strings.TrimSpace(p.b.Value(p.b.Child(p.b.Envelope(), "arguments")).Text)
	}
	v, _, err := xmlcall.ParseJSON("arguments", text)
	if err != nil || !strings.HasPrefix(text, "{") {
		return nil
	}
	return []Fix{replace("Rewrite as elements", span, p.layOut(span, v))}
}

// layOut returns the children of v as lines that stand in place of span, the
// content of an element: indented two spaces deeper than the element's tag,
// with the tags on lines of their own.
func (p *pass) layOut(span xmlcall.Span, v *xmlcall.Value) string {
	line, first := p.indent(span.Start)
	before, after := "", ""
	indent := line
	if first {
		// What stands before span is part of the first line's indentation.
		tag, _ := p.indent(p.b.Elements[p.elementAt(span)].Start.Start)
		indent = tag + "  "
	} else {
		indent += "  "
		before = "\n"
		after = "\n" + line
	}
	text := strings.Join(v.Lines(indent), "\n")
	if first {
		text = strings.TrimPrefix(text, line)
	}
	return p.lineEnds(before + text + after)
}

// elementAt returns the index of the innermost element around span.
func (p *pass) elementAt(span xmlcall.Span) int {
	at := 0
	for i := range p.b.Elements {
		if p.b.Elements[i].Content().Contains(span) {
			at = i
		}
	}
	return at
}
