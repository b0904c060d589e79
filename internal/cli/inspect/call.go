package inspect

import (
	"iter"
	"math"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An inspectedCall is a call in displayed form.
type inspectedCall struct {
	call   call
	text   *textCall   // nil for another call
	native *nativeCall // nil for another call
	reply  bool        // whether an agent wrote it, so that it can be retried
	apart  bool        // whether the previous call is of another session
	number int         // of its message among those of the file, 0 if it is not known
}

// message returns the number of the message that contains the call.
func (c *inspectedCall) message() (number int, role string) {
	if c.text != nil {
		return c.text.Message, c.text.Role
	}
	if c.native != nil {
		return c.native.Message, document.Agent.String()
	}
	return c.call.Message, c.call.Role
}

// aside reports whether it is not one of the calls of Forge.
func (c *inspectedCall) aside() bool { return c.text != nil || c.native != nil }

// refused reports whether the call did not run.
func (c *call) refused() bool { return c.outcome >= diagnostics.Refused }

// whyNot returns the reason for the outcome unless the other parts of the description have it.
func (c *call) whyNot() string {
	if c.Why == c.Reason || c.Why == c.ToolReason || len(c.Lost) > 0 || c.ToolVerdict == diagnostics.ToolUnknown.String() {
		return ""
	}
	return c.Why
}

// manyCalls is the number of calls of a file from which each is described when it is written, and not
// while other files are read.
const manyCalls = 4 << 10

// describeAll describes the calls of a file by position, also those that are none of Forge, and counts them. It also returns the
// native ones.
func describeAll(file *document.File, o diagnostics.Options, index *cli.LineIndex) (iter.Seq[inspectedCall], diagnostics.Summary, []placedNative) {
	d := o.Unfiltered().OpenRead(file)
	summary, natives := d.Summary(), describeNatives(file, d, index)
	described := func(yield func(inspectedCall) bool) {
		describeEach(file, o, index, d, natives, yield)
	}
	if summary.Calls > manyCalls {
		return described, summary, natives
	}
	return slices.Values(slices.Collect(described)), summary, natives
}

// describeEach yields the calls, with the findings about each.
func describeEach(file *document.File, o diagnostics.Options, index *cli.LineIndex, d *diagnostics.Document, natives []placedNative, yield func(inspectedCall) bool) {
	texts := d.TextCalls()
	others := func(before int) (more bool) {
		for more = true; more; {
			switch text := len(texts) > 0 && texts[0].Span.Start < before; {
			case len(natives) > 0 && natives[0].start < before && (!text || natives[0].start < texts[0].Span.Start):
				more = yield(inspectedCall{native: natives[0].call})
				natives = natives[1:]
			case text:
				more = yield(inspectedCall{text: describeText(file, &texts[0], index)})
				texts = texts[1:]
			default:
				return true
			}
		}
		return more
	}
	before := 0 // the message of the call before
	for placed, found := range d.ByCall() {
		c := placed.Call
		if !others(c.Span.Start) {
			return
		}
		apart := c.Segment.Number > 0 && c.Segment.Number < before
		before = c.Segment.Number
		if !c.Listed() {
			continue
		}
		of := inspectedCall{call: describeCall(c, o.Toolset(), index), reply: !c.Segment.IsDocument(), apart: apart}
		of.call.Message, _ = file.Number(c.Span.Start, c.Segment.Role, c.Segment.Number, func() int { return of.call.Line })
		if of.number = of.call.Message; of.number == 0 && c.Segment.Scope == document.Message {
			of.number = 1 // the file is one message
		}
		of.call.Role, of.call.Lost = c.Segment.Role.String(), lostIn(c, found, index)
		if !yield(of) {
			return
		}
	}
	others(len(file.Text))
}

// lostIn returns the parts of a call that runs with other data than was written, by the findings
// about it.
func lostIn(c *diagnostics.Call, found []*diagnostics.Diagnostic, index *cli.LineIndex) (list []lost) {
	for _, f := range found {
		if f.Severity == diagnostics.Error && c.Outcome() == diagnostics.Altered {
			at := index.Position(f.Span.Start)
			list = append(list, lost{Code: f.Code, Message: f.Message, Note: f.Note, Line: at.Line, Column: at.Column})
		}
	}
	return list
}

func describeText(file *document.File, c *diagnostics.TextCall, index *cli.LineIndex) *textCall {
	at, end := index.Position(c.Span.Start), index.Position(c.Span.End)
	d := &textCall{
		Start: at.Offset, End: end.Offset, Line: at.Line, Column: at.Column, Form: c.Form(), Outcome: c.Outcome.String(), Why: c.Why,
		Format: c.Format, Tool: c.Tool, Role: document.Agent.String(), call: c,
	}
	for _, a := range c.Arguments {
		d.Arguments = append(d.Arguments, textArgument(a))
	}
	d.Message, _ = file.Number(c.Span.Start, document.Agent, c.Number, func() int { return at.Line })
	return d
}

func describeCall(found *diagnostics.Call, tools *toolspec.Set, index *cli.LineIndex) call {
	line := func(offset int) int { return index.Position(offset).Line }
	block := found.Received()
	at, end := index.Position(found.Span.Start), index.Position(found.Span.End)
	described := call{
		Start:       at.Offset,
		End:         end.Offset,
		Line:        at.Line,
		Column:      at.Column,
		Verdict:     found.Verdict().String(),
		Reason:      found.Reason(line),
		Seen:        found.Seen(),
		ToolVerdict: found.ToolVerdict().String(),
		ToolReason:  found.ToolReason(),
		Server:      block.ServerName(),
		Tool:        block.ToolName(),
		Values:      map[string]any{},
		outcome:     found.Outcome(),
		detailed:    found.Detailed(),
	}
	if files := found.InFiles(); files != nil && files.Changes {
		described.changes, described.Diff = files.Path, files.Diff()
	}
	described.OutcomeOfCall = cli.OutcomeOf(found, line)
	if at := block.Arguments(); at != xmlcall.NoElement && found.Verdict() != xmlcall.Refused {
		reading := tools.Of(block).Read(block)
		tree := describeArgument(block, reading, at, 0)
		described.Arguments = &tree
		described.Values = writable(reading.Arguments).(map[string]any)
	}
	return described
}

// describeArgument describes an element, and those in it up to a depth.
func describeArgument(block *xmlcall.Block, reading *toolspec.Reading, id xmlcall.ElementID, depth int) argument {
	element, of := block.Element(id), reading.Of(id)
	a := argument{Name: element.Local(), Text: element.Decoded()}
	if toolspec.KindOf(of.Value).Scalar() {
		a.Text = of.Text()
	}
	if of.Fate.Arrives() || of.Fate == toolspec.Refused {
		if kind := of.Kind(); kind != toolspec.Any {
			a.Type = kind.String()
		}
	}
	if of.Fate != toolspec.Given && of.Fate != toolspec.Item && of.Fate != toolspec.Unread {
		a.Fate = of.Fate.String()
	}
	if of.Reason != "becomes "+a.Text {
		a.Reason = of.Reason
	}
	if depth < xmlcall.MaxDepth {
		for child := range block.Children(id) {
			a.Children = append(a.Children, describeArgument(block, reading, child, depth+1))
		}
	}
	return a
}

// fate returns what becomes of an argument that does not reach its tool as it is, in
// parentheses and after a blank; "" for one that does.
func (a *argument) fate() string {
	switch {
	case a.Fate == "":
		return ""
	case a.Reason == "":
		return " (" + a.Fate + ")"
	}
	return " (" + a.Fate + ": " + a.Reason + ")"
}

// shown returns the arguments in an argument that are shown: those in one that the tool does not
// get are not received either.
func (a *argument) shown() []argument {
	if a.Fate == toolspec.Ignored.String() || a.Fate == toolspec.Overridden.String() {
		return nil
	}
	return a.Children
}

// holds reports whether the tool reads elements in an argument, and not text.
func (a *argument) holds() bool {
	return a.Type == toolspec.List.String() || a.Type == toolspec.Object.String()
}

// empty reports whether the tool gets nothing of the elements in an argument.
func (a *argument) empty() bool {
	none := []string{toolspec.Ignored.String(), toolspec.Overridden.String(), toolspec.Dropped.String()}
	return !slices.ContainsFunc(a.Children, func(child argument) bool { return !slices.Contains(none, child.Fate) })
}

// writable returns v with the numbers that JSON cannot represent as strings.
func writable(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, value := range v {
			out[name] = writable(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = writable(value)
		}
		return out
	case float64:
		switch {
		case math.IsNaN(v):
			return "NaN"
		case math.IsInf(v, 1):
			return "Infinity"
		case math.IsInf(v, -1):
			return "-Infinity"
		}
	}
	return v
}
