package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
)

var jsonArguments = &Rule{
	Code:     "json-arguments",
	Severity: Error,
	Group:    Schema,
	Summary:  `JSON where the arguments should be elements`,
	Needs:    call.Needs{Facts: call.JSON},
	Check:    checkJSONArguments,
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
