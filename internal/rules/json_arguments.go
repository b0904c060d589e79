package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
)

var jsonArguments = &Rule{
	Code: "json-arguments", Severity: Error, Group: Schema,
	Needs: facts.Needs{Facts: facts.JSON},
	Check: checkJSONArguments,
}

func checkJSONArguments(p *Pass) {
	if p.Payload.Kind != facts.ArgumentsPayload {
		return
	}
	span := p.Payload.Span
	report := p.report
	if p.Fate.Cause == facts.ByReader || p.Fate.Cause == facts.ByTool { // whatever is filled in
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
