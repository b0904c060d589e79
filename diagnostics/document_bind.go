package diagnostics

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// bind binds the text that the calls of a part depend on. It returns false if the part
// starts within a message and too late to determine the call of a finding.
func (r *reading) bind(within bool) bool {
	f := r.File
	line := 0 // the end of the line of the call
	for k := range r.Calls {
		c := &r.Calls[k]
		start, end := c.Span.Start, c.Segment.FileEnd(max(int(c.reach), c.end()))
		if line <= start {
			line = len(f.Text)
			if n := strings.IndexByte(f.Text[start:], '\n'); n >= 0 {
				line = start + n + 1
			}
		}
		if end >= line || f.Kind == document.JSON { // no seam is within a line
			f.Bind(xmlcall.Span{Start: start, End: end})
		}
	}
	call := 0
	for k := range f.Segments {
		seg := &f.Segments[k]
		if seg.Scope == document.Apart {
			continue // text to an agent may be several segments, which interleave
		}
		for call < len(r.Calls) && r.Calls[call].Segment != seg {
			call++
		}
		first, start := call, seg.FileEnd(0)
		for call < len(r.Calls) && r.Calls[call].Segment == seg {
			call++
		}
		if first == call { // it has none, and the search has passed those of later ones
			call = sort.Search(len(r.Calls), func(k int) bool { return r.Calls[k].Span.Start >= start })
			first = call
		}
		if !bindStrays(f, seg, r.Calls[first:call], within && start == 0) {
			return false
		}
	}
	return true
}

// bindStrays binds each stray </tool> to the call with which it is reported.
func bindStrays(f *document.File, seg *document.Segment, calls []Call, within bool) bool {
	facts := &replyFacts{}
	at := 0
	for k := range calls {
		start := calls[k].within().Start
		facts.strays(0, seg, at, start)
		for _, s := range facts.stray[0] {
			f.Bind(xmlcall.Span{Start: seg.FileEnd(s.Start), End: seg.FileEnd(start) + 1})
		}
		clear(facts.stray)
		at = calls[k].end()
	}
	facts.strays(0, seg, at, len(seg.Text))
	if len(facts.stray[0]) == 0 {
		return true
	}
	end := seg.FileEnd(len(seg.Text))
	if len(calls) > 0 {
		f.Bind(xmlcall.Span{Start: calls[len(calls)-1].Span.Start, End: end})
		return true
	}
	f.Bind(xmlcall.Span{Start: seg.FileEnd(facts.stray[0][0].Start), End: end})
	return !within || f.Continues() && end == len(f.Text)
}

// seams iterates over the seams of a part, those in a long message with the number of its calls before.
func (r *reading) seams(yield func(document.Seam) bool) {
	segments := r.File.Segments
	var long *document.Segment // that contains the last seam
	call, n, called := 0, uint8(0), false
	for s := range r.File.Seams {
		if s.State.Within() {
			for !segments[0].Long || segments[0].FileEnd(len(segments[0].Text)) <= s.At {
				segments = segments[1:]
			}
			if long != &segments[0] {
				long = &segments[0]
				call, n, called = r.callsIn(0, long.FileEnd(0)).to, long.Earlier, long.Called
			}
			for ; call < len(r.Calls) && r.Calls[call].Span.Start < s.At; call++ {
				called = true
				c := &r.Calls[call]
				if _, thought := long.ThinkingAround(c.within().Start); n < 2 && !thought && c.is.has(runnable) {
					n++
				}
			}
			s.State.Calls, s.State.Called = n, called
		}
		if !yield(s) {
			return
		}
	}
}
