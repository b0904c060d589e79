package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// EscapeMention returns the fix that escapes the <tool> of a call, given its index, at an offset of the
// text, and its </tool>, if they only mention calls but are read as one: the call has nothing that calls
// have in it, or swallows the next. It returns nil otherwise, and if anything other than
// this call would be read differently.
func (d *Document) EscapeMention(call, at int) *Fix {
	in, ok := d.of(call)
	if !ok || d.chunks[in].Bytes > maxRefactor {
		return nil
	}
	s := &d.chunks[in]
	i := call - s.calls
	c := &s.Calls[i]
	block := c.Block()
	offset, ok := c.Segment.TextOffset(at - s.start)
	if !ok || !isMention(block) {
		return nil
	}
	tags := []xmlcall.Span{block.Element(0).Start()}
	if end := block.Element(0).End(); block.Envelope() == 0 && end.Len() > 0 {
		tags = append(tags, end)
	}
	if !slices.ContainsFunc(tags, func(tag xmlcall.Span) bool { return tag.Start <= offset && offset <= tag.End }) {
		return nil
	}
	fix := Fix{Title: "Escape this mention"}
	var own []Edit
	for _, tag := range tags {
		own = append(own, Edit{Span: tag, Text: encode.Escape(block.Slice(tag))})
	}
	if fix.Edits, ok = fileEdits(c.Segment, own); !ok || !s.proveMention(fix.Edits, i) {
		return nil
	}
	fix.safe = true
	fix = fix.moved(s.start)
	return &fix
}

// proveMention reports whether edits of the file leave all calls but one unchanged,
// without new problems. A call that is escaped as a whole is one if its message has no other.
func (r *reading) proveMention(edits []Edit, call int) bool {
	after := r.again(Apply(r.File.Text, edits))
	return after.troubles() <= r.troubles() && len(after.Calls) <= len(r.Calls) && after.escapedCalls() <= r.escapedCalls() && r.othersIn(after, call)
}

func (r *reading) escapedCalls() (n int) {
	for i := range r.Calls {
		if r.Calls[i].form == xmlcall.Escaped {
			n++
		}
	}
	return n
}

// isMention reports whether a block is not an intended call: it has no elements except that
// of its <tool>, and no JSON object, or there is another <tool> before any of them.
func isMention(block *xmlcall.Block) bool {
	switch {
	case block.NumElements() == 0 || block.Delimiters == xmlcall.Unrecognized || block.Delimiters == xmlcall.Escaped:
		return false
	case block.Envelope() != 0:
		return true
	}
	content := block.Slice(block.Element(0).Content())
	return block.NumElements() == 1 && !strings.Contains(content, "{")
}

// othersIn reports whether another result has all calls but one, unchanged.
func (r *reading) othersIn(after *reading, but int) bool {
	k := 0
	for i := range r.Calls {
		if i == but {
			continue
		}
		for k < len(after.Calls) && after.Calls[k].Source() != r.Calls[i].Source() {
			k++
		}
		if k == len(after.Calls) {
			return false
		}
		k++
	}
	return true
}
