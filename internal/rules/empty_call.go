package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var emptyCall = &Rule{
	Code:     "empty-call",
	Severity: Error,
	Group:    Envelope,
	Summary:  `A call with nothing in it`,
	Needs:    call.Needs{Facts: call.Envelope},
	Check:    checkEmptyCall,
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
	if p.Reason.Outcome() == call.NoCall {
		n.Severity = Information
		n.Message = "Empty `<tool>`; remove it, or write `&lt;tool&gt;` for a mention"
		n.Note = "The runtime skips it and runs another call of this message"
	}
	p.report(p.Block.Span, n)
}
