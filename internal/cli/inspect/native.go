package inspect

import (
	"cmp"
	encoding "encoding/json"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/stats"
)

// A placedNative is a native call with its offset in the text.
type placedNative struct {
	start int
	call  *nativeCall
	alone bool // it is of a conversation that is a line of its own
}

// link gives the native calls of some lines that have no result those in the next lines; see
// [diagnostics.Document.NativeResults]. Further ones are too far away.
func link(lines, next *inspected) {
	open := map[string][]*nativeCall{} // by ID or, without one, by the name of the tool
	for _, n := range lines.natives {
		if n.call.Result == nil && !n.alone {
			key := cmp.Or(n.call.ID, n.call.Tool)
			open[key] = append(open[key], n.call)
		}
	}
	for _, r := range next.results {
		calls := open[cmp.Or(r.Call, r.Tool)]
		if r.Alone != 0 || len(calls) == 0 {
			continue
		}
		if r.Call == "" {
			if slices.ContainsFunc(next.natives, func(n placedNative) bool { return n.start < r.Start && n.call.Tool == r.Tool }) {
				continue // it is of that one
			}
			calls, open[r.Tool] = calls[:1], calls[1:]
		}
		for _, c := range calls {
			if c.Result == nil {
				c.Result = &nativeResult{Text: r.Text, Error: r.Failed}
			}
		}
	}
}

// describeNatives describes the native calls of a file, with the results that followed.
func describeNatives(file *document.File, d *diagnostics.Document, index *report.LineIndex) []placedNative {
	natives := d.Natives()
	if len(natives) == 0 {
		return nil
	}
	results := d.NativeResults()
	list := make([]placedNative, len(natives))
	for i := range natives {
		c := &natives[i]
		at, end := index.Position(c.Start), index.Position(c.End)
		made := &nativeCall{
			Start: at.Offset, End: end.Offset, Line: at.Line, Column: at.Column,
			Outcome: c.Outcome.String(), Why: c.Why, Checked: c.Checked, Tool: c.Tool, ID: c.ID, outcome: c.Outcome,
		}
		if given := c.Given(); given.Exists() {
			if text := encoding.RawMessage(given.Text()); encoding.Valid(text) {
				made.Arguments = text
			}
		}
		if r := results[i]; r != nil {
			made.Result = &nativeResult{Text: r.Text, Error: r.Failed}
		}
		made.Message, _ = file.Number(c.Start, document.Agent, c.Number, func() int { return at.Line })
		list[i] = placedNative{c.Start, made, c.Alone != 0}
	}
	return list
}

// besides returns what decides whether a native call, or one in a format of another runtime, is tried again: by one
// of either kind.
func (c *inspectedCall) besides() stats.CallInfo {
	const server = "native" // not one of a call in text
	if t := c.text; t != nil {
		return stats.CallInfo{Server: server, Tool: t.Tool, Message: t.Message, Reply: true, Refused: t.call.Outcome >= diagnostics.Refused}
	}
	return stats.CallInfo{Server: server, Tool: c.native.Tool, Message: c.native.Message, Reply: true, Refused: c.native.outcome >= diagnostics.Refused}
}

// cut returns a text on one line, which is cut unless --full is given.
func (v *textView) cut(text string) string {
	const most = 120 // bytes
	if v.full || len(text) <= most {
		return foreign.Line(text)
	}
	return foreign.Line(strings.ToValidUTF8(text[:most], "")) + "…"
}

// written returns the arguments as JSON; "" for none.
func (n *nativeCall) written() string { return string(n.Arguments) }

// followed describes the result; "" for none.
func (n *nativeCall) followed() string {
	switch {
	case n.Result == nil:
		return ""
	case n.Result.Error:
		return "error: " + n.Result.Text
	case n.Result.Text == "":
		return "empty"
	}
	return n.Result.Text
}
