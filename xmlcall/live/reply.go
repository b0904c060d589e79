package live

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Reply is one whole reply of a model as the live runtime reads it: the streaming
// reader of Forge, which is what runs calls. It differs from reading block by block
// ([xmlcall.Blocks]); [Reply.Deviations] lists where and why.
//
// The live runtime removes <thinking>…</thinking>, collects what is between the literal
// characters <tool> and </tool>, and only at the end of the reply wraps everything that
// it collected in one <tool>…</tool> and parses it, once. At most one call runs.
//
// A Reply is immutable and safe for concurrent use. It keeps Text alive.
type Reply struct {
	// Text is the text that was read; for [ReadChunks], the chunks joined.
	Text string
	// Block is the block that the runtime assembled and parsed. Its Text is that block,
	// not Reply.Text: [Reply.Original] maps its spans back. It is nil if the reply
	// holds no call.
	Block *xmlcall.Block
	// Verdict is the verdict on the block, with [xmlcall.Verdict.Fallback] set if the
	// ampersand repair was needed. Its offset is one in Block.Text. If there is no
	// block, Outcome is Refused and Reason is the runtime's answer to a reply without a
	// call.
	Verdict xmlcall.Verdict
	// Server and Tool name the server and the tool of the call that runs; empty if none
	// runs.
	Server, Tool string
	// Arguments are the arguments that the call runs with, nil if it has none or does
	// not run.
	Arguments *xmlcall.Value
	// Parts are what the block was assembled from, in order: the calls that are not empty.
	// Named and Argued are the indices of the parts that the tool's name and the arguments
	// come from, -1 if there is no such element. The call that runs is that of Parts[Named].
	Parts         []Part
	Named, Argued int
	// Thinking is the concatenated content of the thinking elements. Bytes that are not
	// UTF-8 are replaced by U+FFFD.
	Thinking string
	// Deviations are the places at which the live runtime differs from a reader of the
	// calls one by one, ordered by Span.Start.
	Deviations []Deviation

	mapping mapping        // Block.Text to Text
	rest    string         // Text without thinking
	prose   []xmlcall.Span // in rest
}

// A Part is one <tool> of a reply with its content, which the runtime reads together with
// those of the other parts. Its spans are in Reply.Text.
type Part struct {
	// Open is its <tool>, Close its </tool>, which is empty, at the end of the text, if
	// the runtime supplied it.
	Open, Close xmlcall.Span
}

// A Deviation is a place in a reply at which the live runtime does something
// that a reader of the calls one by one would not expect.
type Deviation struct {
	Kind Kind
	// Span is the place, in Reply.Text.
	Span xmlcall.Span
	// Cause is the start tag that is responsible, for the kinds that name one: a <tool>
	// or <thinking> in Reply.Text. It is empty for the others.
	Cause xmlcall.Span
}

// A Kind names a kind of [Deviation].
type Kind uint8

const (
	// ThinkingRemoved: an element <thinking>…</thinking>, removed including its tags
	// wherever it occurs, even inside a CDATA section.
	ThinkingRemoved Kind = iota
	// ThinkingUnclosed: a <thinking> that is never closed; everything from it to the
	// end of the reply is removed. Span is all of that, Cause the tag.
	ThinkingUnclosed
	// ThinkingTagRemoved: a </thinking> without a <thinking>, or a <thinking> inside
	// another; the tag is removed.
	ThinkingTagRemoved
	// CallInThinking: a <tool> inside thinking. It never runs. Span is the
	// <tool>, Cause the <thinking>.
	CallInThinking
	// CallMerged: a further call, whose content is read after that of the
	// calls before it, as one. Span is its <tool>, Cause the first one's.
	CallMerged
	// FieldInherited: a tool_name, server_name or arguments element that the
	// running call takes from an earlier call, because the last one lacks it.
	// Span is that element, Cause the <tool> of the last call.
	FieldInherited
	// CallEmpty: a <tool></tool> with nothing but white space in it, which the runtime
	// ignores. Span is the whole call.
	CallEmpty
	// EndTagSupplied: a <tool> without </tool>; the runtime supplies the end
	// tag at the end of the reply. Span is the <tool>.
	EndTagSupplied
	// CallSwallowed: a <tool> after another one that is still open, often a mention in
	// prose. It does not begin a call of its own: it is an unknown element of the call
	// in Cause. Span is the swallowed <tool>.
	CallSwallowed
	// UTF8Replaced: a run of bytes that are not UTF-8, each read as U+FFFD.
	UTF8Replaced
	// ProseLost: prose that is lost because it arrived in one chunk with a <tool> after
	// it. Reported by [ReadChunks] only.
	ProseLost
	// CallLost: a call that is lost because another <tool> arrived in the chunk with
	// its end. Span is its <tool>, Cause the other one. Reported by [ReadChunks] only.
	CallLost
)

var deviationNames = [...]string{
	ThinkingRemoved: "thinking removed", ThinkingUnclosed: "thinking unclosed",
	ThinkingTagRemoved: "thinking tag removed", CallInThinking: "call in thinking",
	CallMerged: "call merged", FieldInherited: "field inherited", CallEmpty: "call empty",
	EndTagSupplied: "end tag supplied", CallSwallowed: "call swallowed",
	UTF8Replaced: "UTF-8 replaced", ProseLost: "prose lost", CallLost: "call lost",
}

// String returns the kind in words, such as "call merged".
func (k Kind) String() string {
	if int(k) < len(deviationNames) {
		return deviationNames[k]
	}
	return "unknown"
}

// noCall is the runtime's answer to a reply without a call.
const noCall = "no tool call found in response"

// Read reads a whole reply as the live runtime does when it arrives in small pieces, as
// replies do. Any text is accepted, valid UTF-8 or not; the time taken is linear in its
// length. The limit in the options applies to the assembled call, not to the reply.
//
// What the runtime makes of a reply can depend on how it was cut into chunks, because
// text is lost when a chunk holds more than one tag; see [ReadChunks]. Read is the
// reading in which nothing is lost. Its call is that of a reply that arrives character
// by character; so is its prose, except for a prefix of <tool> directly before a
// <tool>, as in "<<tool>".
func Read(text string, o xmlcall.Options) *Reply {
	r := newReader(text, nil)
	r.options = o
	r.findCalls()
	return r.finish()
}

// ReadChunks reads a reply that arrived in the given chunks, losses included: if a
// chunk, together with text held back from earlier ones, holds the end of a call and a
// new <tool>, the runtime loses the call that ended; if it ends after a <tool>, the
// runtime loses the prose before that. A character that is cut in two becomes two or
// more U+FFFD. ReadChunks does not retain the slice.
func ReadChunks(chunks []string, o xmlcall.Options) *Reply {
	text, ends := joinChunks(chunks)
	r := newReader(text, ends)
	r.options = o
	r.findCalls()
	r.loseChunks(releases(text, ends))
	return r.finish()
}

// Original returns the bytes of r.Text that a span of r.Block.Text comes from. For a
// tag that the runtime supplied it returns the empty span at its place. The result
// includes what the runtime removes between the first and the last byte: thinking, and
// the white space at the ends of a call.
func (r *Reply) Original(s xmlcall.Span) xmlcall.Span { return r.mapping.span(s) }

// Message returns the prose: text that is neither thinking nor call. Bytes that are not
// UTF-8 are replaced by U+FFFD. It is assembled on request: few readers of a long reply need
// a copy of it.
func (r *Reply) Message() string {
	if len(r.prose) == 1 {
		return r.rest[r.prose[0].Start:r.prose[0].End]
	}
	size := 0
	for _, s := range r.prose {
		size += s.Len()
	}
	var w strings.Builder
	w.Grow(size)
	for _, s := range r.prose {
		w.WriteString(r.rest[s.Start:s.End])
	}
	return w.String()
}

// Runs reports whether a call runs.
func (r *Reply) Runs() bool { return r.Verdict.Outcome != xmlcall.Refused }

func sortDeviations(list []Deviation) {
	slices.SortStableFunc(list, func(a, b Deviation) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return b.Span.End - a.Span.End
	})
}
