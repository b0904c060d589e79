package facts

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// IssuesOf yields the issues of the given kinds that the call's tool has with its
// arguments. There are none where the tool is not known, and where the arguments
// are not elements at all.
//
// The arguments of a call that the runtime refuses for its XML are read as they
// were meant. What is missing there, or twice, most likely is so because of what
// is wrong, and is left out.
func (c *Call) IssuesOf(kinds ...toolspec.IssueKind) iter.Seq[toolspec.Issue] {
	return func(yield func(toolspec.Issue) bool) {
		if c.Tool == nil || c.Empty || c.Payload.Kind == CallPayload {
			return
		}
		refused := c.Outcome() == xmlcall.Refused
		for _, i := range c.AllIssues() {
			if !slices.Contains(kinds, i.Kind) || refused && i.Kind != toolspec.UnknownArgument {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

// AllIssues returns the issues of all kinds that the call's tool has with its
// arguments as they are; none where the tool is not known.
func (c *Call) AllIssues() []toolspec.Issue {
	if !c.issuesAsked && c.Tool != nil {
		c.issues = c.Tool.Issues(c.Block)
	}
	c.issuesAsked = true
	return c.issues
}
