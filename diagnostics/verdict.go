package diagnostics

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/diagnostics/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// What happens to a call has two stages. The reader finds the block and reads it: that
// is the verdict of [xmlcall.Block]. Then the tool that the call names receives the
// arguments: that is a [ToolVerdict]. Both apply to the text as it is, so a template
// with a placeholder for a number is refused by a tool that reads one.

// A ToolVerdict is what a call's tool does with the call that the reader passes on.
type ToolVerdict uint8

const (
	// ToolUnchecked: the result is not known. No tools are defined at all, or the tool's definition
	// has an error, or the reader refuses the call so that no tool receives it, or checking the
	// arguments against the tool's schema would take too long.
	ToolUnchecked ToolVerdict = iota
	// ToolAccepts: the tool can read the arguments and has what it requires. Whether it
	// then succeeds, for example finds the file, is not known.
	ToolAccepts
	// ToolRefuses: the tool answers with an error; see [Call.ToolReason].
	ToolRefuses
	// ToolUnknown: the tool does not exist.
	ToolUnknown
)

var toolVerdictNames = [...]string{"unchecked", "accepts", "refuses", "unknown"}

// String returns "unchecked", "accepts", "refuses" or "unknown".
func (v ToolVerdict) String() string { return toolVerdictNames[min(int(v), len(toolVerdictNames)-1)] }

// toolVerdict returns the result of the call's tool.
func toolVerdict(c *facts.Call) ToolVerdict {
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
	b := c.Block()
	tool := c.tools.Of(b)
	for _, i := range tool.Issues(b) {
		if tool.Refuses(i) {
			return refusal(b, i)
		}
	}
	return ""
}

// refusal returns the reason why a tool refuses a call with the given issue.
func refusal(b *xmlcall.Block, i toolspec.Issue) string {
	name := "<" + rules.Clip(i.Name) + ">"
	value := strings.TrimSpace(b.Slice(i.Span))
	switch i.Kind {
	case toolspec.EmptyArgument:
		return name + " is empty"
	case toolspec.DroppedValue:
		return name + " holds nothing but elements, which are dropped"
	case toolspec.PaddedValue:
		return "white space around the name in " + name
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
			return name + " holds nothing but white space"
		}
		return name + ": " + rules.Clip(value) + " " + i.Reason
	}
	if i.Name == "" {
		name = "the call" // the schema concerns all arguments together
	}
	return name + " " + rules.ClipAt(i.Reason, rules.MaxReason)
}

// Outcome returns the reader's verdict, without reading the block.
func (c *Call) Outcome() xmlcall.Outcome { return c.outcome }

// AsWritten reports whether the call runs as written: the reader runs it without a repair,
// and the tool accepts it, or there is nothing to check it against.
func (c *Call) AsWritten() bool {
	return c.outcome == xmlcall.Runs && !c.Refused()
}

// Refused reports whether the call does not run: the reader or the tool refuses it, or the
// tool does not exist.
func (c *Call) Refused() bool {
	return c.outcome == xmlcall.Refused || c.tool == ToolRefuses || c.tool == ToolUnknown
}

// Verdicts returns both verdicts for display in a list, each in its own words:
// "repaired, tool accepts".
func Verdicts(reader, tool string) string { return reader + ", tool " + tool }

// Lost iterates over the findings, by position, about parts of a running call that differ
// from what was written: those are errors.
func (r *Result) Lost() iter.Seq[*Diagnostic] {
	return func(yield func(*Diagnostic) bool) {
		for i := range r.Diagnostics {
			if f := &r.Diagnostics[i]; f.Call >= 0 && f.Severity == Error && !r.Calls[f.Call].Refused() && !yield(f) {
				return
			}
		}
	}
}

// Seen reports whether the runtime recognizes a call at all. If not, there is only text
// that was intended to be one, and the reader's verdict is Refused.
func (c *Call) Seen() bool { return c.closed() }

const syntaxErrorOnLine = "XML syntax error on line "

// Reason returns the reason why the reader refuses or repairs the call: the runtime's
// own words ([xmlcall.Verdict]), except for the line number. The runtime counts lines
// from the block's first line; here the number is that of the file. line returns the
// 1-based line of a byte offset in the file; without it the number is unchanged. The
// reason is empty for a call that runs as written.
func (c *Call) Reason(line func(offset int) int) string {
	if c.outcome == xmlcall.Runs {
		return ""
	}
	v := c.Block().Verdict()
	rest, ok := strings.CutPrefix(v.Reason, syntaxErrorOnLine)
	at, placed := v.At()
	if !ok || !placed || line == nil {
		return v.Reason
	}
	_, what, _ := strings.Cut(rest, ":")
	place := c.Segment.FileSpan(xmlcall.Span{Start: at, End: at}).Start
	return syntaxErrorOnLine + strconv.Itoa(line(place)) + ":" + what
}
