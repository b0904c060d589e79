package live

import (
	"slices"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Reply is one whole reply of a model as the live runtime reads it: the
// streaming reader of Forge, which is what runs calls. It differs from reading
// block by block ([xmlcall.Blocks]); [Reply.Deviations] has where and why.
//
// The live runtime removes <thinking>…</thinking>, collects what is
// between the literal characters <tool> and </tool>, and only at the end of
// the reply wraps all that it collected in one <tool>…</tool> and parses it,
// once. At most one call runs.
//
// A Reply is immutable and safe for concurrent use. It keeps Text alive.
type Reply struct {
	// Text is the text that was read; for [ReadChunks] the chunks joined.
	Text string
	// Block is the block that the runtime put together and parsed. Its Text is
	// that block, not Reply.Text: [Reply.Original] maps its spans back. nil
	// where the reply holds no call.
	Block *xmlcall.Block
	// Verdict is what became of the block, [xmlcall.Verdict.Fallback] whether the
	// ampersand repair was needed. Its offset is one in Block.Text. Where
	// there is no block, Outcome is Refused and Reason is the runtime's answer
	// to a reply without a call.
	Verdict xmlcall.Verdict
	// Server and Tool name what runs; empty unless it runs.
	Server, Tool string
	// Arguments are the arguments that the call runs with, nil where it has
	// none or does not run.
	Arguments *xmlcall.Value
	// Message is the prose: what is neither thinking nor call. Thinking is the
	// content of the thinking elements, run together. Bytes that are not UTF-8
	// have become U+FFFD in both.
	Message, Thinking string
	// Deviations are the places at which the live runtime reads something else
	// than the calls one by one, ordered by Span.Start.
	Deviations []Deviation

	mapping mapping // Block.Text to Text
}

// A Deviation is a place in a reply at which the live runtime does something
// that a reader of the calls one by one would not expect.
type Deviation struct {
	Kind Kind
	// Span is the place, in Reply.Text.
	Span xmlcall.Span
	// Cause is the opener that is responsible, for the kinds that name one:
	// a <tool> or <thinking> in Reply.Text. Empty for the others.
	Cause xmlcall.Span
}

// A Kind names a kind of [Deviation].
type Kind uint8

const (
	// ThinkingRemoved: an element <thinking>…</thinking>, removed tags and all
	// wherever it is, also inside a CDATA section.
	ThinkingRemoved Kind = iota
	// ThinkingUnclosed: a <thinking> that nothing closes; everything from it to
	// the end of the reply is removed. Span is all of that, Cause the tag.
	ThinkingUnclosed
	// ThinkingTagRemoved: a </thinking> that closes nothing, or a <thinking>
	// inside another; the tag is removed.
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
	// CallEmpty: a <tool></tool> with nothing but white space in it, which the
	// runtime ignores. Span is all of it.
	CallEmpty
	// EndTagSupplied: a <tool> without </tool>; the runtime supplies the end
	// tag at the end of the reply. Span is the <tool>.
	EndTagSupplied
	// CallSwallowed: a <tool> after another one that no </tool> had closed,
	// often a mention in prose. It begins no call of its own: it is an unknown
	// element of the call in Cause. Span is the swallowed <tool>.
	CallSwallowed
	// UTF8Replaced: a run of bytes that are not UTF-8, each read as U+FFFD.
	UTF8Replaced
	// ProseLost: prose that is lost because it arrived in one chunk with a
	// <tool> after it. Only from [ReadChunks].
	ProseLost
	// CallLost: a call that is lost because another <tool> arrived in the chunk
	// with its end. Span is its <tool>, Cause the other one. Only from
	// [ReadChunks].
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

// Read reads a whole reply as the live runtime does when it arrives in small
// pieces, as replies do. Any text is accepted, valid UTF-8 or not; the time
// taken is linear in its length. The limit of the options is that of the call
// that the live view puts together, not of the reply.
//
// What the runtime makes of a reply can depend on how it was cut into chunks,
// because text is lost where a chunk holds more than one tag; see
// [ReadChunks]. Read is the reading in which nothing is lost. Its call is that
// of a reply that arrives character by character; so is its prose, but for a
// beginning of <tool> directly before a <tool>, as in "<<tool>".
func Read(text string, o xmlcall.Options) *Reply {
	r := newReader(text, nil)
	r.options = o
	r.findCalls()
	return r.finish()
}

// ReadChunks reads a reply that arrived in the given chunks, losses included:
// where a chunk, together with what had been held back of the ones before,
// holds an end and a new <tool>, the runtime forgets the call that ended, and
// where it ends after a <tool> the prose before it. A character cut in two
// by chunks becomes two or more U+FFFD. The slice is not kept.
func ReadChunks(chunks []string, o xmlcall.Options) *Reply {
	text, ends := joinChunks(chunks)
	r := newReader(text, ends)
	r.options = o
	r.findCalls()
	r.loseChunks(releases(text, ends))
	return r.finish()
}

// Original returns the bytes of r.Text that a span of r.Block.Text was made
// from. For a tag that the runtime supplied that is the empty span where it
// belongs. What the runtime removes between the first and the last byte is included:
// thinking, and the white space at the ends of a call.
func (r *Reply) Original(s xmlcall.Span) xmlcall.Span { return r.mapping.span(s) }

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
