package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var emptyCall = &Rule{
	Code:     "empty-call",
	Severity: Error,
	Group:    Envelope,
	Summary:  `A call with nothing in it`,
	Explanation: `A reader of single calls answers "tool_name is required in tool call". The live
runtime skips an empty call, and runs another one of the message if there is one; the finding is then
only information. In a reply this is usually a mention of the two tags; write them as \'&lt;tool&gt;\'
there.`,
	Otherwise: `**information** where another call of the message runs`,
	FixSafety: `
Removing the call, and in a document inserting an example, are guesses: it is not clear which call was
meant.`,
	Bad: `Done.
<tool></tool>
`,
	Good: `Done.
<tool>
<server_name>local</server_name>
<tool_name>task_completion</tool_name>
<arguments>
  <result>Done.</result>
</arguments>
</tool>
`,
	Needs: facts.Needs{Facts: facts.Envelope},
	Check: checkEmptyCall,
}

func checkEmptyCall(p *Pass) {
	if !p.Empty || p.Block.Delimiters == xmlcall.Unclosed {
		return
	}
	example := "<tool>\n<server_name>local</server_name>\n<tool_name>task_completion</tool_name>\n" +
		"<arguments>\n  <result>Done.</result>\n</arguments>\n</tool>"
	n := Report{
		Message: "Empty `<tool>`; write `<tool_name>` and `<arguments>` in it",
		Note:    "The runtime refuses a call that names no tool; for a mention of the tags write `&lt;tool&gt;`",
		Fixes:   []Fix{replace("Insert an example: `task_completion`", p.Block.Span, p.LineEnds(example))},
	}
	if !p.Around.Document { // what was meant is not an example
		n.Message = "Empty `<tool>`; remove it, or write `&lt;tool&gt;` for a mention"
		n.Fixes = []Fix{replace("Remove the empty call", p.WholeLines(p.Block.Span), "")}
	}
	if p.Fate.Outcome == facts.NoCall {
		n.Severity = Information
		n.Message = "Empty `<tool>`; remove it, or write `&lt;tool&gt;` for a mention"
		n.Note = "The runtime skips it and runs another call of this message"
	}
	p.report(p.Block.Span, n)
}
