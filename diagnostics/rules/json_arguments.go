package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var jsonArguments = &Rule{
	Code:     "json-arguments",
	Severity: Error,
	Group:    Schema,
	Summary:  `JSON where the arguments should be elements`,
	Explanation: `The runtime reads each argument from an element of its name. Text inside
\'<arguments>\' is ignored: the call runs, and the tool gets no arguments at all. The required
ones are not reported as missing as well.

The fix writes the items of a list with the name that the tool has for them; where the tool is
not known, with the singular of the list's name.`,
	FixSafety: `
Rewriting the JSON is certain where the tool is known, the text is one JSON object without a
member given twice, and the tool accepts the values as they are. A null, or a name that the tool
does not have, makes it a guess; so does a reference such as \'&lt;\' in JSON outside CDATA, which
may be an escape or text: both are offered.`,
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
	Needs: facts.Needs{Facts: facts.JSON},
	Check: checkJSONArguments,
}

func checkJSONArguments(p *Pass) {
	if p.Payload.Kind != facts.ArgumentsPayload {
		return
	}
	span := p.Payload.Span
	p.report(span, Report{
		Message: "JSON in `<arguments>`; write each member as an element",
		Note:    "The tool reads arguments from elements, and gets none of these",
		Fixes:   payloadFixes(p),
	})
}

// payloadFixes returns the fixes that write JSON arguments as elements: one for each
// reading of its references, first as escapes, as they are among elements. An author who
// leaves a '<' or '&' as it is does not escape others.
func payloadFixes(p *Pass) []Fix {
	span := p.Payload.Span
	raw := p.Block.Slice(span)
	decoded := strings.TrimSpace(p.Block.Element(p.ArgumentsElement()).Text())
	readings := []string{decoded, raw}
	switch {
	case raw == decoded || !json.Valid([]byte(decoded)):
		readings = readings[1:]
	case !json.Valid([]byte(raw)):
		readings = readings[:1]
	case strings.Contains(raw, "<") || p.HasProblem(xmlcall.BareAmpersand):
		slices.Reverse(readings)
	}
	var fixes []Fix
	for _, text := range readings {
		v := argumentsIn(p, text)
		if v == nil {
			continue
		}
		title := "Rewrite as elements"
		if len(readings) > 1 && text == decoded {
			title += ", unescaped"
		}
		fixes = append(fixes, replace(title, span, layOut(p, span, v)))
	}
	return fixes
}
