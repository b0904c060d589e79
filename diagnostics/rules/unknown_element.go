package rules

var unknownElement = &Rule{
	Code:     "unknown-element",
	Severity: Warning,
	Summary:  "An element of the call that the runtime does not know",
	Explanation: `
A call consists of \'server_name\', \'tool_name\' and \'arguments\', letter for letter; the
runtime ignores every other element beside them. An element that was meant as an argument is
reported as \'misplaced-argument\'.

Where the element holds arguments, as \'<parameters>\' of other formats does, the tool gets
none of them.

A name that is close to one that the call does not have was most likely meant to be that.
`,
	Otherwise: `**error** where the element holds arguments, which are lost`,
	FixSafety: `
Renaming the only element that has another format's name for a part that the call lacks
(\'<params>\' for \'<arguments>\', \'<name>\' for \'<tool_name>\') is certain where the tool is
known and accepts the call. Removing an element, or moving it into \'<arguments>\', is a
guess: only the author knows what it was for.
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
	Check: checkUnknownElement,
}

func checkUnknownElement(p *Pass) {
	for _, s := range p.strayChildren() {
		if s.misplaced {
			continue
		}
		e := &p.b.Elements[s.element]
		n := note{message: "Unknown element <" + Clip(e.Name) + ">; a call consists of server_name, tool_name and arguments"}
		if p.holdsArguments(s.element) || s.missing && s.near == "arguments" && hasChildren(p.b, s.element) {
			n.severity = Error
			n.message = "Arguments in <" + Clip(e.Name) + ">: write <arguments>; the tool gets none of them"
		}
		if s.missing {
			if n.severity != Error {
				n.message = "Unknown element <" + Clip(e.Name) + ">: write <" + s.near + ">"
			}
			n.fixes = append(n.fixes, Fix{Title: "Rename <" + Clip(e.Name) + "> to <" + s.near + ">", Edits: p.rename(s.element, s.near)})
		} else if tool := p.tool; s.near == "" && tool == nil && e.Local() != "thinking" {
			// Whether the tool reads it is not known.
			n.fixes = append(n.fixes, Fix{Title: "Move <" + Clip(e.Name) + "> into <arguments>", Edits: p.moveEdits([]int{s.element})})
		}
		n.fixes = append(n.fixes, replace("Remove <"+Clip(e.Name)+">", p.wholeLines(e.Span()), ""))
		p.report(e.Start, n)
	}
}

// holdsArguments reports whether an element holds an argument of the call's tool.
func (p *Pass) holdsArguments(element int) bool {
	if p.tool == nil {
		return false
	}
	for i := element + 1; i < len(p.b.Elements) && p.b.Elements[i].Parent >= element; i++ {
		if e := &p.b.Elements[i]; e.Parent == element && p.tool.Argument(e.Local()) != nil {
			return true
		}
	}
	return false
}
