package rules

import (
	"cmp"
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unknownArgument = &Rule{
	Code:     "unknown-argument",
	Severity: Warning,
	Summary:  "An argument that the tool does not read",
	Explanation: `
The runtime reads the arguments that a tool knows and ignores every other element. Names are
compared letter for letter: \'<Content>\' is not \'<content>\', and the file is written empty.

Where an argument of the tool was plainly meant, its value is lost: the name is near that of
one that is not given, documents call it so, or the element is a container of another format,
such as \'<parameter name="path">\'.
`,
	Otherwise: `**error** where an argument of the tool was plainly meant`,
	FixSafety: `
Writing \'<parameter name="path">\' as \'<path>\' is certain where every name is an argument of
the tool, given once, and the tool accepts the call; so is removing a container around all
arguments. Renaming is a guess: what was meant by a name that the tool does not know is for
the author to say.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>a.go</path>
  <line_start>1</line_start>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>a.go</path>
  <start_line>1</start_line>
</arguments>
</tool>`,
	Check: checkUnknownArgument,
}

func checkUnknownArgument(p *Pass) {
	p.issues(func(i toolspec.Issue) {
		name := "<" + Clip(i.Name) + ">"
		n := note{message: "Unknown argument " + name + "; " + p.toolName() + " does not read it"}
		if p.tool.Custom {
			n.message = "Unknown argument " + name + "; " + p.toolName() + " has no option for it"
		}
		switch named := p.namedBy(i.Element); {
		case named != "":
			n.severity = Error
			n.message = "Argument " + Clip(named) + " as " + name + ": write <" + Clip(named) + ">; the tool does not get it"
			n.fixes = p.writeNamed(i.Element)
		case p.isContainer(i.Element) && p.holdsArguments(i.Element):
			e := &p.b.Elements[i.Element]
			n.severity = Error
			n.message = name + " around the arguments: remove it; the tool gets none of them"
			n.fixes = []Fix{{Title: "Remove the wrapper " + name, Edits: []Edit{{Span: e.Start, Text: ""}, {Span: e.End, Text: ""}}}}
		default:
			for _, likely := range p.likelyArguments(i) {
				n.fixes = append(n.fixes, Fix{Title: "Rename to " + likely, Edits: p.rename(i.Element, likely)})
			}
			if len(n.fixes) > 0 {
				n.severity = Error
				n.message = p.toolName() + " does not read " + name + "; did you mean <" + n.fixes[0].Edits[0].Text + ">?"
			}
		}
		p.report(i.Span, n)
	}, toolspec.UnknownArgument)
}

// containers are what other formats call the element around one argument, whose
// name is an attribute, or around all.
var containers = []string{
	"parameter", "parameters", "param", "params", "arg", "args", "argument", "arguments", "input", "inputs",
}

// isContainer reports whether a child of the arguments has such a name, and the
// tool has no argument of that name.
func (p *Pass) isContainer(element int) bool {
	e := &p.b.Elements[element]
	return e.Parent == p.argumentsElement() && e.End.Len() > 0 && slices.Contains(containers, toolspec.Fold(e.Local())) &&
		(p.tool == nil || p.tool.Argument(e.Local()) == nil)
}

// namedBy returns the name of the argument that an element such as
// <parameter name="path"> was meant to be, "" if it was not.
func (p *Pass) namedBy(element int) string {
	if !p.isContainer(element) || p.tool == nil {
		return ""
	}
	name, count := "", 0
	i, _ := slices.BinarySearchFunc(p.b.Attributes, element, func(a xmlcall.Attribute, element int) int {
		return cmp.Compare(a.Element, element)
	})
	for ; i < len(p.b.Attributes) && p.b.Attributes[i].Element == element; i++ {
		count++
		if p.b.Slice(p.b.Attributes[i].Name) == "name" {
			name = p.b.Slice(p.b.Attributes[i].Value)
		}
	}
	if count != 1 || p.tool.Argument(name) == nil {
		return ""
	}
	return name
}

// writeNamed returns the fixes of an element that has the name of an argument as
// an attribute: all such elements at once, and this one alone.
func (p *Pass) writeNamed(element int) []Fix {
	one := Fix{Title: "Write as <" + Clip(p.namedBy(element)) + ">"}
	all := Fix{Title: "Write each under its own name"}
	found := 0
	for k := p.argumentsElement() + 1; k < len(p.b.Elements) && len(all.Edits) < maxShared; k++ {
		if p.b.Elements[k].Parent != p.argumentsElement() {
			continue
		}
		name := p.namedBy(k)
		if name == "" {
			continue
		}
		e := &p.b.Elements[k]
		edits := []Edit{{Span: e.Start, Text: "<" + name + ">"}, {Span: e.End, Text: "</" + name + ">"}}
		if k == element {
			one.Edits = edits
		}
		all.Edits = append(all.Edits, edits...)
		found++
	}
	if found < 2 || len(one.Edits) == 0 {
		return []Fix{one}
	}
	return []Fix{all, one}
}

// isAttribute reports whether an element has an attribute of a name.
func (p *Pass) isAttribute(element int, name string) bool {
	return slices.ContainsFunc(p.b.Attributes, func(a xmlcall.Attribute) bool {
		return a.Element == element && p.b.Slice(a.Name) == name
	})
}

// likelyArguments returns the names that were most likely meant by that of an
// unknown argument: of those that stand nowhere beside it.
func (p *Pass) likelyArguments(i toolspec.Issue) []string {
	parent := p.b.Elements[i.Element].Parent
	all := p.tool.Arguments
	if known := p.arguments(); known != nil && known[parent] != nil {
		all = known[parent].Members
	}
	var names []string
	for _, a := range all {
		if p.b.Child(parent, a.Name) < 0 {
			names = append(names, a.Name)
		}
	}
	likely := toolspec.Nearest(i.Name, names)
	if known := toolspec.DocumentedArgument(p.tool.Name, i.Name); slices.Contains(names, known) {
		likely = slices.DeleteFunc(likely, func(n string) bool { return n == known })
		likely = slices.Insert(likely, 0, known)
	}
	return likely[:min(len(likely), maxLikely)]
}
