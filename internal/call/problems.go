package call

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// ProblemsOf yields the problems of the given kinds that are not explained by
// something larger.
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

// maxRun is the maximum number of problems in a run: a fix for a run has an edit for
// each.
const maxRun = 200

// RunsOf yields the runs of adjacent problems of one kind, such as "&&": one cause, and
// one finding. The span is that of the whole run.
func (c *Call) RunsOf(kind xmlcall.ProblemKind) iter.Seq2[[]xmlcall.Problem, xmlcall.Span] {
	return func(yield func([]xmlcall.Problem, xmlcall.Span) bool) {
		var run []xmlcall.Problem
		whole := func() xmlcall.Span {
			return xmlcall.Span{Start: run[0].Span.Start, End: run[len(run)-1].Span.End}
		}
		for problem := range c.ProblemsOf(kind) {
			if k := len(run) - 1; k >= 0 && (run[k].Span.End != problem.Span.Start || run[k].Element != problem.Element || len(run) == maxRun) {
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
	if c.byElement == nil {
		c.byElement = map[xmlcall.ElementID][]xmlcall.Problem{}
		for _, problem := range c.Block.Problems {
			c.byElement[problem.Element] = append(c.byElement[problem.Element], problem)
		}
	}
	return c.byElement[element]
}

// FirstProblem returns the index of the first problem at or after an offset.
func (c *Call) FirstProblem(offset int) int {
	i, _ := slices.BinarySearchFunc(c.Block.Problems, offset, func(problem xmlcall.Problem, offset int) int {
		return cmp.Compare(problem.Span.Start, offset)
	})
	return i
}

// PassedOver reports whether a part of the block was not examined because it has too
// many problems.
func (c *Call) PassedOver() bool { return c.Block.MoreProblems && c.Outcome() == xmlcall.Refused }

// Prose returns the text between a mention of <tool> and the call that it swallowed. It is
// part of a sentence: nothing in it is a defect, and no fix changes it. ok is false for a
// block that starts with its call, and if there is a tag of a call in the text: then the
// mention may be the start of one that lacks a part.
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
