package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A rewrite is edits that change how a call is written, and not what it says.
type rewrite struct {
	call       int
	own, edits []Edit // edits of the segment's text, and of the file
}

// editsOf returns the edits of the file of some rewrites.
func editsOf(rewrites []rewrite) (edits []Edit) {
	for i := range rewrites {
		edits = merge(edits, rewrites[i].edits)
	}
	return edits
}

// sameAfter reports whether, after some rewrites that each preserve their call, all calls
// are unchanged or as rewritten, the live runtime runs the same of each message, and no
// problem is new.
func (r *result) sameAfter(rewrites []rewrite) bool {
	inMessage, calls := map[*document.Segment][]Edit{}, map[*document.Segment]*Call{}
	for i := range rewrites {
		if c := &r.Calls[rewrites[i].call]; c.Segment.Scope == document.Message {
			inMessage[c.Segment], calls[c.Segment] = merge(inMessage[c.Segment], rewrites[i].own), c
		}
	}
	_, same := r.rewritten(rewrites, func(was, is string) bool { return was == is })
	for seg, edits := range inMessage {
		same = same && newMessage(calls[seg]).runsAlike(edits)
	}
	return same
}

// rewritten returns the result after rewrites, and whether all calls are unchanged or as rewritten, judging by their
// texts, and no problem is new. They may be read differently in the file, for example because a line closes the fence
// around a call.
func (r *result) rewritten(rewrites []rewrite, alike func(was, is string) bool) (after *result, same bool) {
	r.options.interrupt.check()
	own := map[int][]Edit{}
	for i := range rewrites {
		own[rewrites[i].call] = append(own[rewrites[i].call], rewrites[i].own...)
	}
	after = r.again(Apply(r.File.Text, editsOf(rewrites)))
	if len(after.Calls) != len(r.Calls) || after.troubles() > r.troubles() {
		return after, false
	}
	for k := range r.Calls {
		if was, is := &r.Calls[k], &after.Calls[k]; !was.alike(is) || !alike(r.sourceAfter(k, own[k]), is.Source()) {
			return after, false
		}
	}
	return after, true
}

// troubles returns the number of errors and warnings.
func (r *result) troubles() (n int) {
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Severity <= Warning {
			n++
		}
	}
	return n
}

// readsAlike reports whether a call alone is read as before after edits of its segment's text: it has the same values,
// and its tool receives the same; if that is not known, they are of the same types.
func (r *result) readsAlike(call int, own []Edit) bool {
	block, after := r.Calls[call].Block(), r.edited(call, own)
	was, _ := block.Decode()
	is, _ := after.Decode()
	return after.Span.Len() == len(after.Text) && after.Verdict().Outcome == r.Calls[call].outcome &&
		was.Equal(is) && receivesSame(block, after, r.options.Toolset().Of(block))
}

// edited returns the block of a call after edits of its segment's text.
func (r *result) edited(call int, own []Edit) *xmlcall.Block {
	return xmlcall.NewParser(r.sourceAfter(call, own), xmlcall.Options{MaxSize: r.options.MaxSize, Live: !r.Calls[call].Segment.IsDocument()}).At(0)
}

// sourceAfter returns the text of a call after edits of its segment's text.
func (r *result) sourceAfter(call int, own []Edit) string {
	c := &r.Calls[call]
	return Apply(c.Source(), movedEdits(own, -c.within.Start))
}

// alike reports whether the reader and the tool of two calls do the same with them.
func (c *Call) alike(o *Call) bool {
	return c.outcome == o.outcome && c.form == o.form && c.By() == o.By() && c.Checked() == o.Checked()
}
