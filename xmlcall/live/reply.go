package live

import "github.com/entrhq/forge-lsp/xmlcall"

// A Reply is one whole reply of a model as the live runtime reads it: the streaming
// reader of Forge, which is what runs calls. It differs from reading block by block
// ([xmlcall.Blocks]); [Reply.Deviations] lists where.
//
// The live runtime removes <thinking>…</thinking>, collects what is between the literal
// characters <tool> and </tool>, and only at the end of the reply wraps everything that
// it collected in one <tool>…</tool> and parses it, once. At most one call runs.
//
// A Reply is immutable and safe for concurrent use. It keeps Text alive.
type Reply struct {
	// Text is the text that was read.
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
	// Tool names the tool of the call that runs; empty if none runs.
	Tool string
	// Arguments are the arguments that the call runs with, nil if it has none or does
	// not run.
	Arguments *xmlcall.Value
	// Parts are what the block was assembled from, in order: the calls that are not empty.
	Parts []Part
	// Named and Argued are the indices of the parts that the tool's name and the arguments
	// come from, -1 if there is no such element. The call that runs is that of Parts[Named].
	Named, Argued int
	// Thinking is what the runtime removes, with its tags, wherever it is, even inside a CDATA section.
	// The last may lack an end tag: then it extends to the end of the text.
	Thinking []xmlcall.Span
	// Deviations are the places at which the live runtime differs from a reader of the
	// calls one by one, ordered by Span.Start.
	Deviations []Deviation

	assembled mapping // Block.Text to Text without thinking
	rest      mapping // from there to Text
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
	Kind DeviationKind
	// Span is the place, in Reply.Text.
	Span xmlcall.Span
}

// A DeviationKind names a kind of [Deviation].
type DeviationKind uint8

const (
	// CallMerged: a further call, whose content is read after that of the
	// calls before it, as one. Span is its <tool>.
	CallMerged DeviationKind = iota
	// FieldInherited: a tool_name, server_name or arguments element that the
	// running call takes from an earlier call, because the last one lacks it.
	// Span is that element.
	FieldInherited
)

// noCall is the runtime's answer to a reply without a call.
const noCall = "no tool call found in response"

// Read reads a whole reply as the live runtime does when it arrives character by
// character, in which nothing is lost. Any text is accepted, valid UTF-8 or not: an
// invalid byte is read as U+FFFD. The time taken is linear in its length. The limit in
// the options applies to the assembled call, not to the reply.
func Read(text string, o xmlcall.Options) *Reply { return read(text, o, false) }

// ReadAtOnce reads a reply that arrives in one chunk. The runtime loses a call that is in
// one chunk with a later <tool>: of all the calls only the last one is left. A reply in
// larger chunks than single characters loses some of these.
func ReadAtOnce(text string, o xmlcall.Options) *Reply { return read(text, o, true) }

// Original returns the bytes of r.Text that a span of r.Block.Text comes from. For a
// tag that the runtime supplied it returns the empty span at its place. The result
// includes what the runtime removes between the first and the last byte: thinking, and
// the white space at the ends of a call.
func (r *Reply) Original(s xmlcall.Span) xmlcall.Span { return r.rest.span(r.assembled.span(s)) }

// Runs reports whether a call runs.
func (r *Reply) Runs() bool { return r.Verdict.Outcome != xmlcall.Refused }
