package diagnostics

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"weak"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// A ToolVerdict is what a call's tool does with the call that the reader passes on.
type ToolVerdict = call.ToolVerdict

// The verdicts of tools.
const (
	ToolUnchecked = call.ToolUnchecked // not known, or no tool receives the call
	ToolAccepts   = call.ToolAccepts   // the tool has what it requires; whether it then succeeds is not known
	ToolRefuses   = call.ToolRefuses   // the tool answers with an error: [Call.ToolReason]
	ToolUnknown   = call.ToolUnknown   // there is no such tool
)

// ToolVerdict returns the verdict of the call's tool, by the tools of the [Options] with which
// the result was created.
func (c *Call) ToolVerdict() ToolVerdict { return c.tool }

// ToolBroken reports whether the definition of the tool has an error, so that the call
// is not checked against it.
func (c *Call) ToolBroken() bool {
	return c.tool == ToolUnchecked && c.reader != nil && c.tools.IsBroken(c.Block().ToolName())
}

// ToolReason returns the reason why the tool refuses the call, such as "<path> is
// missing": the first reason by position, as a phrase without a period. It is empty if
// the tool does not refuse the call; otherwise it costs a reading of the arguments.
func (c *Call) ToolReason() string {
	if c.tool != ToolRefuses {
		return ""
	}
	b := c.Received()
	tool := c.tools.Of(b)
	for _, i := range c.issues(tool, b) {
		if tool.Refuses(i) {
			return refusal(b, i)
		}
	}
	return rules.ClipAt(c.InFiles().Refused(), rules.MaxReason)
}

// issues returns what a tool has to say about the block that it receives, whatever is filled into its holes.
func (c *Call) issues(tool *toolspec.Tool, b *xmlcall.Block) []toolspec.Issue {
	if c.is.has(assembled) || c.is.has(inJSON) || !c.Segment.IsDocument() {
		return tool.Issues(b)
	}
	return call.New(b, c.tools, call.Surroundings{Document: true, Placeholders: c.Segment.Placeholders, Computed: c.Segment.Computed}).AllIssues()
}

// InFiles returns what the tool does with the files of the workspace, nil if that is not known or the
// call does not reach its tool. It costs a reading of the arguments, and the edits that the call makes.
func (c *Call) InFiles() *filetools.Result {
	if c.reader == nil || c.files == nil || !c.reason.Fine() && !c.is.has(unfit) {
		return nil
	}
	b := c.Received()
	return call.InFiles(c.files, c.tools.Of(b), b)
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

// Detailed returns an outcome in words, and what the two stages do as far as it leaves that open:
// "runs, tool accepts", "data lost, repaired, tool unchecked", "refused by the reader".
func Detailed(o Outcome, by By, reader xmlcall.Outcome, tool ToolVerdict) string {
	words := o.Words()
	switch {
	case o == Ignored:
		return words
	case by == ByReader:
		return words + " by the reader"
	case tool == ToolUnknown:
		return words + ", no such tool"
	case by == ByTool:
		return words + " by its tool"
	case o == Altered && reader == xmlcall.Repaired:
		words += ", repaired"
	}
	return words + ", tool " + tool.String()
}

// Detailed returns the outcome of the call in words, as [Detailed] does.
func (c *Call) Detailed() string { return Detailed(c.Outcome(), c.By(), c.Verdict(), c.tool) }

// About yields the calls that a finding is about, as indices of the document's: its own, and of an
// error those among its related places. One error may explain the outcomes of several calls, and not
// that of the call it is at; see [Diagnostic.Reply].
func (d *Document) About(p *Placed) iter.Seq[int] {
	return func(yield func(int) bool) {
		if p == nil || !p.described() || p.Call < 0 {
			return
		}
		others := false
		if p.Severity == Error || p.Reply {
			for _, related := range p.Related {
				i, found := d.callStarting(p.Place(related.Span).Start)
				if !found || i == p.Call && !p.Reply {
					continue
				}
				if others = true; !yield(i) {
					return
				}
			}
		}
		if !p.Reply || !others {
			yield(p.Call)
		}
	}
}

// ByCall iterates over the calls, with the findings about each, both by position. The list of these
// is used again for the next call.
func (d *Document) ByCall() iter.Seq2[PlacedCall, []*Diagnostic] {
	type about struct {
		call int
		*Diagnostic
	}
	return func(yield func(PlacedCall, []*Diagnostic) bool) {
		most := 0
		for _, n := range d.Count() {
			most += n
		}
		all := make([]about, 0, most)
		for p := range d.Diagnostics() {
			for call := range d.About(&p) {
				all = append(all, about{call, p.Diagnostic})
			}
		}
		slices.SortStableFunc(all, func(a, b about) int { return a.call - b.call })
		var found []*Diagnostic
		for c := range d.Calls() {
			for found = found[:0]; len(all) > 0 && all[0].call == c.Index; all = all[1:] {
				found = append(found, all[0].Diagnostic)
			}
			if !yield(c, found) {
				return
			}
		}
	}
}

const syntaxErrorOnLine = "XML syntax error on line "

// Reason returns the reason why the reader refuses or repairs the call: the runtime's
// own words ([xmlcall.Verdict]), except for the number of a line: in a reply the runtime counts
// the lines of what it reads together. Here it is that of the file. line returns the 1-based
// line of a byte offset in the file; without it, lines are counted from the call's first. The
// reason is empty for a call that runs as written.
func (c *Call) Reason(line func(offset int) int) string {
	if c.Segment == nil || c.Verdict() == xmlcall.Runs {
		return "" // or of a Call that is not of a Document
	}
	v, original := c.Block().Verdict(), func(at int) int { return at }
	if c.Seen() && (readsWhole(c.Segment) || c.is.has(assembled)) {
		reply, base := c.reply(), 0
		if !readsWhole(c.Segment) {
			base = c.within().Start
		}
		v = reply.Verdict
		// What ends there, not what begins: the runtime removes white space after it.
		original = func(at int) int { return base + reply.Original(xmlcall.Span{Start: max(at-1, 0), End: at}).End }
	}
	rest, ok := strings.CutPrefix(v.Reason, syntaxErrorOnLine)
	at, placed := v.At()
	if !ok || !placed {
		return v.Reason
	}
	at = original(at)
	number := 0
	switch start := c.within().Start; {
	case line != nil:
		number = line(c.Segment.FileSpan(xmlcall.Span{Start: at, End: at}).Start)
	case at < start: // in a call before it, which is read together with this one
		return v.Reason
	default:
		number = 1 + strings.Count(c.Segment.Text[start:at], "\n")
	}
	_, what, _ := strings.Cut(rest, ":")
	return syntaxErrorOnLine + strconv.Itoa(number) + ":" + what
}

// message returns the live reading of the call's message, which all calls of the message share.
// It is held weakly: it takes more than the text does, and is only needed while calls are described.
func (c *Call) message() *live.Reply {
	if known := c.whole.Load(); known != nil {
		if reply := known.Value(); reply != nil {
			return reply
		}
	}
	reply := live.Read(c.Segment.Text, xmlcall.Options{MaxSize: c.maxSize})
	known := weak.Make(reply)
	c.whole.Store(&known)
	return reply
}

// dependsOnStream reports whether another call of the message runs, or none, where that arrives in one chunk: the
// runtime then loses a call before another <tool>. In smaller ones it loses some of these. It is asked
// of calls that are described: it takes as long as reading the message does.
func (c *Call) dependsOnStream() bool {
	if c.Segment == nil || !readsWhole(c.Segment) || c.reason == call.InThinking || len(c.Segment.Starts) == 1 && c.last == c.to {
		return false
	}
	if known := c.depends.Load(); known != nil {
		return *known
	}
	slow, fast := c.message(), live.ReadChunks([]string{c.Segment.Text}, xmlcall.Options{MaxSize: c.maxSize})
	depends := slow.Runs() != fast.Runs() || slow.Tool != fast.Tool || !slow.Arguments.Equal(fast.Arguments)
	c.depends.Store(&depends)
	return depends
}
