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

// Form says how a block was delimited.
type Form uint8

const (
	// Closed: a literal <tool> and a literal </tool>.
	Closed Form = iota
	// Unclosed: a literal <tool> that no </tool> follows. The block reaches to
	// the next <tool>, or to the end of the text. The live runtime supplies the
	// end tag at the end of the reply; the library view sees no call.
	Unclosed
	// Unrecognized: tags that a person would take for <tool> and </tool> but
	// the runtime does not: <Tool>, <tool id="7">, </tool >.
	Unrecognized
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
	// Problems are the facts recorded about the block, by position: of very many
	// about the first thousand, see More.
	Problems []Problem

	elements []element // in document order
	apart    *apart    // nil for a call that runs as written and has no attributes
	kin      atomic.Pointer[kin]

	// Form says how the block was delimited.
	Form Form
	// More reports that there are further problems, which are not recorded. What
	// has problems by the thousand is not a call with slips in it, but a program's
	// or a page's text, or no text at all, and wants fixing as a whole. The
	// verdict does not depend on it.
	More bool
}

// An apart is what few blocks have. Most are small and many are kept, so it is not
// part of a Block.
type apart struct {
	verdict    Verdict
	attributes []Attribute // of all start tags in document order
	root       ElementID   // see Block.Envelope
	rest       Span        // see Block.Rest
	repaired   Span        // the first place that the ampersand repair fixes, if not empty
	reach      int         // see Block.Reach
}

var nothingApart apart

func (a *apart) empty() bool {
	return a.verdict == Verdict{} && a.attributes == nil && a.root == 0 && a.rest == Span{} && a.repaired == Span{} && a.reach == 0
}

// extra returns what is apart. It must not be changed.
func (b *Block) extra() *apart {
	if b.apart == nil {
		return &nothingApart
	}
	return b.apart
}

// Rest returns the text after the block that still belongs to the call its
// author meant, because a </tool> inside a value cut the block short: from
// Span.End up to and including the </tool> that was meant. It is empty in any
// other case.
func (b *Block) Rest() Span { return b.extra().rest }

// Reach returns the offset in Text, after the block's own bytes, up to which the
// text decides how the block is read: at least Span.End and the end of Rest. What
// is at or after it may be anything, and the block is read as it is. It is
// len(Text) where more text could make another block of this one.
func (b *Block) Reach() int { return max(b.Span.End, b.Rest().End, b.extra().reach) }

// Source returns the block's own text.
func (b *Block) Source() string { return b.Slice(b.Span) }

// Slice returns the text under s, as far as the text reaches.
func (b *Block) Slice(s Span) string {
	end := min(max(s.End, 0), len(b.Text))
	return b.Text[min(max(s.Start, 0), end):end]
}
