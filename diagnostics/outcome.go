package diagnostics

import (
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// An Outcome is what happens to a call, in one word. In a reply it is that of the live runtime,
// which reads the whole reply; elsewhere, and in a reply of more than [document.MaxMessage] bytes,
// each call is judged on its own. It follows from the two readings of a call, by the runtime and
// by its tool, and from nothing that a configuration sets for rules.
//
// An outcome of [Altered], [Refused] or [Ignored] is explained by at least one error: a finding
// of the call, or one of its reply that has the call among its related places.
type Outcome = call.Outcome

// The outcomes. If several apply, the last one decides.
const (
	NoCall   = call.NoCall   // an empty block beside a call that runs is not a call
	Unknown  = call.Unknown  // it is in a format of another runtime; see [TextCall]
	Runs     = call.Runs     // the call runs with what was written
	Repaired = call.Repaired // it does so thanks to the ampersand repair, or while the runtime still reads JSON
	Altered  = call.Altered  // it runs with other data than was written
	Refused  = call.Refused  // the reader or the tool answers with an error
	Ignored  = call.Ignored  // it never runs, and nothing reports it
)

// Outcomes are the outcomes of calls of Forge, the best one first, and AllOutcomes those of all calls.
var (
	Outcomes    = [...]Outcome{Runs, Repaired, Altered, Refused, Ignored}
	AllOutcomes = append(Outcomes[:], Unknown)
)

// A By is the stage that refuses a call.
type By string

// The stages.
const (
	ByReader By = "reader"
	ByTool   By = "tool" // also where there is no such tool
)

// Outcome returns what happens to the call. An empty block beside a call that runs has [NoCall], and is in no list.
func (c *Call) Outcome() Outcome { return c.reason.Outcome() }

// By returns who refuses the call; "" if nobody does.
func (c *Call) By() By {
	switch {
	case c.reason.Outcome() != Refused:
		return ""
	case c.reason == call.ByReader:
		return ByReader
	}
	return ByTool
}

// Checked reports whether the call reaches its tool and was checked against a valid definition of it, among the tools of
// the [Options]. A call that is refused by its tool but not checked is to a tool that does not exist.
func (c *Call) Checked() bool { return c.checked }

// Read reports whether the reader reads the call, as it is or with its repair, and passes it on to its tool.
func (c *Call) Read() bool {
	return c.reason.Outcome() != NoCall && c.reason.Outcome() != Ignored && c.reason != call.ByReader
}

// Repaired reports whether the reader reads the call by its ampersand repair.
func (c *Call) Repaired() bool { return c.Read() && c.repaired }

// Detailed returns the outcome in words, and what the reader and the tool do if the outcome does not say so: "runs, tool
// accepts", "data lost, repaired, tool unchecked", "refused by the reader".
func (c *Call) Detailed() string {
	words := c.Outcome().Words()
	switch by := c.By(); {
	case c.Outcome() == Ignored:
		return words
	case by == ByReader:
		return words + " by the reader"
	case by == ByTool && !c.Checked():
		return words + ", no such tool"
	case by == ByTool:
		return words + " by its tool"
	case c.Outcome() == Altered && c.Repaired():
		words += ", repaired"
	}
	if c.Checked() {
		return words + ", tool accepts"
	}
	return words + ", tool unchecked"
}

// Why returns the reason for the outcome as a phrase without a period, and what else is known of what runs of the
// message; "" for a call that runs as written, unless another one runs, or none, if the reply arrives in other pieces.
// line is as for [Call.Reason].
func (c *Call) Why(line func(offset int) int) string {
	why := c.Reason(line)
	if c.dependsOnStream() {
		why += "; what runs depends on how the provider cuts its stream"
	}
	if c.Segment.Scope == document.Message && c.Segment.Long {
		why += "; the reply is longer than 256 KiB, so its calls are judged one by one"
	}
	return strings.TrimPrefix(why, "; ")
}

// Reason returns the reason for the outcome as a phrase without a period, such as "<path> is missing"; "" for a call
// that runs as written. line returns the 1-based line of a byte offset in the file; without it, lines are counted from
// the call's first.
func (c *Call) Reason(line func(offset int) int) string {
	switch c.reason {
	case call.ByReader, call.Repair:
		return c.ReaderReason(line)
	case call.ByTool:
		return c.against.byTool
	case call.UnknownTool:
		return "there is no such tool"
	}
	return c.reason.String()
}

// refusal returns the reason why a tool refuses a call with the given issue.
func refusal(b *xmlcall.Block, i toolspec.Issue) string {
	name := "<" + rules.Clip(i.Name) + ">"
	value := strings.TrimSpace(b.Slice(i.Span))
	switch i.Kind {
	case toolspec.EmptyArgument:
		return name + " is empty"
	case toolspec.DroppedValue:
		return name + " has only elements, which are dropped"
	case toolspec.PaddedValue:
		return i.Around() + " around the name in " + name
	case toolspec.MissingArgument:
		switch {
		case i.Argument == nil:
			return i.Reason
		case i.Argument.Kind == toolspec.List && b.Element(i.Element).Local() == i.Name:
			return name + " has no <" + rules.Clip(i.Argument.Item.Name) + ">"
		}
		return name + " is missing"
	case toolspec.TypeMismatch:
		if value == "" {
			return name + " is only white space"
		}
		return name + ": " + rules.Clip(value) + " " + i.Reason
	}
	if i.Name == "" {
		name = "the call" // the schema concerns all arguments together
	}
	return name + " " + rules.ClipAt(i.Reason, rules.MaxReason)
}

const syntaxErrorOnLine = "XML syntax error on line "

// ReaderReason returns the reason why the reader refuses or repairs the call, whatever its tool makes of it: the runtime's
// own words ([xmlcall.Verdict]), except for the number of a line: in a reply the runtime counts
// the lines of what it reads together. Here it is that of the file. It is empty for a call that
// the reader reads as it is. line is as for [Call.Reason].
func (c *Call) ReaderReason(line func(offset int) int) string {
	if c.against == nil || c.Read() && !c.Repaired() {
		return ""
	}
	reason, at := c.against.byReader, c.against.at
	rest, ok := strings.CutPrefix(reason, syntaxErrorOnLine)
	if !ok || at < 0 {
		return reason
	}
	number := 0
	switch start := c.within.Start; {
	case line != nil:
		number = line(c.Segment.FileOffset(at))
	case at < start: // in a call before it, which is read together with this one
		return reason
	default:
		number = 1 + strings.Count(c.Segment.Text[start:at], "\n")
	}
	_, what, _ := strings.Cut(rest, ":")
	return syntaxErrorOnLine + strconv.Itoa(number) + ":" + what
}

// dependsOnStream reports whether another call of the message runs, or none, if the message arrives in one chunk: the
// runtime then loses each call before another <tool>, and in smaller chunks only some of them. It takes as long as
// reading the message, and so is computed only for calls that are described.
func (c *Call) dependsOnStream() bool {
	if !readsWhole(c.Segment) || c.reason == call.InThinking || len(c.Segment.Starts) == 1 && c.end == c.within.End {
		return false
	}
	return c.otherAtOnce()
}

// Received returns the block that the runtime reads: that of the call, or in a reply, if the
// runtime puts another one together, that one. Its spans are then offsets in its own text.
func (c *Call) Received() *xmlcall.Block {
	if c.inJSON {
		return c.asElements(call.New(c.Block(), c.options.Tools, call.Surroundings{}))
	}
	switch {
	case !c.assembled:
		return c.Block()
	case readsWhole(c.Segment):
		return c.message().Block
	}
	return live.Read(c.Source(), xmlcall.Options{MaxSize: c.options.MaxSize}).Block
}

// InFiles returns what the tool does with the files of the workspace; nil if that is not known, or the call does not
// reach its tool. It reads the arguments and makes the edits of the call each time.
func (c *Call) InFiles() *filetools.Result {
	if c.options.Files == nil || !c.reason.Fine() && !c.unfit {
		return nil
	}
	b := c.Received()
	return call.InFiles(c.options.Files, c.options.Tools.Of(b), b)
}
