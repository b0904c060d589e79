package xmlcall

import (
	"cmp"
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

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
	// Form says how the block was delimited.
	Form Form
	// Tokens tile Span in order.
	Tokens []Token
	// Elements are the block's elements in document order; Elements[0] is the
	// tool element. An element's parent stands before it.
	Elements []Element
	// Attributes are the attributes of all start tags in document order.
	Attributes []Attribute
	// Problems are the facts recorded about the block, by position: of very many
	// the first MaxProblems or so, see More.
	Problems []Problem
	// More reports that there are further problems, which are not recorded. What
	// has problems by the thousand is no call with slips in it, but a program's
	// or a page's text, or no text at all, and wants mending as a whole. The
	// verdict does not depend on it.
	More bool
	// Rest is the text behind the block that still belongs to the call its
	// author meant, because a </tool> inside a value cut the block short: from
	// Span.End to behind the </tool> that was meant. Empty in any other case.
	Rest Span

	root     int // the element that holds the envelope; see Envelope
	verdict  Verdict
	repaired Span // the first place that the ampersand repair mends, if not empty
	reach    int  // see Reach
}

// Reach returns the offset in Text, after the block's own bytes, up to which the
// text decides how the block is read: at least Span.End and Rest.End. What is at
// or after it may be anything, and the block is read as it is. It is len(Text)
// where more text could make another block of this one.
func (b *Block) Reach() int { return max(b.Span.End, b.Rest.End, b.reach) }

// Source returns the block's own text.
func (b *Block) Source() string { return b.Slice(b.Span) }

// Slice returns the text under s, as far as the text reaches.
func (b *Block) Slice(s Span) string {
	end := min(max(s.End, 0), len(b.Text))
	return b.Text[min(max(s.Start, 0), end):end]
}

// TokenKind is the kind of a [Token].
type TokenKind uint8

const (
	// Text is character data up to the next markup. The references in it are
	// listed by [Block.References]; everything else stands for itself, except
	// that CR LF and CR are read as LF. An ampersand or '<' that should have
	// been escaped is part of the token and recorded as a problem.
	//
	// References are no tokens of their own: code has one every few dozen
	// bytes, and most readers want the text.
	Text TokenKind = iota
	// StartTag is a start tag or an empty-element tag. Inner is the name.
	StartTag
	// EndTag is an end tag. Inner is the name.
	EndTag
	// CDATA is a CDATA section. Inner is its content.
	CDATA
	// Comment is a comment. Inner is its content.
	Comment
	// ProcInst is a processing instruction or an XML declaration. Inner is the
	// target.
	ProcInst
	// Directive is a markup declaration such as <!DOCTYPE html>. Inner is what
	// stands between "<!" and '>'.
	Directive
)

// A Token is one lexical piece of a block.
type Token struct {
	Kind TokenKind
	// Span is the token's bytes.
	Span Span
	// Inner is the part of Span that Kind describes.
	Inner Span
	// Element is the index in Block.Elements of the element the token belongs
	// to: for a tag that starts or ends an element that element, for any other
	// token the innermost element around it. A stray end tag belongs to the
	// element it stands in.
	Element int
}

// A Reference is an entity or character reference that XML can read, such as
// &amp; or &#38;.
type Reference struct {
	// Span is the reference, from the '&' to behind the ';'.
	Span Span
	// Text is what it stands for.
	Text string
}

// References returns the references in a Text token of the block, in order;
// for any other token, and for nil, none.
func (b *Block) References(t *Token) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		if t == nil || t.Kind != Text || t.Span.Start < 0 || t.Span.End > len(b.Text) {
			return
		}
		s := b.Text[:t.Span.End]
		for i := lex.NextByte(s, t.Span.Start, '&'); i < len(s); {
			kind, end, text := lex.Reference(s, i)
			if kind == lex.RefValid && !yield(Reference{Span{i, end}, text}) {
				return
			}
			i = lex.NextByte(s, end, '&')
		}
	}
}

// An Element is one element of a block's tree.
type Element struct {
	// Name is the element's name as written, with its prefix if it has one.
	Name string
	// Start is the span of the start tag.
	Start Span
	// End is the span of the end tag. It is empty, and stands where the
	// element ends, for an empty-element tag and for an element that was never
	// closed.
	End Span
	// Parent is the index of the parent in Block.Elements, -1 for the tool
	// element.
	Parent int
	// First and Last are the indexes in Block.Tokens of the element's first
	// and last token, both inclusive.
	First, Last int
	// SelfClosing reports an empty-element tag, <name/>.
	SelfClosing bool
	// Unclosed reports that no end tag was found.
	Unclosed bool
}

// Local returns the name without its prefix, which is what the runtime
// compares.
func (e *Element) Local() string { return lex.Local(e.Name) }

// isLocal reports whether the name without its prefix is the given one. Nearly
// no name has one.
func (e *Element) isLocal(local string) bool {
	return e.Name == local || len(e.Name) > len(local)+1 && e.Local() == local
}

// Content returns the span between the start tag and the end tag.
func (e *Element) Content() Span { return Span{e.Start.End, e.End.Start} }

// Span returns the span from the start tag to the end tag, tags included.
func (e *Element) Span() Span { return Span{e.Start.Start, e.End.End} }

// An Attribute is one attribute of a start tag. The runtime ignores them all.
type Attribute struct {
	// Span is the whole attribute, Name its name, Value the value without its
	// quotes (empty where there is none).
	Span, Name, Value Span
	// Element is the index of the element in Block.Elements.
	Element int
}

// AttributesOf returns the attributes of the element with the given index in
// b.Elements, as a part of b.Attributes.
func (b *Block) AttributesOf(element int) []Attribute {
	order := func(a Attribute, element int) int { return cmp.Compare(a.Element, element) }
	from, _ := slices.BinarySearchFunc(b.Attributes, element, order)
	to := from
	for to < len(b.Attributes) && b.Attributes[to].Element == element {
		to++
	}
	return b.Attributes[from:to:to]
}
