package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A rewrite is a set of edits that change the notation of values of a call.
type rewrite struct {
	call       int
	own, edits []Edit // edits of the segment's text, and of the file
}

// sameAfter reports whether, after some rewrites that each preserve their call, all calls
// are unchanged or as rewritten, the live runtime runs the same call of each message, and no
// problem is new.
func (r *reading) sameAfter(rewrites []rewrite) bool {
	after, ok := r.rewritten(rewrites)
	if !ok || after.troubles() > r.troubles() {
		return false
	}
	for i := range rewrites {
		was, is := &r.Calls[rewrites[i].call], &after.Calls[rewrites[i].call]
		if was.outcome != is.outcome || was.tool != is.tool || was.form != is.form {
			return false
		}
	}
	return r.sameMessages(rewrites)
}

// rewritten returns the result after some rewrites. ok is false if they are read differently in
// the file, for example because a line closes the fence around its call, or if another call
// changes.
func (r *reading) rewritten(rewrites []rewrite) (after *reading, ok bool) {
	r.options.interrupt.check()
	own := map[int][]Edit{}
	var edits []Edit
	for i := range rewrites {
		own[rewrites[i].call] = append(own[rewrites[i].call], rewrites[i].own...)
		edits = merge(edits, rewrites[i].edits)
	}
	after = r.again(Apply(r.File.Text, edits))
	if len(after.Calls) != len(r.Calls) {
		return after, false // a guard: no notation is known to do this
	}
	for k := range r.Calls {
		was, is := &r.Calls[k], &after.Calls[k]
		same := own[k] != nil || was.outcome == is.outcome && was.tool == is.tool && was.form == is.form
		if !same || r.sourceAfter(k, own[k]) != is.Source() {
			return after, false
		}
	}
	return after, true
}

// sameMessages reports whether the live runtime, which reads all calls of a message together
// and looks for tags before it reads anything, runs the same of each message after rewrites.
func (r *reading) sameMessages(rewrites []rewrite) bool {
	own := map[*document.Segment][]Edit{}
	for i := range rewrites {
		if seg := r.Calls[rewrites[i].call].Segment; seg.Scope == document.Message {
			own[seg] = merge(own[seg], rewrites[i].own)
		}
	}
	facts := call.Options{Tools: r.options.Toolset(), MaxSize: r.options.MaxSize}
	for seg, edits := range own {
		if seg.Long { // the rest of it is not known
			if touchesTags(seg.Text, edits) {
				return false
			}
			continue
		}
		r.proofs.mu.Lock()
		m := r.messageOf(seg, facts)
		r.proofs.mu.Unlock()
		if !m.live.Same(m.run(Apply(seg.Text, edits))) {
			return false
		}
	}
	return true
}

// edited returns the block of a call after edits of its segment's text.
func (r *reading) edited(call int, own []Edit) *xmlcall.Block {
	return xmlcall.NewParser(r.sourceAfter(call, own), xmlcall.Options{MaxSize: r.options.MaxSize, Live: !r.Calls[call].Segment.IsDocument()}).At(0)
}

// sourceAfter returns the text of a call after edits of its segment's text.
func (r *reading) sourceAfter(call int, own []Edit) string {
	c := &r.Calls[call]
	return Apply(c.Source(), movedEdits(own, -c.within().Start))
}
