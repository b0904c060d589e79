package xmlcall

import (
	"iter"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// TokenKind is the kind of a [Token].
type TokenKind uint8

const (
	// Text is character data up to the next markup. The references in it are listed by
	// [Block.References]; all other text is literal, except that CR LF and CR are read
	// as LF. An ampersand or '<' that should have been escaped is part of the token and
	// recorded as a problem.
	//
	// References are not tokens of their own: code has one every few dozen bytes, and
	// most readers want the text.
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
	// Directive is a markup declaration such as <!DOCTYPE html>. Inner is the text
	// between "<!" and '>'.
	Directive
)

// A TokenID names a token of a block: it is its index in [Block.Tokens].
type TokenID int32

// A Token is one lexical piece of a block. It is small: for a short call, writing the tree to memory is
// most of the work.
type Token struct {
	start, end int32 // see Span
	from, to   int32 // see Inner
	element    ElementID
	kind       TokenKind
}

// Kind returns the kind of the token.
func (t Token) Kind() TokenKind { return t.kind }

// Span returns the token's bytes.
func (t Token) Span() Span { return Span{int(t.start), int(t.end)} }

// Inner returns the part of Span that the kind describes.
func (t Token) Inner() Span { return Span{int(t.from), int(t.to)} }

// Element returns the element that the token belongs to: for a tag that starts or ends
// an element, that element; for any other token, the innermost element around it. A
// stray end tag belongs to the element that it is in, and text after the tool element
// to the tool element.
func (t Token) Element() ElementID { return t.element }

// A Reference is an entity or character reference that XML can read, such as
// &amp; or &#38;.
type Reference struct {
	// Span is the reference, from the '&' to after the ';'.
	Span Span
	// Text is the text that it represents.
	Text string
}

// References returns the references in a Text token of the block, in order, and nil for
// any other token.
func (b *Block) References(t Token) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		if t.Kind() != Text || t.Span().End > len(b.Text) {
			return
		}
		s := b.Text[:t.Span().End]
		for i := lex.NextByte(s, t.Span().Start, '&'); i < len(s); {
			kind, end, text := lex.Reference(s, i)
			if kind == lex.RefValid && !yield(Reference{Span{i, end}, text}) {
				return
			}
			i = lex.NextByte(s, end, '&')
		}
	}
}

// ReferenceAt reads the reference that starts at an offset of text, where an '&' is; elsewhere
// it returns an empty Reference. ok reports whether the strict parser reads it; then
// Reference.Text is the text that it represents. Otherwise problem is what is wrong with it,
// and Reference.Span is the '&' alone for a [BareAmpersand].
func ReferenceAt(text string, offset int) (ref Reference, problem ProblemKind, ok bool) {
	if offset < 0 || offset >= len(text) || text[offset] != '&' {
		return Reference{}, BareAmpersand, false
	}
	kind, end, decoded := lex.Reference(text, offset)
	ref = Reference{Span{offset, end}, decoded}
	if kind == lex.RefTooLarge { // which the repair leaves alone
		ref.Span.End = offset + 1
		return ref, BareAmpersand, false
	}
	return ref, referenceProblems[kind], kind == lex.RefValid
}

// Repair returns text with every '&' that does not start one of the five predefined
// entities or a character reference (&#digits; or &#xhex;) replaced by "&amp;". It is
// the runtime's own repair, byte for byte: it does not recognize CDATA sections and
// comments and rewrites them too. It returns text itself if there is nothing to
// replace.
//
// ADR-0024 (fallback) prints a pattern with a look-ahead, which Go's regexp does not
// support; the runtime does what is described here.
func Repair(text string) string { return lex.Repair(text) }
