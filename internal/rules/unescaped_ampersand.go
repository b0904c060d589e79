package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unescapedAmpersand = &Rule{
	Code:     "unescaped-ampersand",
	Severity: Warning,
	Group:    Syntax,
	Summary:  `An & that does not start a character reference`,
	Explanation: `XML reads \'&\' as the start of a character reference such as \'&lt;\'. The
runtime's parser (Go's encoding/xml, strict) refuses any other \'&\'. It then rewrites every \'&\'
of the call that does not start one of the five predefined entities or a numeric reference to
\'&amp;\' and tries once more (ADR-0024), so the call usually runs.

Do not rely on that. The repair rewrites the \'&\' in CDATA sections as well, which corrupts them
(\'corrupted-cdata\'), it does nothing about a raw \'<\' in the same call, and a runtime without
it refuses the call.

Adjacent characters such as \'&&\' are one finding.`,
	FixSafety: `
Escaping is certain: it decodes to what the runtime reads after its repair. It is a guess where
what follows looks like a mistyped reference (\'&lt x\', \'&amp&amp\'), and in a field that is
escaped in part, where the other references may have been meant as text. In a call that is refused
for another reason as well, one fix is safe only if nothing else in its field is in doubt.`,
	Bad: callTo + "search_files" + withArguments + `
  <path>src</path>
  <pattern>a && b</pattern>
` + endOfCall,
	Good: callTo + "search_files" + withArguments + `
  <path>src</path>
  <pattern>a &amp;&amp; b</pattern>
` + endOfCall,
	Needs:    facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.BareAmpersand}},
	Check:    checkUnescapedAmpersand,
	Repaired: true,
}

func checkUnescapedAmpersand(p *Pass) {
	for run, span := range p.RunsOf(xmlcall.BareAmpersand) {
		escaped := strings.Repeat("&amp;", len(run))
		note := ""
		if p.Outcome() == xmlcall.Repaired {
			note = repaired
		}
		p.report(span, Report{
			Message: "Unescaped `" + Clip(p.Block.Slice(span)) + "`; write `" + Clip(escaped) + "`",
			Note:    note,
			Fixes:   escapeFixes(p, run, replace(Titled("Escape as `", escaped, "`"), span, escaped)),
		})
	}
}
