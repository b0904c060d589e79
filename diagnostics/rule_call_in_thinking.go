package diagnostics

var _ = register(&Rule{
	Code:     "call-in-thinking",
	Severity: Error,
	Summary:  "A call inside <thinking>",
	Explanation: `
The live runtime removes \'<thinking>…</thinking>\' from a reply before it looks for calls.
A call inside it never runs, and nothing says so. A \'<thinking>\' that nothing closes takes
all the rest of the reply with it.

Escaping the tag as text is a suggestion: the call may have been meant to run.
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
	if !p.reply.inThinking[p.b.Span.Start] {
		return
	}
	root := &p.b.Elements[0]
	n := note{message: "The live runtime removes <thinking> with all that is in it: this call never runs"}
	edits := []Edit{{root.Start, "&lt;tool&gt;"}}
	if root.End.Len() > 0 {
		edits = append(edits, Edit{root.End, "&lt;/tool&gt;"})
	}
	n.fixes = []Fix{{Title: "Escape the tool tags", Edits: edits}}
	p.report(root.Start, n)
}
