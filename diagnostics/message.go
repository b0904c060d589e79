package diagnostics

import (
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/text"
)

// Message returns the number of the message of a transcript that the call is in, from 1,
// and who wrote it; 0 where it has no number. In a file of JSON with a record a line the
// number is that of the line or, on a line with several messages, of the message in it.
// shift is what [Document.Calls] has with the call.
func (d *Document) Message(c *Call, shift int) (number int, role document.Role) {
	seg := c.Segment
	if seg == nil { // of a Call that Run has not made
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
	if counted { // from the start of what the item was read in
		number += int(before.numbered) - r.File.Earlier(start)
	}
	return number, seg.Role
}
