package facts

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Needs are the facts that a rule is about. Where a call has none of them, the
// rule has nothing to check and is not run: most calls have nothing at all.
type Needs struct {
	Problems []xmlcall.ProblemKind
	Notes    []xmlcall.NoteKind
	Issues   []toolspec.IssueKind
	Facts    Set
}

// A Set is a set of facts that are not a list of one kind.
type Set uint8

// The facts that a rule can be about, besides problems, notes and issues.
const (
	// Envelope: every call has one.
	Envelope Set = 1 << iota
	// Values: the call has arguments, in elements or otherwise.
	Values
	// JSON: [Call.Payload].
	JSON
	// Placeholders: [Call.Holes].
	Placeholders
	// Neighbors: thinking around the call, or other calls of its message; see
	// [Surroundings].
	Neighbors
)

// Has reports whether the call has any of the facts that a rule needs.
func (c *Call) Has(n *Needs) bool {
	if n.Facts != 0 && c.hasAny(n.Facts) {
		return true
	}
	if !c.kindsAsked {
		c.kindsAsked = true
		c.findKinds()
	}
	for _, kind := range n.Problems {
		if c.problemKinds>>kind&1 != 0 {
			return true
		}
	}
	for _, kind := range n.Notes {
		if c.noteKinds>>kind&1 != 0 {
			return true
		}
	}
	for _, kind := range n.Issues {
		if c.issueKinds>>kind&1 != 0 {
			return true
		}
	}
	return false
}

func (c *Call) hasAny(s Set) bool {
	around := &c.Around
	return s&Envelope != 0 ||
		s&Values != 0 && c.ArgumentsElement() >= 0 ||
		s&JSON != 0 && c.Payload.Kind != NoPayload ||
		s&Placeholders != 0 && len(c.Holes) > 0 ||
		s&Neighbors != 0 && (around.InThinking || around.Merged != "" || len(around.StrayEnds) > 0)
}

// findKinds finds which kinds of problem, note and issue there are, a bit for each.
func (c *Call) findKinds() {
	for i := range c.Block.Problems {
		c.problemKinds |= 1 << c.Block.Problems[i].Kind
	}
	notes := c.allNotes()
	for i := range notes {
		c.noteKinds |= 1 << notes[i].Kind
	}
	issues := c.AllIssues()
	for i := range issues {
		c.issueKinds |= 1 << issues[i].Kind
	}
}
