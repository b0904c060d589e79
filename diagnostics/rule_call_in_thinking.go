package diagnostics

import "github.com/entrhq/forge-lsp/xmlcall"

var _ = register(&Rule{
	Code:     "call-in-thinking",
	Severity: Error,
	Summary:  "A call inside <thinking>",
	Explanation: `
The live runtime removes \'<thinking>…</thinking>\' from a reply before it looks for calls.
A call inside it never runs, and nothing shows it. A \'<thinking>\' that nothing closes takes
all the rest of the reply with it. A mention of \'<tool>\' in thinking is harmless.

In a transcript thinking ends where its message ends. In a file that may hold several
messages and does not show where they end, such as a log, a \'<thinking>\' that nothing
closes is taken for a mention.
`,
	FixSafety: `
Escaping the tags is a guess, and so is closing the thinking before the call: the call may have
been a draft, or meant to run.
`,
	Bad: `<thinking>
I list the tags first:
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>
</thinking>`,
	Good: `<thinking>I list the tags first.</thinking>
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	check: checkCallInThinking,
})

func checkCallInThinking(p *pass) {
	root := &p.b.Elements[0]
	thinking, ok := p.seg.ThinkingAround(root.Start.Start)
	if !ok {
		return
	}
	edits := []Edit{{root.Start, "&lt;tool&gt;"}}
	if root.End.Len() > 0 {
		edits = append(edits, Edit{root.End, "&lt;/tool&gt;"})
	}
	tag := xmlcall.Span{Start: thinking.Start - len("<thinking>"), End: thinking.Start}
	n := note{
		message: "Call inside <thinking>; it never runs",
		fixes:   []Fix{{Title: "Escape the tool tags", Edits: edits}},
	}
	if !p.seg.Long {
		n.related = []Related{{Span: tag, Message: "the thinking starts here"}}
	}
	if thinking.End == len(p.seg.Text) {
		n.message = "Call after a <thinking> that nothing closes; it never runs"
		indent, _ := p.indent(root.Start.Start)
		n.fixes = append(n.fixes, insert("Close <thinking> before the call", root.Start.Start, p.lineEnds("</thinking>\n"+indent)))
	}
	p.report(root.Start, n)
}
