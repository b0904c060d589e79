package rules

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

// inJSON are the rules about calls and arguments in JSON.
var inJSON = []*Rule{
	{Code: "legacy-json", Severity: Error, Group: Envelope, Needs: about(call.JSON), Check: checkLegacyJSON},
	{Code: "json-arguments", Severity: Error, Group: Schema, Needs: about(call.JSON), Check: checkJSONArguments},
}

func checkLegacyJSON(p *Pass) {
	if p.Payload.Kind != call.CallPayload {
		return
	}
	span := p.Payload.Span
	n := Report{
		Message: "JSON in `<tool>`; write `<tool_name>` and `<arguments>` elements",
		Note:    "The runtime finds no `<tool_name>` and refuses the call",
	}
	const still = "The runtime still reads JSON calls"
	switch reason := p.Reason; {
	case reason == call.InJSON:
		n.Severity, n.Note = Warning, still
	case reason == call.UnknownTool:
		n.Note = still + ", but there is no such tool"
	case reason == call.ByTool:
		n.Note = still + ", but the tool refuses this one"
	case reason.Outcome() == call.Altered:
		n.Note = still + ", but in this one " + reason.String()
	}
	payload := p.Payload.JSON(p.Block)
	for title, text := range jsonReadings(payload) {
		if rewritten, ok := rewriteCall(p, text); ok {
			n.Fixes = append(n.Fixes, replace(title, span, rewritten))
		}
	}
	p.reportAnyway(span, n)
}

// rewriteCall writes a call in JSON as elements. ok is false if it is not one.
func rewriteCall(p *Pass, payload string) (text string, ok bool) {
	call, ok := parseCall(p.Tools, quoteNames(payload))
	if !ok {
		return "", false
	}
	span := p.Payload.Span
	indent, _ := p.Indent(p.Block.Span.Start)
	text, err := call.Lines(indent)
	if err != nil {
		return "", false
	}
	text = strings.TrimPrefix(text, indent)
	if _, first := p.Indent(span.Start); !first {
		text = "\n" + indent + text
	}
	if end := p.Block.Element(0).End(); !strings.Contains(p.Block.Slice(xmlcall.Span{Start: span.End, End: end.Start}), "\n") {
		text += "\n" + indent
	}
	return p.LineEnds(text), true
}

// CallInJSON returns the call that is written in JSON. ok is false if none is.
func CallInJSON(c *call.Call) (made *legacy.Payload, ok bool) {
	if c.Payload.Kind != call.CallPayload {
		return nil, false
	}
	return parseCall(c.Tools, c.Payload.JSON(c.Block))
}

// parseCall reads a call in JSON, with the names that its tool has for the items of lists, as far as it can
// receive them.
func parseCall(tools *toolspec.Set, payload string) (made *legacy.Payload, ok bool) {
	made, err := legacy.Parse(payload, encode.Options{})
	if err != nil {
		return nil, false
	}
	var object struct {
		Arguments json.RawMessage `json:"arguments"`
	}
	if tool := tools.Find(made.Server, made.Tool); tool != nil && json.Unmarshal([]byte(payload), &object) == nil && len(object.Arguments) > 0 {
		if arguments := call.Arguments(tool, string(object.Arguments)); arguments != nil {
			made.Arguments = arguments
		}
	}
	return made, true
}

func checkJSONArguments(p *Pass) {
	if p.Payload.Kind != call.ArgumentsPayload {
		return
	}
	span := p.Payload.Span
	report := p.report
	if p.Reason == call.ByReader || p.Reason == call.ByTool { // whatever is filled in
		report = p.reportAnyway
	}
	report(span, Report{
		Message: "JSON in `<arguments>`; write each member as an element",
		Note:    "Arguments are read from elements; the tool gets none of these",
		Fixes:   payloadFixes(p),
	})
}

// payloadFixes returns the fixes that write JSON arguments as elements.
func payloadFixes(p *Pass) (fixes []Fix) {
	span := p.Payload.Span
	for title, text := range jsonReadings(p.Block.Slice(span)) {
		if v := argumentsIn(p, text); v != nil {
			fixes = append(fixes, replace(title, span, layOut(p, span, v)))
		}
	}
	return fixes
}
