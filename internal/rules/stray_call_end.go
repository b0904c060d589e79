package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
)

var strayCallEnd = &Rule{
	Code:     "stray-call-end",
	Severity: Information,
	Group:    Messages,
	Summary:  "A </tool> without a <tool>",
	Explanation: `
Outside of a call the runtime treats \'</tool>\' as prose and shows it to the user. It is usually left
over from a call that was written another way, or one too many.

It is reported in replies that hold a call.
`,
	FixSafety: `
Removing the tag is a guess: it may be text that mentions it, or the end of a call whose start is
missing.
`,
	Bad: `I am done. </tool>
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `I am done.
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Needs: facts.Needs{Facts: facts.Neighbors},
	Check: checkStrayCallEnd,
}

func checkStrayCallEnd(p *Pass) {
	for _, span := range p.Around.StrayEnds {
		p.report(span, Report{
			Message: "`</tool>` does not end a call; remove it",
			Note:    "The runtime shows it as text",
			Fixes:   []Fix{replace("Remove `</tool>`", span, "")},
		})
	}
}
