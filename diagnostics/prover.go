package diagnostics

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/diagnostics/facts/intent"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A prover proves fixes of one call. All but the budget is fixed when it is made:
// it is safe for concurrent use.
type prover struct {
	res     *Result
	call    *Call
	start   int    // of the call in the segment's text
	text    string // of the call, and of what may belong to it
	facts   intent.Options
	meant   *intent.Intended
	fields  func() *intent.Fields // asked for where the call is in doubt
	ran     intent.Run
	message *messageRun  // that the call is part of; nil where each call stands for itself
	budget  atomic.Int64 // bytes that further proofs may read
	// known are the proofs that were made, by edits: each finding of a field
	// offers to escape all of it, and these are one fix.
	known sync.Map
}

// maxProof is how many bytes are read to prove the fixes of one call. Each proof
// reads the call and its message a few times; of a call with thousands of
// findings the last ones stay suggestions, which fix-all, which proves them
// together, may still apply.
const (
	maxProof  = 256 << 10
	minProofs = 6 // however long the call is
)

// prover returns the prover of a call, which is made once. It needs the lock of
// the proofs.
func (r *Result) prover(call int) *prover {
	if p := r.proofs.calls[call]; p != nil {
		return p
	}
	c := &r.Calls[call]
	start, end := c.within().Start, c.meantEnd()
	p := &prover{res: r, call: c, start: start, text: c.Segment.Text[start:end]}
	p.budget.Store(max(maxProof, int64(minProofs*(c.end()-start))))
	behind := c.Segment.Text[end:min(len(c.Segment.Text), end+maxBehind)]
	if next, ok := c.segment.Find(end); ok && next-end < len(behind) {
		behind = behind[:next-end]
	}
	p.facts = intent.Options{
		Tools: r.options.Toolset(), MaxSize: r.options.MaxSize,
		Document: c.Segment.IsDocument(),
		Complete: strings.TrimSpace(c.Segment.Text[end:]) == "",
	}
	p.facts.Behind = behind
	if p.facts.Document && c.holes != nil {
		for _, h := range *c.holes {
			if h.Start >= start && h.End <= end {
				p.facts.Holes = append(p.facts.Holes, xmlcall.Span{Start: h.Start - start, End: h.End - start})
			}
		}
	}
	p.meant = intent.Of(p.text, p.facts)
	p.fields = sync.OnceValue(func() *intent.Fields { return intent.FieldsOf(p.text, p.facts) })
	p.ran = intent.RunOf(p.text, p.facts)
	if c.Segment.Scope == document.Message {
		p.message = r.messageOf(c.Segment, p.facts)
	}
	if r.proofs.calls == nil {
		r.proofs.calls = map[int]*prover{}
	}
	r.proofs.calls[call] = p
	return p
}

// meantEnd returns where what may belong to the call ends in Segment.Text: for
// one without an end the next call, or the end of the message.
func (c *Call) meantEnd() int {
	text, start, end := c.Segment.Text, c.within().Start, c.end()
	switch c.form {
	case xmlcall.Closed:
		if behind := text[end:]; cutByName(text[start:end], behind) {
			end += strings.Index(behind, "</tool>") + len("</tool>")
		}
	case xmlcall.Unclosed, xmlcall.Unrecognized:
		end = len(text)
		if next, ok := c.segment.Find(min(end, start+1)); ok && strings.TrimSpace(text[next+len("<tool>"):]) != "" {
			end = next // else it is a slip for the </tool>
		}
		if c.form == xmlcall.Unrecognized && c.within().End < end && strings.TrimSpace(text[c.within().End:end]) != "" {
			end = c.within().End
		}
	}
	return end
}

// cutByName reports whether a block ends in the name of its tool, and the rest of
// the call follows: <tool_name>read_file</tool>.
func cutByName(block, behind string) bool {
	at := strings.LastIndex(block, "<tool_name>")
	if at < 0 || strings.Contains(block[at:], "</tool_name") || strings.Contains(block[at+1:], "<a") {
		return false
	}
	rest := strings.TrimLeft(behind, " \t\r\n")
	end := strings.Index(behind, "</tool>")
	next, another := xmlcall.Find(behind, 0)
	return end >= 0 && (!another || next > end) && (strings.HasPrefix(rest, "<arguments>") || strings.HasPrefix(rest, "<server_name>"))
}

// maxBehind bounds how far, in bytes, the text after a call is looked at for what
// may belong to it.
const maxBehind = 64 << 10
