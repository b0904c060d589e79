package call

import (
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Needs are the facts that a rule is about. If a call has none of them, the rule has
// nothing to check and does not run: most calls have none at all.
type Needs struct {
	Problems []xmlcall.ProblemKind
	Notes    []NoteKind
	Issues   []toolspec.IssueKind
	Facts    Set
}

// A Set is a set of facts other than problems, notes and issues.
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
	// Neighbors: thinking around the call, or other calls of its message; see [Surroundings].
	Neighbors
	// Files: the files of the workspace say something about the call; see [Call.Files].
	Files
)

// Kinds are the facts of a call or a rule, in a form for fast comparison: a bit for
// each kind of problem, note and issue.
type Kinds struct {
	problems, notes, issues uint64
	facts                   Set
}

// Kinds returns the needs in that form.
func (n *Needs) Kinds() Kinds {
	return Kinds{bits(n.Problems), bits(n.Notes), bits(n.Issues), n.Facts}
}

func bits[K ~uint8](kinds []K) (set uint64) {
	for _, kind := range kinds {
		set |= 1 << kind
	}
	return set
}

// Any reports whether the two have a kind in common.
func (k *Kinds) Any(other *Kinds) bool {
	return k.problems&other.problems|k.notes&other.notes|k.issues&other.issues != 0 || k.facts&other.facts != 0
}

// Kinds returns the facts of the call.
func (c *Call) Kinds() Kinds {
	k := Kinds{facts: Envelope}
	for i := range c.Block.Problems {
		k.problems |= 1 << c.Block.Problems[i].Kind
	}
	for i := range c.notes {
		k.notes |= 1 << c.notes[i].Kind
	}
	for i := range c.issues {
		k.issues |= 1 << c.issues[i].Kind
	}
	if c.arguments != xmlcall.NoElement {
		k.facts |= Values
	}
	if c.Payload.Kind != NoPayload {
		k.facts |= JSON
	}
	if len(c.Holes) > 0 {
		k.facts |= Placeholders
	}
	if around := &c.Around; around.InThinking || around.Thought.Len() > 0 || around.Merged != "" || len(around.StrayEnds) > 0 {
		k.facts |= Neighbors
	}
	if c.Files != nil && len(c.Files.Findings) > 0 {
		k.facts |= Files
	}
	return k
}
