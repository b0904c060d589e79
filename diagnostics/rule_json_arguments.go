package diagnostics

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:     "json-arguments",
	Severity: Error,
	Summary:  `JSON where the arguments should be elements`,
	Explanation: `The runtime reads each argument from an element of its name. Text inside \'<arguments>\'
is ignored: the call runs, and the tool gets no arguments at all. That those it requires are
missing is no finding of its own.

The fix writes the items of a list with the name that the tool has for them; where the tool is
not known, with the singular of the list's name.`,
	FixSafety: `
Rewriting the JSON is certain where the tool is known, the text is one JSON object without a
member given twice, and the tool accepts the values as they are. A reference such as
\'&lt;\' in the JSON, a null, or a name that the tool does not have makes it a guess.`,
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
		message: "JSON in <arguments>: write each member as an element; the tool gets none of them",
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
	v := p.jsonArguments(text)
	if v == nil {
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
	text := strings.Join(encode.Lines(v, indent), "\n")
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
