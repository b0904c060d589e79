package lsp

import (
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

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
