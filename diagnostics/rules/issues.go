package rules

import (
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// issues calls f for each issue of the given kinds that the call's tool has
// with its arguments. There are none where the tool is not known, and where
// the arguments are not elements at all.
//
// The arguments of a call that the runtime refuses for its XML are read as they
// were meant. What is missing there, or twice, most likely is so because of
// what is wrong, and is not said.
func (p *Pass) issues(f func(toolspec.Issue), kinds ...toolspec.IssueKind) {
	if p.tool == nil || p.empty || p.payload.kind == callPayload {
		return
	}
	refused := p.outcome() == xmlcall.Refused
	for _, i := range p.AllIssues() {
		if !slices.Contains(kinds, i.Kind) {
			continue
		}
		if refused && i.Kind != toolspec.UnknownArgument {
			continue
		}
		f(i)
	}
}

// AllIssues returns the issues of all kinds that the call's tool, which is known,
// has with its arguments.
func (p *Pass) AllIssues() []toolspec.Issue {
	if !p.toolAsked {
		p.toolAsked, p.toolIssues = true, p.tool.Issues(p.b)
	}
	return p.toolIssues
}

// toolName returns the name of the tool that gets the arguments: for a call to
// run_custom_tool that of the custom tool, where that is known.
func (p *Pass) toolName() string {
	if p.tool.Custom {
		return p.tool.Name
	}
	return p.b.ToolName()
}

// maxLikely is how many names are offered in place of one that is not known.
const maxLikely = 3

// removeElement returns the fix that takes an element away, with the line if
// nothing else stands on it.
func (p *Pass) removeElement(element int) Fix {
	span := p.wholeLines(p.b.Elements[element].Span())
	return replace("Remove <"+p.b.Elements[element].Local()+">", span, "")
}
