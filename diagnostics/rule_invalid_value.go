package diagnostics

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var _ = register(&Rule{
	Code:     "invalid-value",
	Severity: Error,
	Summary:  "A value that the tool does not allow",
	Explanation: `
The value can be read, but the tool's definition does not allow it: it is none of those
that are listed, too small or too large, too short or too long, does not match a pattern,
or does not go with another argument. The tool refuses the call.

For a value that must be one of a list the members are offered.
`,
	FixSafety: `
Each member that is offered is a guess: which one was meant is for the author to say.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>browser_wait</tool_name>
<arguments>
  <session>main</session>
  <selector>#result</selector>
  <state>ready</state>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>browser_wait</tool_name>
<arguments>
  <session>main</session>
  <selector>#result</selector>
  <state>visible</state>
</arguments>
</tool>`,
	check: checkInvalidValue,
})

// maxReason is how many bytes of a reason a message quotes.
const maxReason = 80

func checkInvalidValue(p *pass) {
	p.issues(func(i toolspec.Issue) {
		n := note{message: p.toolName() + " refuses <" + clip(i.Name) + ">: it " + clipAt(i.Reason, maxReason)}
		if i.Name == "" {
			n.message = p.toolName() + " refuses these arguments: " + clipAt(i.Reason, maxReason)
		}
		for k, want := range i.Want {
			if k == maxChoices {
				break
			}
			n.fixes = append(n.fixes, replace("Write "+want, i.Span, encode.Escape(want)))
		}
		p.report(i.Span, n)
	}, toolspec.InvalidValue)
}
