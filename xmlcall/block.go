package xmlcall

import "sync/atomic"

// A Span is a half-open range of byte offsets, 0-based: the bytes from Start
// up to, not including, End.
type Span struct {
	Start, End int
}

// Len returns the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether all of o lies within s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Delimiters is how a block was delimited.
type Delimiters uint8

const (
	// Closed: a literal <tool> and a literal </tool>.
	Closed Delimiters = iota
	// Unclosed: a literal <tool> that no </tool> follows. The block reaches to
	// the next <tool>, or to the end of the text. The live runtime supplies the
	// end tag at the end of the reply; the library view sees no call.
	Unclosed
	// Unrecognized: tags that a person would take for <tool> and </tool> but the
	// runtime does not: <Tool>, <f:tool>, <tool id="7">, </tool >.
	Unrecognized
	// Escaped: a whole call whose tags are escaped, from &lt;tool&gt; to &lt;/tool&gt;.
	// To the runtime it is text. The block has the tool element only; see
	// [Block.Unescaped].
	Escaped
)

// A Block is one <tool> block: its tokens, its elements and what is wrong
// with it. A Block is immutable and safe for concurrent
// use. It keeps Text alive.
type Block struct {
	// Text is the whole text that was parsed, of which the block is a part.
	// All spans index into it.
	Text string
	// Span is the block, tags included.
	Span Span
	// Tokens tile Span in order.
	Tokens []Token
	// Problems are the problems recorded in the block, by position. Of a very large
	// number only about the first thousand are recorded; see MoreProblems.
	Problems []Problem

	elements   []element   // in document order
	attributes []Attribute // of all start tags, in document order
	verdict    Verdict
	root       ElementID                           // see Envelope
	rest       Span                                // see Rest
	last       atomic.Pointer[map[child]ElementID] // see lastChildren

	// Delimiters is how the block was delimited.
	Delimiters Delimiters
	// MoreProblems reports that there are further problems, which are not recorded. Text with
	// thousands of problems is not a call with a few mistakes in it but source code, a
	// web page or binary data, and has to be fixed as a whole. The verdict does not
	// depend on it.
	MoreProblems bool
}

// Rest returns the text after the block that still belongs to the call its author
// meant, because a </tool> inside a value cut the block short: from Span.End up to and
// including the </tool> that was intended. It is empty in any other case.
func (b *Block) Rest() Span { return b.rest }

// Source returns the block's own text.
func (b *Block) Source() string { return b.Slice(b.Span) }

// Slice returns the text under s, clipped to the text.
func (b *Block) Slice(s Span) string {
	end := min(max(s.End, 0), len(b.Text))
	return b.Text[min(max(s.Start, 0), end):end]
}
