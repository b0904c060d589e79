package rules

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var missingToolName = &Rule{
	Code:     "missing-tool-name",
	Severity: Error,
	Summary:  `A call that names no tool`,
	Explanation: `Without a \'tool_name\', or with an empty one, the runtime answers "tool_name is required
in tool call". Names of elements are case-sensitive: \'<Tool_Name>\' is not \'<tool_name>\'.`,
	FixSafety: `
Renaming the only element with another format's name for it, such as \'<name>\', is certain where
it holds the name of a known tool that accepts the call. The tools offered otherwise, those
that read all the arguments that are given, are guesses.
`,
	Bad: `<tool>
<server_name>local</server_name>
<arguments>
  <path>a.txt</path>
  <content>hi</content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>hi</content>
</arguments>
</tool>`,
	Check: checkMissingToolName,
}

func checkMissingToolName(p *Pass) {
	b := p.b
	if p.empty || p.payload.kind == callPayload || b.Form == xmlcall.Unclosed || b.Rest.Len() > 0 || p.has(xmlcall.UnclosedCall) {
		return
	}
	root := b.Envelope()
	name := b.Child(root, "tool_name")
	if name >= 0 && b.Value(name).Text != "" {
		return
	}
	n := note{message: "No tool is named: write <tool_name>; the call is refused"}
	span := b.Elements[root].Start
	if name >= 0 {
		span = b.Elements[name].Span()
	} else if i := p.misnamed(root, "tool_name"); i >= 0 {
		e := &b.Elements[i]
		n.fixes = append(n.fixes, Fix{Title: "Rename <" + Clip(e.Name) + "> to <tool_name>", Edits: p.rename(i, "tool_name")})
	}
	if len(n.fixes) == 0 {
		n.fixes = p.nameChoices(span, name >= 0)
	}
	p.report(span, n)
}

// rename returns the edits that give an element another name.
func (p *Pass) rename(element int, name string) []Edit {
	e := &p.b.Elements[element]
	edits := []Edit{{Span: p.b.Tokens[e.First].Inner, Text: name}}
	if e.End.Len() > 0 {
		edits = append(edits, Edit{Span: p.b.Tokens[e.Last].Inner, Text: name})
	}
	return edits
}

// misnamed returns the child of parent that was most likely meant to have the
// given name: the same but for case, blanks and hyphens, or else the one that has
// another format's name for it. It returns -1 where there is none.
func (p *Pass) misnamed(parent int, name string) int {
	alias := -1
	for i := range p.b.Elements {
		e := &p.b.Elements[i]
		if e.Parent != parent {
			continue
		}
		switch folded := toolspec.Fold(e.Local()); {
		case folded == toolspec.Fold(name):
			return i
		case alias < 0 && aliases[folded] == name && !hasChildren(p.b, i):
			alias = i
		}
	}
	return alias
}

// maxChoices bounds how many names are offered.
const maxChoices = 5

// nameChoices offers the names of tools that read all the arguments given:
// in place of an empty element, or as a new one behind the tool tag.
func (p *Pass) nameChoices(span xmlcall.Span, present bool) []Fix {
	var names []string
	if i := p.b.Child(p.b.Envelope(), "arguments"); i >= 0 {
		for _, v := range p.b.Value(i).Children {
			names = append(names, v.Name)
		}
	}
	var fixes []Fix
	for _, tool := range p.tools.WithArguments(names...) {
		if len(fixes) == maxChoices {
			break
		}
		if len(names) == 0 && len(tool.Arguments) > 0 {
			continue // every tool fits; those without arguments fit best
		}
		element := "<tool_name>" + tool.Name + "</tool_name>"
		if present {
			fixes = append(fixes, replace("Name the tool "+tool.Name, span, element))
			continue
		}
		indent, _ := p.indent(span.Start)
		fixes = append(fixes, insert("Name the tool "+tool.Name, span.End, p.lineEnds("\n"+indent+element)))
	}
	return fixes
}
