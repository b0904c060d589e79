package diagnostics

import (
	"sort"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// Message returns the 1-based number of the message of a transcript that contains the
// call, and its author; 0 if it has no number. In a JSON file with one record per line
// the number is that of the line or, on a line with several messages, of the message in
// it.
func (d *Document) Message(c PlacedCall) (number int, role document.Role) {
	seg := c.Segment
	if seg == nil { // of a Call that is not of a Document
		return 0, document.Unknown
	}
	if d.kind != document.JSON && d.items.Summary().numbered == 0 {
		return 0, seg.Role // as in most files, without looking for the call
	}
	f, ok := d.fileAt(c.Span.Start + c.Shift)
	if !ok {
		return 0, seg.Role
	}
	return f.number(seg.Role, seg.Number), seg.Role
}

// Leak returns the call that leaked which a finding of the document is about, and the number of
// its message as [Document.Message] has it; nil for any other finding. The place of the call is
// that of the finding.
func (d *Document) Leak(p *Placed) (l *document.LeakedCall, message int) {
	if p == nil || !p.described() || p.Code != LeakedCall {
		return nil, 0
	}
	f, ok := d.fileAt(p.Place(p.Span).Start)
	if !ok {
		return nil, 0
	}
	leaks := f.file.Leaked
	k := sort.Search(len(leaks), func(k int) bool { return leaks[k].Span.Start >= f.at })
	if k == len(leaks) || leaks[k].Span.Start != f.at {
		return nil, 0
	}
	return &leaks[k], f.number(document.Agent, leaks[k].Number)
}

// NativeMessage returns the number of the message of a native call, as [Document.Message] has it.
func (d *Document) NativeMessage(c *NativeCall) int {
	f, ok := d.fileAt(c.Start)
	if !ok {
		return 0
	}
	return f.number(document.Agent, c.Number)
}

// SegmentAt returns the stretch of the text that contains an offset and is read as one, without what
// the file wraps around it; nil if there is none. Its offsets in the file are smaller by shift.
func (d *Document) SegmentAt(offset int) (seg *document.Segment, shift int) {
	f, ok := d.fileAt(min(offset, d.text.Len()-1))
	if !ok {
		return nil, 0
	}
	shift = f.offset - f.at
	for i := range f.file.Segments {
		s := &f.file.Segments[i]
		if at, ok := s.TextOffset(offset - shift); ok && s.FileEnd(at) == offset-shift { // otherwise it is in an escape
			return s, shift
		}
	}
	return nil, 0
}

// A fileAt is what was read of the item at an offset of a document.
type fileAt struct {
	doc     *Document
	offset  int // in the document
	file    *document.File
	at      int // the offset in the file's text
	earlier int // how many messages with a number start before the file's text
}

// fileAt returns what was read around an offset; ok is false where there is nothing.
func (d *Document) fileAt(at int) (f fileAt, ok bool) {
	before, i, ok := d.items.Seek(func(s sum) bool { return s.bytes > at })
	if at < 0 || !ok {
		return f, false
	}
	var file *document.File
	start := 0
	if i.result != nil {
		file, start = i.result.File, i.start
	} else {
		file = d.fileOf(indexes{before.items, before.items + 1})
	}
	return fileAt{d, at, file, start + at - before.bytes, int(before.numbered) - file.MessagesBefore(start)}, true
}

// number returns the number of the message in which something of a role starts there. own is
// that of its segment.
func (f *fileAt) number(role document.Role, own int) int {
	number, counted := f.file.Number(f.at, role, own, func() int { return f.doc.text.Position(f.offset, text.UTF8).Line + 1 })
	if counted { // from the start of the text in which the item was read
		number += f.earlier
	}
	return number
}
