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

// payloadFixes returns the fixes that write JSON arguments as elements: with its references
// decoded, as in any other text, and, if they differ, with them as text.
func payloadFixes(p *Pass) (fixes []Fix) {
	span := p.Payload.Span
	raw := p.Block.Slice(span)
	text := strings.TrimSpace(p.Block.Element(p.ArgumentsElement()).Text())
	title := "Rewrite as elements"
	texts := []string{text, raw}
	if strings.Contains(raw, "<") || xmlcall.Repair(raw) != raw {
		slices.Reverse(texts) // nothing in it is escaped
	}
	for _, text := range slices.Compact(texts) {
		if v := argumentsIn(p, text); v != nil && json.Valid([]byte(text)) {
			fixes = append(fixes, replace(title, span, layOut(p, span, v)))
			title = "Rewrite, with references as text"
		}
	}
	return fixes
}
