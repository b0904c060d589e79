package diagnostics

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// A messageRun is the reading of the live runtime for the message that is a segment: it
// runs the contents of all its calls together.
type messageRun struct {
	seg    *document.Segment
	facts  call.Options
	live   call.Run
	broken []int        // the calls that the parser cannot read, by their starts
	budget atomic.Int64 // bytes that further readings of the message may take
}

// A message has one call or a few. These limit the bytes that are read to prove the
// fixes of its calls one by one: a minimum, and a multiple of the message. If it has
// thousands of calls, the last fixes stay suggestions, which fix-all, which proves them
// together, may still apply.
const (
	maxMessage = 1 << 20
	minMessage = 16
)

// messageOf returns what runs of a segment's message, which is computed once. The
// caller must hold the lock of the proofs.
func (r *reading) messageOf(seg *document.Segment, o call.Options) *messageRun {
	if m := r.proofs.messages[seg]; m != nil {
		return m
	}
	o.Holes = nil
	m := &messageRun{seg: seg, facts: o}
	if seg.Long {
		return m
	}
	m.budget.Store(max(maxMessage, int64(minMessage*len(seg.Text))))
	m.live = m.run(seg.Text)
	for i := range r.Calls {
		c := &r.Calls[i]
		if c.Segment != seg || c.outcome != xmlcall.Refused {
			continue
		}
		if _, stops := c.Block().Verdict().At(); stops {
			m.broken = append(m.broken, c.within().Start)
		}
	}
	if r.proofs.messages == nil {
		r.proofs.messages = map[*document.Segment]*messageRun{}
	}
	r.proofs.messages[seg] = m
	return m
}

// run returns what the live runtime runs of a message.
func (m *messageRun) run(text string) call.Run {
	reply := live.Read(text, xmlcall.Options{MaxSize: m.facts.MaxSize})
	if !reply.Runs() {
		return call.Run{}
	}
	return call.RunOf(reply.Block.Text, m.facts)
}

// keeps reports whether with the edits to a call the live runtime runs the same as before, or the call
// itself, which now runs as ran.
func (m *messageRun) keeps(p *prover, edits []Edit, ran call.Run) bool {
	if m.seg.Long { // the rest of it is not known: only that this call is unchanged
		return !touchesTags(m.seg.Text, edits) && ran.OK && ran.Same(p.ran)
	}
	if !touchesTags(m.seg.Text, edits) {
		others := len(m.broken)
		if _, found := slices.BinarySearch(m.broken, p.start); found {
			others--
		}
		// If the parser cannot read another call, it cannot read all of them together;
		// and if a call runs as before alone, it also does so together.
		if others > 0 || ran.OK && ran.Same(p.ran) && m.live.OK {
			return true
		}
	}
	if m.budget.Add(-int64(len(m.seg.Text))) < 0 || m.closesEarlier(p, edits) {
		return false
	}
	now := m.run(Apply(m.seg.Text, edits))
	// The last case is a call that kept the message from running, and a later one that runs now: as
	// intended, with nothing taken from this one.
	return now.Same(m.live) || p.intended.RunsAs(now) || p.intended.Certain() && !m.live.OK && m.runsAnother(p, now)
}

// closesEarlier reports whether in the message after edits of a call an earlier call
// runs that had no end before: a reader of one block at a time takes the first.
func (m *messageRun) closesEarlier(p *prover, edits []Edit) bool {
	before := m.seg.Text[:p.start]
	from := 0
	if end := strings.LastIndex(before, "</tool>"); end >= 0 {
		from = end
	}
	at := strings.Index(before[from:], "<tool>")
	return at >= 0 && call.RunOf(Apply(m.seg.Text, edits)[from+at:], m.facts).OK
}

// keepsAll reports whether with the edits of several calls the live runtime runs the
// same as before, or one of these calls as intended, or, if nothing ran, another.
func (m *messageRun) keepsAll(calls []callEdits) bool {
	var edits []Edit
	for _, c := range calls {
		edits = append(edits, c.own...)
	}
	now := m.run(Apply(m.seg.Text, edits))
	if now.Same(m.live) {
		return true
	}
	for _, c := range calls {
		if c.p.intended.Certain() && c.p.intended.RunsAs(now) {
			return true
		}
	}
	return !m.live.OK && m.runsAnother(calls[0].p, now)
}

// touchesTags reports whether edits remove or add a tag that the live runtime looks for
// before it parses anything.
func touchesTags(text string, edits []Edit) bool {
	const longest = len("</thinking>")
	for _, e := range edits {
		before := text[max(0, e.Span.Start-longest):e.Span.Start]
		after := text[e.Span.End:min(len(text), e.Span.End+longest)]
		if hasTag(before+text[e.Span.Start:e.Span.End]+after) || hasTag(before+e.Text+after) {
			return true
		}
	}
	return false
}

func hasTag(text string) bool {
	return strings.Contains(text, "tool>") || strings.Contains(text, "thinking>")
}

// runsAnother reports whether the call that runs is another one of the message, as its
// author intended it.
func (m *messageRun) runsAnother(p *prover, now call.Run) bool {
	for i := range p.res.Calls {
		c := &p.res.Calls[i]
		if c.Segment != m.seg || c == p.call || !c.closed() || c.outcome != xmlcall.Runs {
			continue
		}
		text := m.seg.Text[c.within().Start:c.within().End]
		if m.budget.Add(-int64(len(text))) < 0 {
			return false
		}
		if call.RunOf(text, m.facts).Same(now) && call.IntentOf(text, m.facts).Certain() {
			return true
		}
	}
	return false
}
