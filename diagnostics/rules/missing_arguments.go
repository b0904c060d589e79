package rules

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

var missingArguments = &Rule{
	Code:     "missing-arguments",
	Severity: Information,
	Summary:  "A call without arguments",
	Explanation: `
The runtime accepts a call without \'<arguments>\'; whether the tool can do without is
another matter. In a reply with several calls it is dangerous: the live runtime runs their
contents together, and a call without \'<arguments>\' runs with those of the call before it.

Where the arguments are outside, \'misplaced-argument\' has the fix.
`,
	FixSafety: `
An empty \'<arguments>\' is certain where the tool is known and accepts the call without any: it
gets the same. Elsewhere the arguments may have been forgotten, and it is a guess.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Check: checkMissingArguments,
}

func checkMissingArguments(p *Pass) {
	p.notes(func(n xmlcall.Note) {
		if p.elided() {
			return
		}
		p.report(n.Span, note{
			message: "No <arguments>; the call runs without any",
			fixes:   p.insertArguments(n.Element),
		})
	}, xmlcall.NoArguments)
}

// insertArguments returns the fix that inserts empty arguments. There is none
// where an element was meant to be the arguments or to stand in them: its own
// finding makes them.
func (p *Pass) insertArguments(root int) []Fix {
	for _, s := range p.strayChildren() {
		if s.misplaced || s.near == "arguments" {
			return nil
		}
	}
	const arguments = "<arguments></arguments>"
	return []Fix{{Title: "Insert " + arguments, Edits: []Edit{p.lastChildren(root, "", arguments)}}}
}
