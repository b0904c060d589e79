// Package lex is the grammar of a call: tags, character data and its references, CDATA
// sections, comments, processing instructions, directives, names, and where a block
// starts and ends. No other package of the module defines any of it.
//
//	block.go      <tool>, </tool>, <thinking>: literal and meant
//	markup.go     what a '<' opens, and reading that as encoding/xml does
//	tag.go        tags and attributes
//	section.go    CDATA sections, and what was meant to open one
//	other.go      comments, processing instructions, directives
//	reference.go  entity and character references, and the ampersand repair
//	chars.go      characters that XML can carry, character data
//	name.go       names, and slips in them
//
// All functions take the whole text and an offset in it, and return offsets in it:
// half-open, 0-based, in bytes. They keep no state, so that the strict, the recovering
// and the streaming readers can share them.
//
// Nearly all tags are read by [PlainTag] and [Closes]; [Tag] reads all of them.
package lex

// A Span is a half-open range of byte offsets, 0-based.
type Span struct {
	Start, End int
}

// Of returns the part of s under the span.
func (p Span) Of(s string) string { return s[p.Start:p.End] }

// Len returns the number of bytes under the span.
func (p Span) Len() int { return p.End - p.Start }

// A Failure is where and why encoding/xml stops. The zero value means no failure.
type Failure struct {
	At     int // offset of the byte at which encoding/xml notices
	Reason string
}

// OK reports whether there is no failure.
func (f Failure) OK() bool { return f.Reason == "" }

// Or returns f, or g if f is the zero value.
func (f Failure) Or(g Failure) Failure {
	if f.OK() {
		return g
	}
	return f
}

// UnexpectedEOF is the reason of a failure at the end of the text.
const UnexpectedEOF = "unexpected EOF"
