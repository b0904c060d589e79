package rules

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/intent"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

var legacyJSON = &Rule{
	Code:     "legacy-json",
	Severity: Error,
	Group:    Envelope,
	Summary:  `A call in the JSON form of ADR-0002`,
	Explanation: `Before ADR-0019 a call was a JSON object between the tool tags. The current runtime
does not read JSON: it finds no \'tool_name\' element and refuses the call.

The fix turns the members into elements, in the same order. It names the items of an array as the tool
does; for an unknown tool, it uses the singular of the array's name.`,
	FixSafety: `
Rewriting is certain where the JSON is one object of \'server_name\', \'tool_name\' and \'arguments\',
no member is given twice, and the tool is known and accepts the values. It is a guess with null and with
empty arrays or objects, for which there are no elements, and with a reference such as \'&lt;\', which
may be an escape or text.`,
	Bad: `<tool>{"tool_name": "read_file", "arguments": {"path": "main.go"}}</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>main.go</path>
</arguments>
</tool>`,
	Needs: facts.Needs{Facts: facts.JSON},
	Check: checkLegacyJSON,
}

func checkLegacyJSON(p *Pass) {
	if p.Payload.Kind != facts.CallPayload {
		return
	}
	span := p.Payload.Span
	n := Report{
		Message: "JSON in `<tool>`; write `<tool_name>` and `<arguments>` elements",
		Note:    "The runtime finds no `<tool_name>` and refuses the call",
	}
	payload := p.Block.Slice(span)
	if strings.HasPrefix(payload, "```") {
		payload = facts.Unfence(payload)
	}
	for title, text := range jsonReadings(payload) {
		if rewritten, ok := rewriteCall(p, text); ok {
			n.Fixes = append(n.Fixes, replace(title, span, rewritten))
		}
	}
	p.report(span, n)
}

// rewriteCall writes a call in JSON as elements. ok is false if it is not one.
func rewriteCall(p *Pass, payload string) (text string, ok bool) {
	call, err := legacy.Parse(payload, encode.Options{})
	if err != nil {
		return "", false
	}
	if arguments := legacyArguments(p, call, payload); arguments != nil {
		call.Arguments = arguments
	}
	span := p.Payload.Span
	indent, _ := p.Indent(p.Block.Span.Start)
	text = strings.Join(call.Lines(), "\n"+indent)
	if _, first := p.Indent(span.Start); !first {
		text = "\n" + indent + text
	}
	if end := p.Block.Element(0).End(); !strings.Contains(p.Block.Slice(xmlcall.Span{Start: span.End, End: end.Start}), "\n") {
		text += "\n" + indent
	}
	return p.LineEnds(text), true
}

// legacyArguments returns the arguments of a call in JSON with the names that its tool
// has for the items of lists, or nil if the tool is not known, or cannot receive them.
func legacyArguments(p *Pass, call *legacy.Call, payload string) *xmlcall.Value {
	tool := p.Tools.Find(call.Server, call.Tool)
	var object struct {
		Arguments json.RawMessage `json:"arguments"`
	}
	if tool == nil || json.Unmarshal([]byte(payload), &object) != nil || len(object.Arguments) == 0 {
		return nil
	}
	return intent.Arguments(tool, string(object.Arguments))
}
