package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
)

var doubleEscapedEntity = &Rule{
	Code:     "double-escaped-entity",
	Severity: Information,
	Group:    Safety,
	Summary:  "A reference whose ampersand is escaped as well",
	Explanation: `
\'&amp;lt;\' is read as the four characters \'&lt;\', not as \'<\'. In a value about XML or
HTML that is what was meant; elsewhere the value was escaped twice.
`,
	FixSafety: `
Escaping once is a guess: the call runs either way, and only the author can tell whether the
reference was meant as text.
`,
	Bad: callTo + "write_file" + withArguments + `
  <path>a.go</path>
  <content>if a &amp;lt; b {</content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>a.go</path>
  <content>if a &lt; b {</content>
` + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.DoubleEscape}},
	Check: checkDoubleEscapedEntity,
}

func checkDoubleEscapedEntity(p *Pass) {
	for n := range p.Notes() {
		p.report(n.Span, Report{
			Message: "`" + Clip(p.Block.Slice(n.Span)) + "` is escaped twice; the tool gets the text `" + Clip(n.Want) + "`",
			Fixes:   []Fix{replace(Titled("Escape once: `", n.Want, "`"), n.Span, n.Want)},
		})
	}
}
