package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/text"
)

// laidOut returns the layout of a text in JSON. It examines the ends of two lines: a
// document can be one line.
func (d *Document) laidOut() json.Layout {
	switch {
	case d.kind != document.JSON:
		return json.Detected
	case d.decided != nil:
		return json.Lines // a piece of a file
	}
	return json.LayoutOf(func(start int) (ends string, next int) {
		end, next := lineEnd(d.text, start)
		return json.Ends(end-start, func(from, to int) string { return d.text.Slice(start+from, start+to) }), next
	})
}

// lineEnd returns the end of the line that starts at an offset, and the start of the
// next one, or -1 after the last: only "\n" ends a line of JSON.
func lineEnd(t text.Text, start int) (end, next int) {
	for line := t.Position(start, text.UTF8).Line; ; line++ {
		_, end, next = t.Line(line)
		switch {
		case end == next:
			return end, -1
		case t.Slice(next-1, next) == "\n":
			return next - 1, next
		}
	}
}
