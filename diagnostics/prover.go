package diagnostics

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A prover proves fixes of one call. It is immutable except for the budget, and safe
// for concurrent use.
type prover struct {
	res      *reading
	call     *Call
	start    int    // of the call in the segment's text
	text     string // of the call, and text that may belong to it
	facts    call.Options
	intended *call.Intent
	fields   func() *call.Fields // called if the call is in doubt
	// corrected reports whether what was meant is certain, and fix-all corrects the call, as far as is known
	// without the rest of a long message.
	corrected func() bool
	ran       call.Run
	message   *messageRun  // the message that contains the call; nil if each call is independent
	rival     bool         // whether the message has another call that is escaped as a whole, as this one is
	budget    atomic.Int64 // bytes that further proofs may read
	// known caches proofs by edits: each finding of a field offers to escape all of it,
	// and these are one fix.
	known sync.Map
}

// maxProof is the number of bytes that are read to prove the fixes of one call. Each
// proof reads the call and its message a few times; if a call has thousands of
// findings, the last ones stay suggestions, which fix-all, which proves them together,
// may still apply.
const (
	maxProof  = 256 << 10
	minProofs = 6 // regardless of the length of the call
)

// prover returns the prover of a call, which is created once. The caller must hold the
// lock of the proofs.
func (r *reading) prover(index int) *prover {
	if p := r.proofs.calls[index]; p != nil {
		return p
	}
	c := &r.Calls[index]
	start, end := c.within().Start, c.intendedEnd()
	p := &prover{res: r, call: c, start: start, text: c.Segment.Text[start:end]}
	p.budget.Store(max(maxProof, int64(minProofs*(c.end()-start))))
	after := c.Segment.Text[end:min(len(c.Segment.Text), end+maxAfter)]
	if next, ok := c.segment.Find(end); ok && next-end < len(after) {
		after = after[:next-end]
	}
	p.facts = call.Options{
		Tools: r.options.Toolset(), MaxSize: r.options.MaxSize,
		Document: c.Segment.IsDocument(),
		Complete: strings.TrimSpace(c.Segment.Text[end:]) == "",
	}
	p.facts.After = after
	if p.facts.Document {
		for _, h := range c.holes[c.from] {
			if h.Start >= start && h.End <= end {
				p.facts.Holes = append(p.facts.Holes, xmlcall.Span{Start: h.Start - start, End: h.End - start})
			}
		}
	}
	p.intended = call.IntentOf(p.text, p.facts)
	p.fields = sync.OnceValue(func() *call.Fields { return call.FieldsOf(p.text, p.facts) })
	p.corrected = sync.OnceValue(func() bool { return p.intended.Certain() && r.corrects(p, index) })
	p.ran = call.RunOf(p.text, p.facts)
	p.rival = c.form == xmlcall.Escaped && slices.ContainsFunc(r.Calls, func(other Call) bool {
		return other.Segment == c.Segment && other.from != c.from && other.form == xmlcall.Escaped
	})
	if c.Segment.Scope == document.Message {
		p.message = r.messageOf(c.Segment, p.facts)
	}
	if r.proofs.calls == nil {
		r.proofs.calls = map[int]*prover{}
	}
	r.proofs.calls[index] = p
	return p
}

// intendedEnd returns the end in Segment.Text of the text that may belong to the call:
// for one without an end, the next call or the end of the message.
func (c *Call) intendedEnd() int {
	text, start, end := c.Segment.Text, c.within().Start, c.end()
	switch c.form {
	case xmlcall.Closed:
		if after := text[end:]; cutByName(text[start:end], after) {
			end += strings.Index(after, "</tool>") + len("</tool>")
		}
	case xmlcall.Unclosed, xmlcall.Unrecognized:
		end = len(text)
		if next, ok := c.segment.Find(min(end, start+1)); ok && strings.TrimSpace(text[next+len("<tool>"):]) != "" {
			end = next // otherwise it is a misspelled </tool>
		}
		if c.form == xmlcall.Unrecognized && c.within().End < end && strings.TrimSpace(text[c.within().End:end]) != "" {
			end = c.within().End
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

// maxAfter bounds, in bytes, the part of the text after a call that is examined for
// text that may belong to it.
const maxAfter = 64 << 10
