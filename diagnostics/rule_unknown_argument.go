package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
)

var _ = register(&Rule{
	Code:     "unknown-argument",
	Severity: Warning,
	Summary:  "An argument that the tool does not read",
	Explanation: `
The runtime reads the arguments that a tool knows and ignores every other element,
without a word. Names are compared letter for letter: \'<Content>\' is not \'<content>\', and
the file is written empty.

Renaming is only suggested: what the author meant by a name that the tool does not know
is a guess.
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
	check: checkUnknownArgument,
})

func checkUnknownArgument(p *pass) {
	p.issues(func(i toolspec.Issue) {
		n := note{message: p.toolName() + " does not read <" + clip(i.Name) + ">: the runtime ignores it"}
		for _, name := range p.likelyArguments(i) {
			n.fixes = append(n.fixes, Fix{Title: "Rename to " + name, Edits: p.rename(i.Element, name)})
		}
		if p.tool.Custom {
			n.message = p.toolName() + " has no option for <" + clip(i.Name) + ">"
		}
		if len(n.fixes) > 0 {
			n.message = p.toolName() + " does not read <" + clip(i.Name) + ">; did you mean <" + n.fixes[0].Edits[0].Text + ">?"
		}
		p.report(i.Span, n)
	}, toolspec.UnknownArgument)
}

// likelyArguments returns the names that were most likely meant by that of an
// unknown argument: of those that stand nowhere beside it.
func (p *pass) likelyArguments(i toolspec.Issue) []string {
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
