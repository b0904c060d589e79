package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
)

var jsonArguments = &Rule{
	Code:     "json-arguments",
	Severity: Error,
	Group:    Schema,
	Summary:  `JSON where the arguments should be elements`,
	Explanation: `The runtime reads each argument from an element of its name. Text inside
\'<arguments>\' is ignored: the call runs, and the tool gets no arguments at all. Required arguments are
not also reported as missing.

The fix names the items of a list as the tool does; for an unknown tool, it uses the singular of the
list's name.`,
	FixSafety: `
Rewriting the JSON is certain where the tool is known, the text is one JSON object without duplicate
members, and the tool accepts the values. A null, or a name that the tool does not have, makes it a
guess; so does a reference such as \'&lt;\' in JSON outside CDATA, which may be an escape or text: both
are offered.`,
	Bad: callTo + "read_file" + withArguments + `
{"path": "main.go"}
` + endOfCall,
	Good:  callTo + "read_file" + withArguments + "\n  <path>main.go</path>\n" + endOfCall,
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
