package lsp

import (
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// units returns the encoding of columns for a client's encoding of positions.
func units(enc encoding) text.Encoding {
	switch enc {
	case utf8Encoding:
		return text.UTF8
	case utf32Encoding:
		return text.UTF32
	}
	return text.UTF16
}

// positionIn returns the position of a byte offset of a text.
func positionIn(t text.Text, offset int, enc encoding) protocol.Position {
	return onWire(t.Position(offset, units(enc)))
}

// onWire returns a position as the protocol writes it.
func onWire(p text.Position) protocol.Position {
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Column)}
}

// rangeIn returns the range of a span of a text.
func rangeIn(t text.Text, span xmlcall.Span, enc encoding) protocol.Range {
	r := protocol.Range{Start: positionIn(t, span.Start, enc)}
	if r.End = r.Start; span.End > span.Start {
		r.End = positionIn(t, span.End, enc)
	}
	return r
}

// A counter finds the positions of many offsets of a text: each from the previous one, if
// that is shortly before it in the text.
type counter struct {
	text  text.Text
	units text.Encoding

	at       int // the last offset
	position text.Position

	beside string // a part of the text
	start  int    // of the part
}

func newCounter(t text.Text, enc encoding) *counter { return &counter{text: t, units: units(enc)} }

// near is the distance, in bytes, up to which counting is faster than looking up.
const near = 2048

// slice returns the bytes from start to end, which are mostly next to the last ones: finding
// them in the text costs as much as counting.
func (c *counter) slice(start, end int) string {
	if start < c.start || end > c.start+len(c.beside) {
		c.start, c.beside = start, c.text.Slice(start, min(max(end, start+4*near), c.text.Len()))
	}
	return c.beside[start-c.start : end-c.start]
}

// of returns the position of an offset.
func (c *counter) of(offset int) protocol.Position {
	from := c.at
	if offset < from || offset > from+near {
		from = max(0, offset-utf8.UTFMax)
	}
	// Including the whole next character, which may contain the offset.
	beside := c.slice(from, min(offset+utf8.UTFMax, c.text.Len()))
	switch {
	case !text.HasPosition(beside, offset-from):
		return onWire(c.text.Position(offset, c.units)) // counting from there is not possible
	case from == c.at:
		c.position = c.position.After(beside[:offset-from], c.units)
	default:
		c.position = c.text.Position(offset, c.units)
	}
	c.at = offset
	return onWire(c.position)
}

// rangeOf returns the range of a span.
func (c *counter) rangeOf(span xmlcall.Span) protocol.Range {
	r := protocol.Range{Start: c.of(span.Start)}
	r.End = c.of(span.End)
	return r
}
