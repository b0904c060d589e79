package cli

import (
	"encoding/json"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// addNatives adds the native calls of a file, with the results that followed.
func (out *inspected) addNatives(file *document.File, d *diagnostics.Document, index *report.LineIndex) {
	natives := d.Natives()
	for i := range natives {
		c := &natives[i]
		shown := &nativeCall{
			callHead: headOf(xmlcall.Span{Start: c.Start, End: c.End}, index, report.OutcomeOfCall{Outcome: c.Outcome.String(), Reason: c.Why}, c.Tool),
			Checked:  c.Checked, ID: c.ID,
		}
		if given := c.Given(); given.Exists() {
			if text := json.RawMessage(given.Text()); json.Valid(text) {
				shown.Arguments = text
			}
		}
		if r := c.Result; r != nil {
			shown.Result = &nativeResult{Text: r.Text, Error: r.Failed}
		} else if c.ID != "" && c.Alone == 0 {
			out.open = append(out.open, shown)
		}
		out.addOther(file, inspectedCall{callHead: &shown.callHead, shown: shown, outcome: c.Outcome, form: "native"}, c.Start, c.Number)
	}
}

// link gives the native calls of some lines the results that stand in the next ones. Further ones are too far away.
func link(lines, next *inspected) {
	for _, call := range lines.open {
		for _, r := range next.results {
			if r.Call == call.ID && r.Alone == 0 {
				call.Result = &nativeResult{Text: r.Text, Error: r.Failed}
			}
		}
	}
}

// addText adds a call in a format of another runtime.
func (out *inspected) addText(file *document.File, c *diagnostics.TextCall, index *report.LineIndex) {
	shown := &textCall{
		callHead: headOf(c.Span, index, report.OutcomeOfCall{Outcome: c.Outcome.String(), Reason: c.Why}, c.Tool),
		Form:     c.Form(), Format: c.Format,
	}
	shown.Role = document.Agent.String()
	for _, a := range c.Arguments {
		shown.Arguments = append(shown.Arguments, textArgument(a))
	}
	out.addOther(file, inspectedCall{callHead: &shown.callHead, shown: shown, outcome: c.Outcome, form: shown.Form}, c.Span.Start, c.Number)
}

// addOther adds a native call, or one in a format of another runtime, which an agent wrote at an offset in a message.
func (out *inspected) addOther(file *document.File, c inspectedCall, at, number int) {
	c.Message, _ = file.Number(at, document.Agent, number, func() int { return c.Line })
	c.role = document.Agent.String()
	const server = "native" // not one of a call in text: it is tried again by one of either kind
	c.tried = stats.CallInfo{Server: server, Tool: c.Tool, Message: c.Message, Reply: true, Refused: c.outcome >= diagnostics.Refused}
	out.calls = append(out.calls, c)
}

// cut returns a text on one line, which is cut unless --full is given.
func (v *textView) cut(text string) string {
	if !v.full {
		text = foreign.Cut(text, 120)
	}
	return foreign.Line(text)
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
