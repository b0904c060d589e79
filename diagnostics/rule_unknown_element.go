package diagnostics

var _ = register(&Rule{
	Code:     "unknown-element",
	Severity: Warning,
	Summary:  "An element of the call that the runtime does not know",
	Explanation: `
A call consists of \'server_name\', \'tool_name\' and \'arguments\', letter for letter; the
runtime ignores every other element beside them. An element that was meant as an argument is
reported as \'misplaced-argument\'.

A name that is close to one that the call does not have was most likely meant to be that.
`,
	Bad: `<tool>
<server_name>local</server_name>
<thought>I want the tags</thought>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	check: checkUnknownElement,
})

func checkUnknownElement(p *pass) {
	for _, s := range p.strayChildren() {
		if s.misplaced {
			continue
		}
		e := &p.b.Elements[s.element]
		n := note{message: "The runtime ignores <" + clip(e.Name) + ">: it reads server_name, tool_name and arguments"}
		if s.missing {
			n.message = "The runtime ignores <" + clip(e.Name) + ">: the name it reads is " + s.near
			n.fixes = append(n.fixes, Fix{Title: "Rename <" + clip(e.Name) + "> to <" + s.near + ">", Edits: p.rename(s.element, s.near)})
		} else if tool := p.tool; s.near == "" && tool == nil && e.Local() != "thinking" {
			// Whether the tool reads it is not known.
			n.fixes = append(n.fixes, Fix{Title: "Move <" + clip(e.Name) + "> into <arguments>", Edits: p.moveEdits([]int{s.element})})
		}
		n.fixes = append(n.fixes, replace("Remove <"+clip(e.Name)+">", p.wholeLines(e.Span()), ""))
		p.report(e.Start, n)
	}
}
