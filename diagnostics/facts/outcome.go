package facts

import (
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An Outcome is what happens to a call, in one word. It follows from the reading of the
// reply and from the reading by the tool, never from a rule.
type Outcome uint8

// The outcomes, the one that decides last.
const (
	// NoCall: an empty block beside a call that runs. It is not a call: it has no outcome.
	NoCall Outcome = iota
	// Runs: the call runs with what was written.
	Runs
	// Repaired: it runs with what was written, thanks to the ampersand repair.
	Repaired
	// Altered: it runs with other data than was written: lost, corrupted or coerced.
	Altered
	// Refused: the reader or the tool answers with an error.
	Refused
	// Ignored: it never runs, and nothing tells so.
	Ignored
)

// A Cause is why a call has its [Outcome].
type Cause uint8

// The causes. Those of altered calls follow Missing.
const (
	NoCause Cause = iota
	ByReader
	ByTool
	UnknownTool
	InThinking
	Superseded
	NotRecognized
	Repair
	Missing
	Merged
	Removed
	Rewritten
	HalfCharacter
	Markup
	StrayText
	Structure
	Overridden
	Twice
	Coerced
	Unread
)

// A Fate is the outcome of a call, and why.
type Fate struct {
	Outcome Outcome
	Cause   Cause
	// Alone reports whether the reply is too long to be read as a whole, so that its calls
	// are judged one by one.
	Alone bool
}

// Fine reports whether the call runs with what was written.
func (f Fate) Fine() bool { return f.Outcome <= Repaired }

// A ToolVerdict is what a call's tool does with the call that the reader passes on.
type ToolVerdict uint8

const (
	// ToolUnchecked: the result is not known. No tools are defined at all, or the tool's definition
	// has an error, or no tool receives the call, or checking the arguments against the tool's
	// schema would take too long.
	ToolUnchecked ToolVerdict = iota
	// ToolAccepts: the tool can read the arguments and has what it requires. Whether it
	// then succeeds, for example finds the file, is not known.
	ToolAccepts
	// ToolRefuses: the tool answers with an error.
	ToolRefuses
	// ToolUnknown: the tool does not exist.
	ToolUnknown
)

var toolVerdictNames = [...]string{"unchecked", "accepts", "refuses", "unknown"}

// String returns "unchecked", "accepts", "refuses" or "unknown".
func (v ToolVerdict) String() string { return toolVerdictNames[min(int(v), len(toolVerdictNames)-1)] }

// ByTool returns what the tool does with the call, taken on its own.
func (c *Call) ByTool() ToolVerdict {
	switch {
	case c.Outcome() == xmlcall.Refused:
		return ToolUnchecked
	case c.Tool != nil:
		issues := c.AllIssues()
		switch {
		case slices.ContainsFunc(issues, c.Tool.Refuses):
			return ToolRefuses
		case slices.ContainsFunc(issues, func(i toolspec.Issue) bool { return i.Kind == toolspec.NotChecked }):
			return ToolUnchecked
		}
		return ToolAccepts
	case !c.Tools.Lacks(c.Block.ToolName()):
		return ToolUnchecked
	}
	return ToolUnknown
}

// OnItsOwn returns the fate of the call, read without the text around it.
func (c *Call) OnItsOwn() Fate {
	switch tool := c.ByTool(); {
	case c.Block.Delimiters != xmlcall.Closed:
		return Fate{Outcome: Ignored, Cause: NotRecognized}
	case c.Outcome() == xmlcall.Refused:
		return Fate{Outcome: Refused, Cause: ByReader}
	case tool == ToolRefuses:
		return Fate{Outcome: Refused, Cause: ByTool}
	case tool == ToolUnknown:
		return Fate{Outcome: Refused, Cause: UnknownTool}
	}
	if loss := c.loss(); loss != NoCause {
		return Fate{Outcome: Altered, Cause: loss}
	}
	if c.Outcome() == xmlcall.Repaired {
		return Fate{Outcome: Repaired, Cause: Repair}
	}
	return Fate{Outcome: Runs}
}
