package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// A message is a message with what the live runtime runs of it: the runtime reads all calls of a message together.
type message struct {
	seg    *document.Segment
	facts  call.Context
	live   call.Run // what the live runtime runs of it
	budget int      // bytes that further readings may take
}

// newMessage returns a message, which has one call or a few. The bytes that are read to prove the fixes of its calls one by one
// are limited: if it has many calls that do not run, the last fixes stay suggestions, and fix-all makes them in its next rounds.
func (r *result) newMessage(seg *document.Segment) *message {
	m := &message{seg: seg, facts: r.options.intent(), budget: max(maxProof, 8*len(seg.Text))}
	if !seg.Long {
		m.live, _ = runOf(seg.Text, m.facts)
	}
	return m
}

// runOf returns what the live runtime runs of a message, and the <tool> block with the name of its tool.
func runOf(text string, o call.Context) (run call.Run, named string) {
	reply := live.Read(text, xmlcall.Options{MaxSize: o.MaxSize})
	if !reply.Runs() {
		return run, ""
	}
	if reply.Named >= 0 {
		part := reply.Parts[reply.Named]
		named = text[part.Open.Start:part.Close.End]
	}
	return call.RunOf(reply.Block.Text, o), named
}

// keeps reports whether the live runtime still runs a right call of the message after edits that lead to what was meant
// by one, which then runs as ran: the same call as before, or the edited one as it was meant, or, if nothing ran, any
// other one as it was meant.
func (m *message) keeps(p *prover, edits []Edit, ran call.Run) bool {
	if ran.OK && ran.Same(p.ran) && (m.seg.Long || m.live.OK) && !touchesTags(m.seg.Text, edits) {
		return true // if the call runs as before alone, it also does so with the others
	}
	if m.budget -= len(m.seg.Text); m.seg.Long || m.budget < 0 || m.closesEarlier(p, edits) {
		return false // the rest of a long message is not known
	}
	now, named := runOf(Apply(m.seg.Text, edits), m.facts)
	if now.Same(m.live) || p.intended.RunsAs(now) {
		return true
	}
	return !m.live.OK && now.OK && p.intended.Certain() && call.IntentOf(named, m.facts).RunsAs(now)
}

// closesEarlier reports whether edits of a call give an earlier call without an end the end that it lacked, so that it
// runs: a reader that takes one block at a time takes the first.
func (m *message) closesEarlier(p *prover, edits []Edit) bool {
	before := m.seg.Text[:p.start]
	from := max(0, strings.LastIndex(before, "</tool>"))
	at := strings.Index(before[from:], "<tool>")
	return at >= 0 && call.RunOf(Apply(m.seg.Text, edits)[from+at:], m.facts).OK
}

// touchesTags reports whether edits remove or add a tag that the live runtime looks for
// before it parses anything.
func touchesTags(text string, edits []Edit) bool {
	const longest = len("</thinking>")
	tags := func(text string) int { return strings.Count(text, "tool>") + strings.Count(text, "thinking>") }
	return slices.ContainsFunc(edits, func(e Edit) bool {
		before := text[max(0, e.Span.Start-longest):e.Span.Start]
		after := text[e.Span.End:min(len(text), e.Span.End+longest)]
		beside := tags(before) + tags(after)
		return tags(before+text[e.Span.Start:e.Span.End]+after) > beside || tags(before+e.Text+after) > beside
	})
}
