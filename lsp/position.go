package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// encoding is the unit of a character offset in a position.
type encoding = protocol.PositionEncodingKind

const (
	utf8Encoding  = protocol.PositionEncodingKindUTF8
	utf16Encoding = protocol.PositionEncodingKindUTF16
	utf32Encoding = protocol.PositionEncodingKindUTF32
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
