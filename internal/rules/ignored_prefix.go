package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
)

var ignoredPrefix = &Rule{
	Code:     "ignored-prefix",
	Severity: Information,
	Group:    Envelope,
	Summary:  "An element with a namespace prefix, which the runtime ignores",
	Explanation: `
The runtime compares local names: it reads \'<f:message>\' as \'<message>\', whatever the prefix.
`,
	FixSafety: `
Dropping the prefix changes nothing that a tool gets. It is still a guess: the prefix was
written for a reason, and the call runs with it.
`,
	Bad:   callTo + "converse" + withArguments + "\n  <f:message>hi</f:message>\n" + endOfCall,
	Good:  callTo + "converse" + withArguments + "\n  <message>hi</message>\n" + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.IgnoredPrefix}},
	Check: checkIgnoredPrefix,
}

func checkIgnoredPrefix(p *Pass) {
	for n := range p.Notes() {
		if !p.Reads(n.Element) {
			continue
		}
		e := p.Block.Element(n.Element)
		local := e.Local()
		p.report(n.Span, Report{
			Message: "The prefix of `<" + Clip(e.Name()) + ">` is ignored; write `<" + Clip(local) + ">`",
			Fixes:   []Fix{{Title: Titled("Rename to `<", local, ">`"), Edits: rename(p, n.Element, local)}},
		})
	}
}
