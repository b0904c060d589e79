package inspect

import (
	encoding "encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A placedNative is a native call with its offset in the text.
type placedNative struct {
	start int
	call  *nativeCall
}

// describeNatives describes the native calls of a file, with the results that followed.
func describeNatives(file *document.File, d *diagnostics.Document, index *cli.LineIndex) []placedNative {
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
		if c.Arguments.Exists() {
			if text := encoding.RawMessage(c.Arguments.Text()); encoding.Valid(text) {
				made.Arguments = text
			}
		}
		if r := results[i]; r != nil {
			made.Result = &nativeResult{Text: r.Text, Error: r.Failed}
		}
		made.Message, _ = file.Number(c.Start, document.Agent, c.Number, func() int { return at.Line })
		list[i] = placedNative{c.Start, made}
	}
	return list
}

// besides returns what decides whether a native call, or one that leaked, is tried again: by one of
// either kind.
func (c *inspectedCall) besides() corpus.CallInfo {
	const server = "native" // not one of a call in text
	if l := c.leaked; l != nil {
		return corpus.CallInfo{Server: server, Tool: l.Tool, Message: l.Message, Reply: true, Refused: true}
	}
	return corpus.CallInfo{Server: server, Tool: c.native.Tool, Message: c.native.Message, Reply: true, Refused: c.native.outcome >= diagnostics.Refused}
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
