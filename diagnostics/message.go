package diagnostics

import (
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/text"
)

// Message returns the 1-based number of the message of a transcript that contains the
// call, and its author; 0 if it has no number. In a JSON file with one record per line
// the number is that of the line or, on a line with several messages, of the message in
// it. shift is the value that [Document.Calls] yields with the call.
func (d *Document) Message(c *Call, shift int) (number int, role document.Role) {
	seg := c.Segment
	if seg == nil { // of a Call that was not created by Run
		return 0, document.Unknown
	}
	at := c.Span.Start + shift
	before, i, ok := d.items.Seek(func(s sum) bool { return s.bytes > at })
	if at < 0 || !ok {
		return 0, seg.Role
	}
	r, start := i.result, i.start
	if r == nil {
		r, start = d.readStretch(indexes{before.items, before.items + 1}), 0
	}
	number, counted := r.File.Number(start+at-before.bytes, seg.Role, seg.Number, func() int { return d.text.Position(at, text.UTF8).Line + 1 })
	if counted { // from the start of the text in which the item was read
		number += int(before.numbered) - r.File.Earlier(start)
	}
	return number, seg.Role
}
