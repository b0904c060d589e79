package call

import (
	"slices"
	"strings"

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
	// Unknown: the call is in a format of another runtime, and what that does with it is not known.
	Unknown
	// Runs: the call runs with what was written.
	Runs
	// Repaired: it runs with what was written, thanks to the ampersand repair, or while the runtime still reads JSON.
	Repaired
	// Altered: it runs with other data than was written: lost, corrupted or coerced.
	Altered
	// Refused: the reader or the tool answers with an error.
	Refused
	// Ignored: it never runs, and nothing reports it.
	Ignored
)

var outcomeNames = [...]string{"none", "unknown", "runs", "repaired", "altered", "refused", "ignored"}

// String returns "runs", "repaired", "altered", "refused", "ignored" or "unknown"; "none" for NoCall.
func (o Outcome) String() string { return outcomeNames[min(int(o), len(outcomeNames)-1)] }

var outcomeWords = [...]string{"no call", "unknown", "runs", "repaired", "data lost", "refused", "never runs"}

// Words returns the outcome in the words that people see everywhere.
func (o Outcome) Words() string { return outcomeWords[min(int(o), len(outcomeWords)-1)] }

// A Reason is why a call has its [Outcome], which follows from it.
type Reason uint8

// The reasons. Those of altered calls follow Missing.
const (
	NoReason  Reason = iota // of [NoCall]
	AsWritten               // of [Runs]
	ByReader
	ByTool
	UnknownTool
	InThinking
	Superseded
	NotRecognized
	Repair
	InJSON
	Missing
	Merged
	Removed
	Rewritten
	HalfCharacter
	Swallowed
	Markup
	Tags
	OutsideText
	Structure
	Again
	Overridden
	Twice
	Coerced
	Unread
)

// reasons are the outcomes of the reasons, and phrases for them.
var reasons = [...]struct {
	outcome Outcome
	phrase  string
}{
	NoReason:      {NoCall, ""},
	AsWritten:     {Runs, ""},
	ByReader:      {Refused, ""},
	ByTool:        {Refused, ""},
	UnknownTool:   {Refused, ""},
	InThinking:    {Ignored, "it is in thinking, which the runtime removes"},
	Superseded:    {Ignored, "another call of the reply runs instead"},
	NotRecognized: {Ignored, "the runtime does not recognize it as a call"},
	Repair:        {Repaired, ""},
	InJSON:        {Repaired, "the runtime still reads JSON calls"},
	Missing:       {Altered, "an argument that the tool needs is missing"},
	Merged:        {Altered, "the runtime reads it together with another call of the reply"},
	Removed:       {Altered, "the runtime removes thinking from its values"},
	Rewritten:     {Altered, "the repair also rewrites `&` in CDATA"},
	HalfCharacter: {Altered, "half a character arrives as U+FFFD"},
	Swallowed:     {Altered, "a CDATA section swallows tags of the call"},
	Markup:        {Altered, "markup in a value is dropped"},
	Tags:          {Altered, "a value holds its own end tag, and another argument"},
	OutsideText:   {Altered, "text outside of any argument is dropped"},
	Structure:     {Altered, "text is dropped where the tool reads elements"},
	Again:         {Altered, "`<arguments>` is given twice, and only the last one is used"},
	Overridden:    {Altered, "an argument is given twice, and the last one is used"},
	Twice:         {Altered, "a list is given twice, and the tool gets both"},
	Coerced:       {Altered, "the tool changes a value"},
	Unread:        {Altered, "an argument is not where the tool reads it"},
}

// String returns the reason as a phrase; "" if the reader or the tool gives a more precise one.
func (r Reason) String() string { return reasons[r].phrase }

// Outcome returns the outcome of a call with the reason.
func (r Reason) Outcome() Outcome { return reasons[r].outcome }

// Fine reports whether the call runs with what was written.
func (r Reason) Fine() bool { return r.Outcome() <= Repaired }

// ByTool returns why the call's tool refuses the call, taken on its own, [AsWritten] if it does not. checked reports
// whether it is known what the tool does: it is not if no tools are defined at all, if the tool's definition has an
// error, or if checking the arguments against its schema would take too long. Whether the tool then succeeds, for
// example finds the file, is another question.
func (c *Call) ByTool() (reason Reason, checked bool) {
	switch {
	case c.outcome == xmlcall.Refused:
		return AsWritten, false
	case c.Tool != nil:
		if slices.ContainsFunc(c.issues, c.Tool.Refuses) {
			return ByTool, true
		}
		return AsWritten, !slices.ContainsFunc(c.issues, func(i toolspec.Issue) bool { return i.Kind == toolspec.NotChecked })
	case c.namedInHole(), c.Block.ToolName() == "" && c.Elided(),
		c.Block.ToolName() == strings.TrimSpace(c.Block.ToolName()) && !c.Tools.Lacks(c.Block.ToolName()): // no tool has a padded name
		return AsWritten, false
	}
	return UnknownTool, false
}

// OnItsOwn returns why the call has its outcome, read without the text around it.
func (c *Call) OnItsOwn() Reason {
	if c.Block.Delimiters != xmlcall.Closed {
		return NotRecognized
	}
	return c.Judge()
}

// Judge returns why a call that the runtime recognizes has its outcome.
func (c *Call) Judge() Reason {
	if c.outcome == xmlcall.Refused {
		return ByReader
	}
	if reason, _ := c.ByTool(); reason != AsWritten {
		return reason
	}
	if loss := c.loss(); loss != AsWritten || c.outcome != xmlcall.Repaired {
		return loss
	}
	return Repair
}
