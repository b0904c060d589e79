package cli

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
	"github.com/entrhq/forge-lsp/xmlcall"
)

// link gives the native calls of some lines that have no result those in the next lines; see
// [diagnostics.Document.NativeResults]. Further ones are too far away.
func link(lines, next *inspected) {
	open := map[string][]*nativeCall{} // by ID or, without one, by the name of the tool
	for _, n := range lines.natives {
		if n.Result == nil && !n.alone {
			key := cmp.Or(n.ID, n.Tool)
			open[key] = append(open[key], n)
		}
	}
	for _, r := range next.results {
		calls := open[cmp.Or(r.Call, r.Tool)]
		if r.Alone != 0 || len(calls) == 0 {
			continue
		}
		if r.Call == "" {
			if slices.ContainsFunc(next.natives, func(n *nativeCall) bool { return n.start < r.Start && n.Tool == r.Tool }) {
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
func describeNatives(file *document.File, d *diagnostics.Document, index *report.LineIndex) []*nativeCall {
	natives := d.Natives()
	if len(natives) == 0 {
		return nil
	}
	results := d.NativeResults()
	list := make([]*nativeCall, len(natives))
	for i := range natives {
		c := &natives[i]
		made := &nativeCall{
			place:   placeOf(xmlcall.Span{Start: c.Start, End: c.End}, index),
			Outcome: c.Outcome.String(), Reason: c.Why, Checked: c.Checked, Tool: c.Tool, ID: c.ID, start: c.Start, alone: c.Alone != 0,
		}
		if given := c.Given(); given.Exists() {
			if text := encoding.RawMessage(given.Text()); encoding.Valid(text) {
				made.Arguments = text
			}
		}
		if r := results[i]; r != nil {
			made.Result = &nativeResult{Text: r.Text, Error: r.Failed}
		}
		made.Message, _ = file.Number(c.Start, document.Agent, c.Number, func() int { return made.Line })
		list[i] = made
	}
	return list
}

func inspectNative(c *nativeCall, outcome diagnostics.Outcome) inspectedCall {
	of := inspectedCall{shown: c, tool: c.Tool, message: c.Message, role: document.Agent.String(), retries: &c.Retries, tried: besides(c.Tool, c.Message), start: c.start}
	of.setOutcome(outcome, "native")
	return of
}

// besides returns what decides whether a native call, or one in a format of another runtime, is tried again: by one
// of either kind.
func besides(tool string, message int) stats.CallInfo {
	const server = "native" // not one of a call in text
	return stats.CallInfo{Server: server, Tool: tool, Message: message, Reply: true}
}

// cut returns a text on one line, which is cut unless --full is given.
func (v *textView) cut(text string) string {
	const most = 120 // bytes
	if v.full || len(text) <= most {
		return foreign.Line(text)
	}
	return foreign.Line(strings.ToValidUTF8(text[:most], "")) + "…"
}

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
