package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

var missingArgument = &Rule{
	Code:     "missing-argument",
	Severity: Error,
	Summary:  "A required argument that is not given",
	Explanation: `
Most tools refuse a call without an argument that they require. Some do not check and go
on with an empty value: \'write_file\' without \'<content>\' overwrites the file with nothing.

A list counts as given only if it holds an item under the name that the tool reads. Where the
argument is there but cannot be read, as JSON, in a CDATA section, as an attribute or in the
wrong place, only the rule that reports this does.
`,
	FixSafety: `
Inserting the argument, with \'...\' for its value, is a guess: nobody but the author knows the
value.
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
	Check: checkMissingArgument,
}

func checkMissingArgument(p *Pass) {
	var shaped []toolspec.Issue // what stands where a list was looked for
	p.issues(func(i toolspec.Issue) { shaped = append(shaped, i) }, toolspec.ArrayShape)
	p.issues(func(i toolspec.Issue) {
		if i.Element >= 0 && p.leavesOut(i.Element) {
			return // what is there may be it
		}
		if p.givenOtherwise(i, shaped) {
			return // it is there, and another rule reports how
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
		if i.Argument != nil && p.b.Elements[i.Element].Local() != i.Name {
			n.fixes = p.insertArgument(i.Element, i.Argument)
		}
		p.report(span, n)
	}, toolspec.MissingArgument)
}

// givenOtherwise reports whether an argument is missing only because it is not
// where the tool looks for it, or not written as the tool reads it. shaped are
// the issues about lists.
func (p *Pass) givenOtherwise(i toolspec.Issue, shaped []toolspec.Issue) bool {
	if i.Argument == nil || i.Element < 0 {
		return false
	}
	b := p.b
	holder := &b.Elements[i.Element]
	for _, s := range shaped {
		if s.Name == i.Name && (s.Span == i.Span || s.Element == i.Element || b.Elements[s.Element].Parent == i.Element) {
			return true
		}
	}
	if known := p.arguments(); known != nil && shapeOf(known[i.Element]) != nil && !hasChildren(b, i.Element) &&
		strings.TrimSpace(b.Value(i.Element).Text) != "" {
		return true // text or a section where elements belong
	}
	at := p.argumentsElement()
	if i.Element != at && i.Element != b.Envelope() {
		return false
	}
	if p.payload.kind == argumentsPayload || at >= 0 && p.holdsStructure(at) {
		return true
	}
	if at >= 0 && p.isAttribute(at, i.Name) {
		return true
	}
	for _, s := range p.strayChildren() {
		if s.misplaced && b.Elements[s.element].Local() == i.Name || b.Child(s.element, i.Name) >= 0 {
			return true
		}
	}
	if at < 0 || holder.Unclosed {
		return false
	}
	for k := at + 1; k < len(b.Elements); k++ {
		if b.Elements[k].Parent == at && (p.namedBy(k) == i.Name || p.isContainer(k) && b.Child(k, i.Name) >= 0) {
			return true
		}
	}
	return false
}

// insertArgument offers to insert an argument as the last child of an element,
// or with arguments of its own where the element is the tool element.
func (p *Pass) insertArgument(holder int, a *toolspec.Argument) []Fix {
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
