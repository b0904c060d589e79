package call

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"sync"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// ProblemsOf yields the problems of the given kinds that are not explained by something larger.
func (c *Call) ProblemsOf(kinds ...xmlcall.ProblemKind) iter.Seq[xmlcall.Problem] {
	return func(yield func(xmlcall.Problem) bool) {
		for _, problem := range c.Block.Problems {
			if slices.Contains(kinds, problem.Kind) && !c.Payload.claims(problem) && !c.inProse(problem) && !yield(problem) {
				return
			}
		}
	}
}

// inProse reports whether a problem is in the text between a mention and the call that it
// swallowed, which is not part of the call. Another mention there is a defect, too.
func (c *Call) inProse(problem xmlcall.Problem) bool {
	return problem.Kind != xmlcall.SwallowedCall && c.Prose.Len() > 0 && c.Prose.Contains(problem.Span)
}

// RunsOf yields the runs of adjacent problems of one kind, such as "&&": one cause, and
// one finding. The span is that of the whole run.
func (c *Call) RunsOf(kind xmlcall.ProblemKind) iter.Seq2[[]xmlcall.Problem, xmlcall.Span] {
	return func(yield func([]xmlcall.Problem, xmlcall.Span) bool) {
		var run []xmlcall.Problem
		whole := func() xmlcall.Span {
			return xmlcall.Span{Start: run[0].Span.Start, End: run[len(run)-1].Span.End}
		}
		for problem := range c.ProblemsOf(kind) {
			if k := len(run) - 1; k >= 0 && (run[k].Span.End != problem.Span.Start || run[k].Element != problem.Element) {
				if !yield(run, whole()) {
					return
				}
				run = nil
			}
			run = append(run, problem)
		}
		if len(run) > 0 {
			yield(run, whole())
		}
	}
}

// HasProblem reports whether the block has a problem of the given kind.
func (c *Call) HasProblem(kind xmlcall.ProblemKind) bool {
	return slices.ContainsFunc(c.Block.Problems, func(p xmlcall.Problem) bool { return p.Kind == kind })
}

// ProblemsIn returns the problems whose innermost element is the given one.
func (c *Call) ProblemsIn(element xmlcall.ElementID) []xmlcall.Problem {
	return c.elements[element].problems
}

// FirstProblem returns the index of the first problem at or after an offset.
func (c *Call) FirstProblem(offset int) int {
	i, _ := slices.BinarySearchFunc(c.Block.Problems, offset, func(problem xmlcall.Problem, offset int) int {
		return cmp.Compare(problem.Span.Start, offset)
	})
	return i
}

// PassedOver reports whether a part of the block was not examined because it has too many problems.
func (c *Call) PassedOver() bool { return c.Block.MoreProblems && c.outcome == xmlcall.Refused }

// Prose returns the text between a mention of <tool> and the call that it swallowed. It is part of a sentence:
// nothing in it is a defect, and no fix changes it. ok is false for a block that starts with its call, and if there
// is a tag of a call in the text: then the mention may be the start of one that lacks a part.
func Prose(b *xmlcall.Block) (prose xmlcall.Span, ok bool) {
	if b.Envelope() <= 0 {
		return prose, false
	}
	root := b.Element(0).Start()
	if !slices.ContainsFunc(b.Problems, func(p xmlcall.Problem) bool { return p.Kind == xmlcall.SwallowedCall && p.Span == root }) {
		return prose, false
	}
	prose = xmlcall.Span{Start: root.End, End: b.Element(b.Envelope()).Start().Start}
	return prose, !anyTag().MatchString(mentions().ReplaceAllString(b.Slice(prose), ""))
}

// mentions finds start tags of the envelope that a sentence may mention.
var mentions = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<(tool|arguments|server_name|tool_name)>`)
})

// anyTag finds text that may be a tag of a call that lacks a part.
var anyTag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<\s*/?\s*[A-Za-z_]`)
})

// NotesOf yields the notes of the given kinds that are not a consequence of something larger.
//
// There are none for a block that the runtime does not see or whose XML it refuses: missing or extra parts are then
// usually a consequence. The same applies to a block with only text or JSON.
func (c *Call) NotesOf(kinds ...NoteKind) iter.Seq[Note] {
	return func(yield func(Note) bool) {
		for _, n := range c.notes {
			if slices.Contains(kinds, n.Kind) && !c.Payload.explains(n) && !yield(n) {
				return
			}
		}
	}
}

// knownNotes returns the notes that are true whatever is filled into the holes.
func (c *Call) knownNotes() []Note {
	if !c.Readable() || c.Payload.Kind == CallPayload || c.Block.NumElements() < 2 {
		return nil
	}
	list := c.findNotes()
	if len(c.Holes) > 0 {
		list = slices.DeleteFunc(list, c.isOpenNote)
		for i := range list {
			if n := &list[i]; n.Kind == StrayText && !IsEllipsis(c.Block.Slice(n.Span)) {
				n.Span = c.knownText(n.Span)
			}
		}
	}
	return list
}

// isOpenNote reports whether it depends on what a template fills in whether a note is true.
func (c *Call) isOpenNote(n Note) bool {
	switch n.Kind {
	case DuplicateChild:
		later, _ := c.Block.Child(c.Block.Envelope(), c.Block.Element(n.Element).Local())
		return c.apart(n.Element, later)
	case StrayText:
		return c.knownText(n.Span).Len() == 0 && !IsEllipsis(c.Block.Slice(n.Span))
	case IgnoredAttributes: // whatever is filled into a value, it is not read
		attributes := c.Block.Element(n.Element).Attributes()
		return !slices.ContainsFunc(attributes, func(a xmlcall.Attribute) bool { return !c.holeWithin(a.Name) })
	}
	return c.InHole(n.Span) && !IsEllipsis(c.Block.Slice(n.Span))
}

// Reads reports whether the runtime reads an element, rather than only the text of one around it: the element is part
// of the envelope, an argument, or part of one that has structure.
func (c *Call) Reads(element xmlcall.ElementID) bool {
	b := c.Block
	e := b.Element(element)
	switch {
	case e.Parent() == xmlcall.NoElement:
		return true
	case e.Parent() == b.Envelope():
		return forge.InEnvelope(e.Local())
	case !c.InArguments(element) || c.Scalar(e.Parent()) != xmlcall.NoElement:
		return false
	}
	return c.Tool == nil || c.reads(element)
}

// IssuesOf yields the issues of the given kinds that the call's tool has with its arguments. There are none if the
// tool is not known, or if the arguments are not elements.
//
// The arguments of a call that the runtime refuses for its XML are read as intended. Missing or duplicate arguments
// there are most likely a consequence of the defect, and are omitted.
func (c *Call) IssuesOf(kinds ...toolspec.IssueKind) iter.Seq[toolspec.Issue] {
	return func(yield func(toolspec.Issue) bool) {
		if c.Empty || c.Payload.Kind == CallPayload {
			return
		}
		for _, i := range c.issues {
			if slices.Contains(kinds, i.Kind) && (c.outcome != xmlcall.Refused || i.Kind == toolspec.UnknownArgument) && !yield(i) {
				return
			}
		}
	}
}

// AllIssues returns the issues of all kinds that the call's tool has with its arguments
// as they are, except for thinking that the runtime removes; none if the tool is not known.
func (c *Call) AllIssues() []toolspec.Issue { return c.issues }

// knownIssues returns the issues that there are whatever is filled into the holes.
func (c *Call) knownIssues() []toolspec.Issue {
	if c.Tool == nil {
		return nil
	}
	open := func(i toolspec.Issue) bool { return c.RemovedThinking(i.Element) || c.isOpenIssue(i) }
	if list := c.Reading().Issues; slices.ContainsFunc(list, open) {
		return slices.DeleteFunc(slices.Clone(list), open)
	}
	return c.reading.Issues
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
		if a := c.Argument(i); i != element && a != nil && a.Kind == toolspec.Integer && c.holeWithin(e.Content()) {
			return true
		}
	}
	return false
}
