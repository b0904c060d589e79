package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// maxProof is the number of bytes that are read to prove the fixes of one call, or six times the call if that is more.
// If a call has thousands of findings, the last fixes stay suggestions; fix-all proves them together and may still apply
// them. It also bounds the text after a call that may belong to it, and the text whose calls are rewritten.
const maxProof = 256 << 10

// A messageRun is a message with what the live runtime runs of it: the runtime reads all calls of a message together.
type messageRun struct {
	seg    *document.Segment
	facts  call.Context
	live   ran // what the live runtime runs of it
	budget int // bytes that further readings may take
}

// newMessage returns the message of a call, which has one call or a few. The bytes that are read to prove the fixes of its calls one by one
// are limited: if it has many calls that do not run, the last fixes stay suggestions, and fix-all makes them in its next rounds.
func newMessage(c *Call) *messageRun {
	m := &messageRun{seg: c.Segment, facts: c.options.intent(), budget: max(maxProof, 8*len(c.Segment.Text))}
	if c.run != nil {
		m.live = c.run()
	}
	return m
}

// A ran is what the live runtime runs of a message.
type ran struct {
	call.Run
	named  string // the <tool> block with the name of the tool
	merged bool   // whether the arguments begin in one block and end in another
}

// runOf returns what the live runtime runs of a message.
func runOf(text string, o call.Context) (r ran) {
	reply := live.Read(text, xmlcall.Options{MaxSize: o.MaxSize})
	if !reply.Runs() {
		return r
	}
	if reply.Named >= 0 {
		part := reply.Parts[reply.Named]
		r.named = text[part.Open.Start:part.Close.End]
	}
	if reply.Argued >= 0 {
		arguments := reply.Block.Element(reply.Block.Arguments()).Span()
		r.merged = reply.Original(arguments).End > reply.Parts[reply.Argued].Close.End
	}
	r.Run = call.RunOf(reply.Block.Text, o)
	return r
}

// intent returns what is known about each call of a reply.
func (o *Options) intent() call.Context {
	return call.Context{Tools: o.Toolset(), MaxSize: o.MaxSize}
}

// runsAlike reports whether the live runtime, which reads all calls of a message together
// and looks for tags before it reads anything, runs the same of the message after edits of its text.
func (m *messageRun) runsAlike(edits []Edit) bool {
	if m.seg.Long { // the rest of it is not known
		return !touchesTags(m.seg.Text, edits)
	}
	return m.live.Same(runOf(Apply(m.seg.Text, edits), m.facts).Run)
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
