package cli

import (
	"math"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An inspectedCall is a call of any kind.
type inspectedCall struct {
	*callHead     // of what is shown
	shown     any // *call, *textCall or *nativeCall
	outcome   diagnostics.Outcome
	role      string
	form      string // leaked, other or native; "" for one of Forge
	tried     stats.CallInfo
}

// is reports whether a word of --only applies.
func (c *inspectedCall) is(word string) bool {
	switch word {
	case "lost":
		return c.outcome == diagnostics.Altered
	case "leaked", "native":
		return c.form == word
	}
	return c.outcome.String() == word && c.form != "leaked" // which is none of those that never run
}

// whyNot returns the reason for the outcome unless the other parts of the description have it.
func (c *forgeCall) whyNot() string {
	if c.Reason == c.reader || c.Reason == c.byTool || len(c.Lost) > 0 || c.By == string(diagnostics.ByTool) && !c.Checked {
		return ""
	}
	return c.Reason
}

// read describes the calls of a text that was read by position, also those that are none of Forge: of that of the source,
// or of some lines that start at a place of it.
func (out *inspected) read(file *document.File, at report.Origin) {
	d := out.Options.Unfiltered().OpenRead(file)
	index := report.IndexOf(d.Text(), at)
	out.tally = d.Summary()
	before := 0 // the message of the call before
	for placed, found := range d.ByCall() {
		c := placed.Call
		apart := c.Segment.Number > 0 && c.Segment.Number < before
		if before = c.Segment.Number; c.Outcome() == diagnostics.NoCall {
			continue
		}
		shown := describeCall(c, out.Options.Toolset(), index)
		shown.Message, _ = file.Number(c.Span.Start, c.Segment.Role, c.Segment.Number, func() int { return shown.Line })
		shown.Role, shown.Lost = c.Segment.Role.String(), lostIn(c, found, index)
		number := shown.Message
		if number == 0 && c.Segment.Scope == document.Message {
			number = 1 // the file is one message
		}
		out.calls = append(out.calls, inspectedCall{
			callHead: &shown.callHead, shown: &shown, outcome: c.Outcome(), role: shown.Role,
			tried: stats.CallInfo{
				Server: shown.Server, Tool: shown.Tool, Message: number, Reply: !c.Segment.IsDocument(), Refused: c.Outcome() >= diagnostics.Refused, Apart: apart,
			},
		})
	}
	out.results = file.Results
	out.addNatives(file, d, index)
	texts := d.TextCalls()
	for i := range texts {
		out.addText(file, &texts[i], index)
	}
	slices.SortStableFunc(out.calls, func(a, b inspectedCall) int { return a.Start - b.Start })
}

// lostIn returns the parts of a call that runs with other data than was written, by the findings
// about it.
func lostIn(c *diagnostics.Call, found []*diagnostics.Diagnostic, index *report.LineIndex) (list []lost) {
	for _, f := range found {
		if f.Severity == diagnostics.Error && c.Outcome() == diagnostics.Altered {
			at := index.Position(f.Span.Start)
			list = append(list, lost{Code: f.Code, Message: f.Message, Note: f.Note, Line: at.Line, Column: at.Column})
		}
	}
	return list
}

func describeCall(found *diagnostics.Call, tools *toolspec.Set, index *report.LineIndex) forgeCall {
	line := func(offset int) int { return index.Position(offset).Line }
	block := found.Received()
	described := forgeCall{
		callHead: headOf(found.Span, index, report.OutcomeOf(found, line), block.ToolName()),
		Checked:  found.Checked(), Server: block.ServerName(), Values: map[string]any{},
		detailed: found.Detailed(), reader: found.ReaderReason(line),
	}
	if found.By() == diagnostics.ByTool && found.Checked() {
		described.byTool = found.Reason(line)
	}
	if files := found.InFiles(); files != nil && files.Changes {
		described.changes, described.Diff = files.Path, files.Diff()
	}
	if at := block.Arguments(); at != xmlcall.NoElement && found.Read() {
		reading := tools.Of(block).Read(block)
		tree := describeArgument(block, reading, at, 0)
		described.Arguments = &tree
		described.Values = jsonValue(reading.Arguments).(map[string]any)
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
		a.Loss = of.Fate.String()
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

// loss returns what becomes of an argument that does not reach its tool as it is, in
// parentheses and after a blank; "" for one that does.
func (a *argument) loss() string {
	switch {
	case a.Loss == "":
		return ""
	case a.Reason == "":
		return " (" + a.Loss + ")"
	}
	return " (" + a.Loss + ": " + a.Reason + ")"
}

// shown returns the arguments in an argument that are shown: those in one that the tool does not
// get are not received either.
func (a *argument) shown() []argument {
	if a.Loss == toolspec.Ignored.String() || a.Loss == toolspec.Overridden.String() {
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
	return !slices.ContainsFunc(a.Children, func(child argument) bool { return !slices.Contains(none, child.Loss) })
}

// jsonValue returns v with the numbers that JSON cannot represent as strings.
func jsonValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, value := range v {
			out[name] = jsonValue(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, value := range v {
			out[i] = jsonValue(value)
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
