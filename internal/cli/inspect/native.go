package inspect

import (
	encoding "encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A placedNative is a native call with its offset in the text.
type placedNative struct {
	start int
	call  *nativeCall
}

// describeNatives describes the native calls of a file, with the results that followed.
func describeNatives(file *document.File, natives []diagnostics.NativeCall, index *cli.LineIndex) []placedNative {
	if len(natives) == 0 {
		return nil
	}
	results := map[string]*nativeResult{}
	for r := range json.Results(file.Text, file.Lines) {
		results[r.Call] = &nativeResult{Text: r.Text, Error: r.Failed}
	}
	list := make([]placedNative, len(natives))
	for i := range natives {
		c := &natives[i]
		at, end := index.Position(c.Start), index.Position(c.End)
		d := &nativeCall{
			Start: at.Offset, End: end.Offset, Line: at.Line, Column: at.Column,
			Outcome: c.Outcome.String(), Why: c.Why, Checked: c.Checked, Tool: c.Tool, ID: c.ID, outcome: c.Outcome,
		}
		if c.Arguments.Exists() {
			if text := encoding.RawMessage(c.Arguments.Text()); encoding.Valid(text) {
				d.Arguments = text
			}
		}
		if c.ID != "" {
			d.Result = results[c.ID]
		}
		d.Message, _ = file.Number(c.Start, document.Agent, c.Number, func() int { return at.Line })
		list[i] = placedNative{c.Start, d}
	}
	return list
}

// countRetries counts, for each call that leaked, the later calls of its tool up to the first native
// one: how often the model tried again.
func countRetries(list []inspectedCall) {
	waiting := map[string][]*leakedCall{}
	settle := func(tool string, native int) {
		for i, l := range waiting[tool] {
			l.Retries = len(waiting[tool]) - i - 1 + native
		}
		delete(waiting, tool)
	}
	for i := range list {
		switch c := &list[i]; {
		case c.leaked != nil:
			waiting[c.leaked.Tool] = append(waiting[c.leaked.Tool], c.leaked)
		case c.native != nil:
			settle(c.native.Tool, 1)
		}
	}
	for tool := range waiting {
		settle(tool, 0)
	}
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
