package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// replyFacts are what the live runtime, which reads a message as a whole, does
// with its calls beside what it does with each. Where calls stand apart there
// are none.
type replyFacts struct {
	live    *xmlcall.Reply         // what becomes of the message; nil where it has one call, or is not known
	further []int                  // where each call after the first one starts
	stray   map[int][]xmlcall.Span // each </tool> outside of any block, by the call after it
}

// factsOf looks at a segment with the given calls as a whole.
func factsOf(seg *transcript.Segment, calls []Call) *replyFacts {
	facts := &replyFacts{}
	if seg.Scope == transcript.Apart || len(calls) == 0 {
		return facts
	}
	var runnable []int
	at, start := 0, 0
	for i := range calls {
		c := &calls[i]
		start = c.within.Start
		facts.strays(start, seg, at, start)
		at = c.end()
		if _, thought := seg.ThinkingAround(start); !thought && c.runnable() {
			runnable = append(runnable, start)
		}
	}
	facts.strays(start, seg, at, len(seg.Text)) // with the last call
	if len(runnable) < 2 {
		return facts
	}
	if seg.Scope == transcript.Messages {
		facts.further = runnable[1:]
		return facts
	}
	facts.live = parserOf(seg.Text, calls[0].maxSize).Reply()
	for _, d := range facts.live.Deviations {
		if d.Kind != xmlcall.CallMerged {
			continue
		}
		if _, ok := slices.BinarySearch(runnable, d.Span.Start); ok {
			facts.further = append(facts.further, d.Span.Start)
		}
	}
	return facts
}

// runnable reports whether a block is a call that the live runtime could run: it
// supplies a missing </tool>, and ignores a call with nothing in it. A <tool> in
// prose is none.
func (c *Call) runnable() bool {
	if c.block == nil {
		return true
	}
	b := c.block
	switch b.Form {
	case xmlcall.Closed:
		return strings.TrimSpace(b.Slice(b.Elements[0].Content())) != ""
	case xmlcall.Unclosed:
		return b.Child(b.Envelope(), "tool_name") >= 0 || b.Child(b.Envelope(), "arguments") >= 0
	}
	return false
}

// strays adds each </tool> of a stretch of text that the runtime shows: it
// removes thinking with all that is in it.
func (f *replyFacts) strays(call int, seg *transcript.Segment, from, to int) {
	const end = "</tool>"
	for {
		n := strings.Index(seg.Text[from:to], end)
		if n < 0 {
			return
		}
		span := xmlcall.Span{Start: from + n, End: from + n + len(end)}
		from = span.End
		if _, thought := seg.ThinkingAround(span.Start); thought {
			continue
		}
		if f.stray == nil {
			f.stray = map[int][]xmlcall.Span{}
		}
		f.stray[call] = append(f.stray[call], span)
	}
}

// mention reports whether there is anything to report about the call at an
// offset that its own text does not show.
func (f *replyFacts) mention(seg *transcript.Segment, call int) bool {
	_, thought := seg.ThinkingAround(call)
	_, further := slices.BinarySearch(f.further, call)
	return thought || further || len(f.stray[call]) > 0
}
