package diagnostics

import (
	"github.com/entrhq/forge-lsp/toolspec"
)

var _ = register(&Rule{
	Code:     "missing-argument",
	Severity: Error,
	Summary:  "A required argument that is not given",
	Explanation: `
Most tools refuse a call without an argument that they require. Some do not check and go
on with an empty value: \'write_file\' without \'<content>\' overwrites the file with nothing.

A list counts as given only if it holds an item under the name that the tool reads; see
\'array-shape\' and \'cdata-around-structure\' for what else may stand there.

The fix inserts the argument with \'...\' in the place of its value, and is a suggestion:
nobody but the author knows the value.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>search_files</tool_name>
<arguments>
  <path>src</path>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>search_files</tool_name>
<arguments>
  <path>src</path>
  <pattern>func main</pattern>
</arguments>
</tool>`,
	check: checkMissingArgument,
})

func checkMissingArgument(p *pass) {
	var shaped []toolspec.Issue // what stands where a list was looked for
	p.issues(func(i toolspec.Issue) { shaped = append(shaped, i) }, toolspec.ArrayShape)
	p.issues(func(i toolspec.Issue) {
		if i.Element >= 0 && p.leavesOut(i.Element) {
			return // what stands there may be it
		}
		n := note{message: p.toolName() + " refuses the call: <" + i.Name + "> is missing"}
		switch {
		case i.Argument == nil:
			n.message = p.toolName() + " refuses the call: " + i.Reason
		case i.Argument.Kind == toolspec.List && p.b.Elements[i.Element].Local() == i.Name:
			n.message = p.toolName() + " finds no <" + i.Argument.Item.Name + "> in <" + i.Name + "> and refuses the call"
		case p.tool.Custom:
			n.message = p.toolName() + " needs <" + i.Name + ">: it is missing"
		case i.Argument.Kind == toolspec.String && !i.Argument.NonEmpty:
			n.message = p.toolName() + " reads an empty <" + i.Name + ">: it is missing"
		}
		span := i.Span
		if p.payload.kind == argumentsPayload && i.Element == p.argumentsElement() {
			// The argument is there, as JSON.
			p.report(p.payload.span, note{message: n.message, fixes: p.payloadFixes()})
			return
		}
		for _, s := range shaped {
			if s.Span == span && s.Name == i.Name {
				n.fixes = p.shapeFixes(s) // the list is there, written in another way
			}
		}
		if len(n.fixes) == 0 && i.Argument != nil && p.b.Elements[i.Element].Local() != i.Name {
			n.fixes = p.insertArgument(i.Element, i.Argument)
		}
		p.report(span, n)
	}, toolspec.MissingArgument)
}

// insertArgument offers to insert an argument as the last child of an element,
// or with arguments of its own where the element is the tool element.
func (p *pass) insertArgument(holder int, a *toolspec.Argument) []Fix {
	e := &p.b.Elements[holder]
	if e.Unclosed || holder == p.b.Envelope() && p.argumentsElement() >= 0 {
		return nil
	}
	value := "..."
	if a.Kind == toolspec.List && !a.Repeated {
		value = "<" + a.Item.Name + ">...</" + a.Item.Name + ">"
	}
	element := "<" + a.Name + ">" + value + "</" + a.Name + ">"
	step := "  "
	if holder == p.b.Envelope() {
		step = ""
		line := ""
		if _, first := p.indent(e.End.Start); first {
			line = "\n" + p.childIndent(holder, "")
			element = "  " + element
		}
		element = p.lineEnds("<arguments>" + line + element + line + "</arguments>")
	}
	return []Fix{{Title: "Insert <" + a.Name + ">", Edits: []Edit{p.lastChildren(holder, step, element)}}}
}
