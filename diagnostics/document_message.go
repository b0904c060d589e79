package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// Message returns the 1-based number of the message of a transcript that contains the
// call, and its author; 0 if it has no number. In a JSON file with one record per line
// the number is that of the line or, on a line with several messages, of the message in
// it.
func (d *Document) Message(c DocumentCall) (number int, role document.Role) {
	seg := c.Segment
	if d.kind != document.JSON && d.sum.messages == 0 {
		return 0, seg.Role // as in most files, without looking for the call
	}
	return d.number(c.Span.Start+c.Shift, seg.Role, seg.Number), seg.Role
}

// AgentMessage returns the number of the message of a native call or of one in a format of another runtime, given its start
// and its own number, as [Document.Message] has it.
func (d *Document) AgentMessage(start, own int) int { return d.number(start, document.Agent, own) }

// SegmentAt returns the stretch of the text that contains an offset and is read as one, without what
// the file wraps around it; nil if there is none. Its offsets in the file are smaller by shift.
func (d *Document) SegmentAt(offset int) (seg *document.Segment, shift int) {
	i := d.at(min(offset, d.text.Len()-1))
	if i == len(d.chunks) {
		return nil, 0
	}
	c := &d.chunks[i]
	for k := range c.File.Segments {
		s := &c.File.Segments[k]
		if at, ok := s.TextOffset(offset - c.start); ok && s.FileOffset(at) == offset-c.start { // otherwise it is in an escape
			return s, c.start
		}
	}
	return nil, 0
}

// number returns the number of the message in which something of a role starts at an offset, 0 for none. own is
// that of its segment.
func (d *Document) number(offset int, role document.Role, own int) int {
	i := d.at(offset)
	if i == len(d.chunks) {
		return 0
	}
	c := &d.chunks[i]
	number, counted := c.File.Number(offset-c.start, role, own, func() int { return d.text.Position(offset, text.UTF8).Line + 1 })
	if counted { // from the start of the chunk
		number += c.messages
	}
	return number
}
