package diagnostics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A prover proves edits of one call: it applies them, reads the call and its message again, and compares what they mean
// and what runs with what was meant and what ran. It is not safe for concurrent use.
type prover struct {
	res      *result
	call     *Call
	start    int    // of the call in the segment's text
	text     string // of the call, and text that may belong to it
	facts    call.Context
	intended *call.Intent
	ran      call.Run
	message  *messageRun // that contains the call; nil if each call is independent
	rival    bool        // whether the message has another call that is escaped as a whole, as this one is
	budget   int         // bytes that further proofs may read
	// known are the proofs by edits: each finding of a field offers to escape all of it, and these are one fix.
	known map[string]bool
}

// newProver returns the prover of a call. in is the message of the call before it, nil for none: a message, and the bytes
// that may be read of it, are shared by its calls.
func (r *result) newProver(index int, in *messageRun) *prover {
	c := &r.Calls[index]
	start, end := c.within.Start, c.intendedEnd()
	p := &prover{res: r, call: c, start: start, text: c.Segment.Text[start:end], known: map[string]bool{}}
	p.budget = max(maxProof, 6*(c.end-start))
	after := c.Segment.Text[end:min(len(c.Segment.Text), end+maxProof)]
	if next, ok := c.unlimited.Find(end); ok && next-end < len(after) {
		after = after[:next-end]
	}
	p.facts = r.options.intent()
	p.facts.Document = c.Segment.IsDocument()
	p.facts.Complete = strings.TrimSpace(c.Segment.Text[end:]) == ""
	p.facts.After = after
	if p.facts.Document {
		for _, h := range call.New(c.Block(), c.options.Tools, surroundings(c.Segment, r.File)).Holes {
			if h.Span.Start >= start && h.Span.End <= end {
				p.facts.Holes = append(p.facts.Holes, at(h.Span, -start))
			}
		}
	}
	p.intended = call.IntentOf(p.text, p.facts)
	p.ran = call.RunOf(p.text, p.facts)
	p.rival = c.form == xmlcall.Escaped && slices.ContainsFunc(r.Calls, func(other Call) bool {
		return other.Segment == c.Segment && other.within != c.within && other.form == xmlcall.Escaped
	})
	switch {
	case c.Segment.Scope != document.Message:
	case in != nil && in.seg == c.Segment:
		p.message = in
	default:
		p.message = newMessage(c)
	}
	return p
}

// intendedEnd returns the end in Segment.Text of the text that may belong to the call:
// for one without an end, the next call or the end of the message.
func (c *Call) intendedEnd() int {
	text, start, end := c.Segment.Text, c.within.Start, c.end
	switch c.form {
	case xmlcall.Closed:
		if after := text[end:]; cutByName(text[start:end], after) {
			end += strings.Index(after, "</tool>") + len("</tool>")
		}
	case xmlcall.Unclosed, xmlcall.Unrecognized:
		end = len(text)
		if next, ok := c.unlimited.Find(min(end, start+1)); ok && strings.TrimSpace(text[next+len("<tool>"):]) != "" {
			end = next // otherwise it is a misspelled </tool>
		}
		if c.form == xmlcall.Unrecognized && c.within.End < end && strings.TrimSpace(text[c.within.End:end]) != "" {
			end = c.within.End
		}
	}
	return end
}

// cutByName reports whether a block ends in the name of its tool, and the rest of
// the call follows: <tool_name>read_file</tool>.
func cutByName(block, after string) bool {
	at := strings.LastIndex(block, "<tool_name>")
	if at < 0 || strings.Contains(block[at:], "</tool_name") || strings.Contains(block[at+1:], "<a") {
		return false
	}
	rest := strings.TrimLeft(after, " \t\r\n")
	end := strings.Index(after, "</tool>")
	next, another := xmlcall.Find(after, 0)
	return end >= 0 && (!another || next > end) && (strings.HasPrefix(rest, "<arguments>") || strings.HasPrefix(rest, "<server_name>"))
}

// proves reports whether edits of the segment's text are safe.
func (p *prover) proves(edits []Edit) bool {
	key := fmt.Sprintf("%#v", edits)
	safe, known := p.known[key]
	if known {
		return safe
	}
	if text, facts, ok := p.edited(edits); ok {
		ran := call.RunOf(text, facts)
		safe = p.leadsTo(call.IntentOf(text, facts), ran) && (p.message == nil || p.message.keeps(p, edits, ran))
	}
	p.known[key] = safe
	return safe
}

// edited returns the call after edits of the segment's text. ok is false if the edits cannot lead to what was meant,
// which can be told without reading the call.
func (p *prover) edited(edits []Edit) (text string, o call.Context, ok bool) {
	p.res.options.interrupt.check()
	o = p.facts
	moved, inside := p.inCall(edits)
	if !inside || p.rival || p.budget <= 0 || !p.mayProve(edits) {
		return "", o, false
	}
	if text = Apply(p.text, moved); text == p.text {
		return "", o, false
	}
	p.budget -= len(text)
	if o.Holes, ok = call.MoveSpans(o.Holes, moved); !ok {
		return "", o, false
	}
	if p.call.Block().Envelope() != 0 && !strings.HasPrefix(text, "<tool>") {
		// It is a mention of <tool> that swallowed the call after it: only its tag may change.
		mention, ok := xmlcall.Find(text, 0)
		if !ok || !strings.HasPrefix(unescapeMentions(p.text), unescapeMentions(text[:mention])) {
			return "", o, false
		}
		text, o.Holes = text[mention:], nil
	}
	_, ok = syntax.ToolTagAt(text, 0) // the tag of a call, or one that was meant to be
	return text, o, ok && text[1] != '/'
}

// inCall returns edits of the segment's text as those of the call's. inside is false if one changes text outside it.
func (p *prover) inCall(edits []Edit) (moved []Edit, inside bool) {
	moved = movedEdits(edits, -p.start)
	return moved, !slices.ContainsFunc(moved, func(e Edit) bool { return e.Span.Start < 0 || e.Span.End > len(p.text) })
}

// unescapeMentions returns a text with its escaped mentions of <tool> unescaped.
func unescapeMentions(text string) string { return strings.ReplaceAll(text, "&lt;tool&gt;", "<tool>") }

// leadsTo reports whether a call that is now read as after, and runs as ran, became what was intended, or
// closer to it by edits at certain places.
func (p *prover) leadsTo(after *call.Intent, ran call.Run) bool {
	switch {
	case p.keepsValues():
		return ran.OK && ran.Same(p.ran)
	case !p.intended.Same(after):
		return false
	case ran.OK:
		return p.sound() && ran.Same(p.ran) || p.intended.RunsAs(ran)
	}
	return !p.ran.OK
}

// keepsValues reports whether edits that leave the values as they are are safe although the call is in doubt.
func (p *prover) keepsValues() bool { return p.sound() && p.intended.BesideEscaped() }

// sound reports whether the call runs with what is written.
func (p *prover) sound() bool {
	o := p.call.Outcome()
	return o == Runs || o == Repaired
}

// mayProve reports whether edits of a call in doubt are at places that are certain on their own. Otherwise edits are never
// safe. It costs less than reading the fixed call.
func (p *prover) mayProve(edits []Edit) bool {
	switch {
	case p.intended.Certain(), p.keepsValues():
		return true
	case p.intended.Swallowed:
		return len(edits) == 1 && edits[0].Span == p.call.Block().Element(0).Start()
	case p.intended.Structural:
		return false // the assignment of text to fields is also in doubt
	}
	moved, inside := p.inCall(edits)
	return inside && !slices.ContainsFunc(moved, func(e Edit) bool { // text after a call does not belong to it
		path, ok := p.intended.PathAt(e.Span)
		return !ok || p.intended.Doubtful(path) || drops(p.text[e.Span.Start:e.Span.End], e.Text)
	})
}

// drops reports whether letters or digits are lost where an edit replaces old.
func drops(old, text string) bool {
	k := 0
	for i := range len(old) {
		c := old[i]
		if c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c < 0x80 {
			continue
		}
		n := strings.IndexByte(text[k:], c)
		if n < 0 {
			return true
		}
		k += n + 1
	}
	return false
}

// keeps reports whether the live runtime still runs a right call of the message after edits that lead to what was meant
// by one, which then runs as ran: the same call as before, or the edited one as it was meant, or, if nothing ran, any
// other one as it was meant.
func (m *messageRun) keeps(p *prover, edits []Edit, ran call.Run) bool {
	if ran.OK && ran.Same(p.ran) && (m.seg.Long || m.live.OK && !m.live.merged) && !touchesTags(m.seg.Text, edits) {
		return true // if the call runs as before alone, it also does so with the others
	}
	if m.budget -= len(m.seg.Text); m.seg.Long || m.budget < 0 || m.closesEarlier(p, edits) {
		return false // the rest of a long message is not known
	}
	now := runOf(Apply(m.seg.Text, edits), m.facts)
	if now.Same(m.live.Run) || p.intended.RunsAs(now.Run) {
		return true
	}
	return !m.live.OK && now.OK && p.intended.Certain() && call.IntentOf(now.named, m.facts).RunsAs(now.Run)
}

// closesEarlier reports whether edits of a call give an earlier call without an end the end that it lacked, so that it
// runs: a reader that takes one block at a time takes the first.
func (m *messageRun) closesEarlier(p *prover, edits []Edit) bool {
	before := m.seg.Text[:p.start]
	from := max(0, strings.LastIndex(before, "</tool>"))
	at := strings.Index(before[from:], "<tool>")
	return at >= 0 && call.RunOf(Apply(m.seg.Text, edits)[from+at:], m.facts).OK
}
