package call

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// IssuesOf yields the issues of the given kinds that the call's tool has with its
// arguments. There are none if the tool is not known, or if the arguments are not
// elements.
//
// The arguments of a call that the runtime refuses for its XML are read as intended.
// Missing or duplicate arguments there are most likely a consequence of the defect, and
// are omitted.
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

// AllIssues returns the issues of all kinds that the call's tool has with its arguments
// as they are; none if the tool is not known.
func (c *Call) AllIssues() []toolspec.Issue {
	if !c.issuesAsked && c.Tool != nil {
		c.issues = c.Tool.Issues(c.Block)
		if len(c.Holes) > 0 {
			c.issues = slices.DeleteFunc(slices.Clone(c.issues), c.isOpenIssue)
		}
	}
	c.issuesAsked = true
	return c.issues
}

// holeDirectlyIn reports whether a hole is in the text of an element, where its own elements may come from.
func (c *Call) holeDirectlyIn(element xmlcall.ElementID) bool {
	return slices.ContainsFunc(c.Holes, func(h Hole) bool {
		t, ok := c.TokenAt(h.Span.Start)
		return ok && t.Kind() == xmlcall.Text && t.Element() == element
	})
}

// isOpenIssue reports whether it depends on what a template or a program fills in whether the tool has an issue.
func (c *Call) isOpenIssue(i toolspec.Issue) bool {
	switch i.Kind {
	case toolspec.MissingArgument:
		return c.LeavesOut(i.Element) || i.Element >= 0 && c.holeDirectlyIn(i.Element)
	case toolspec.DuplicateArgument:
		return c.apart(i.Element, i.Elements[0])
	case toolspec.DroppedText: // what is filled into a section is text
		if t, ok := c.TokenAt(i.Span.Start); ok && t.Kind() == xmlcall.CDATA {
			return false
		}
	}
	return c.InHole(i.Span) || i.Kind == toolspec.InvalidValue && i.Argument != nil && i.Argument.Kind == toolspec.Integer && c.besideHole(i.Element)
}

// besideHole reports whether a number that another one is compared with may be a hole: a line is, with the first
// line of its range.
func (c *Call) besideHole(element xmlcall.ElementID) bool {
	parent := c.Block.Element(element).Parent()
	if c.LeavesOut(parent) {
		return true
	}
	for i, e := range c.Block.Children(parent) {
		if a := c.Arguments()[i]; i != element && a != nil && a.Kind == toolspec.Integer && c.holeWithin(e.Content()) {
			return true
		}
	}
	return false
}
