package lsp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// hints returns the hints of a file, each as sent; from the line of the place if there is
// one.
func (q *question) hints() []json.RawMessage {
	var found []json.RawMessage
	text := q.texts[q.file]
	end := wire.PositionOf(text, len(text), "utf-16")
	first := 0
	if q.offset > 0 {
		first = wire.PositionOf(text, q.offset, "utf-16").Line
		end.Line, end.Character = first+1, 0
	}
	q.ask("textDocument/inlayHint", `,"range":`+wire.RangeJSON(first, 0, end.Line, end.Character), &found)
	return found
}

type wireHint struct {
	Position    wire.Position
	Label       string
	Kind        int
	PaddingLeft bool
	Tooltip     struct{ Kind, Value string }
}

// inlay formats the lines that have hints, with the hints in brackets.
func (q *question) inlay() string {
	var b strings.Builder
	text := q.texts[q.file]
	lines := strings.Split(text, "\n")
	var hints []wireHint
	for _, raw := range q.hints() {
		var h wireHint
		if err := json.Unmarshal(raw, &h); err != nil {
			q.Fatal(err)
		}
		hints = append(hints, h)
	}
	for i, line := range lines {
		start := wire.OffsetOf(text, wire.Position{Line: i}, "utf-16")
		at, shown := 0, ""
		for _, h := range hints {
			if h.Position.Line != i {
				continue
			}
			offset := wire.OffsetOf(text, h.Position, "utf-16") - start
			label := "[" + h.Label + "]"
			if h.PaddingLeft {
				label = " " + label
			}
			shown, at = shown+line[at:offset]+label, offset
		}
		if shown != "" {
			fmt.Fprintf(&b, "%d: %s\n", i, strings.TrimSuffix(shown+line[at:], "\r"))
		}
	}
	return b.String()
}

// tooltips formats the hints with their tooltips.
func (q *question) tooltips() string {
	var b strings.Builder
	for _, raw := range q.hints() {
		var h wireHint
		q.client.Result("inlayHint/resolve", string(raw), &h)
		fmt.Fprintf(&b, "%d:%d %q\n%s\n\n", h.Position.Line, h.Position.Character, h.Label, q.inFolder(h.Tooltip.Value))
	}
	return b.String()
}

type wireLens struct {
	Range   wire.Range
	Command *struct {
		Title, Command string
		Arguments      []json.RawMessage
	}
}

// lenses formats the lenses of a file, resolved.
func (q *question) lenses() string {
	var found []json.RawMessage
	q.ask("textDocument/codeLens", "", &found)
	var b strings.Builder
	for _, raw := range found {
		var l wireLens
		q.client.Result("codeLens/resolve", string(raw), &l)
		fmt.Fprintf(&b, "%s %s (%s)", l.Range, l.Command.Title, l.Command.Command)
		for _, argument := range l.Command.Arguments {
			var a struct {
				URI      string
				Position wire.Position
			}
			if err := json.Unmarshal(argument, &a); err != nil {
				q.Fatal(err)
			}
			fmt.Fprintf(&b, " %s %d:%d", q.inFolder(a.URI), a.Position.Line, a.Position.Character)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
