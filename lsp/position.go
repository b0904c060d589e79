package lsp

import (
	"fmt"
	"math"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// encoding is the unit of a character offset in a position.
type encoding = protocol.PositionEncodingKind

// units are the encodings of columns for those of positions.
var units = map[encoding]text.Encoding{
	protocol.PositionEncodingKindUTF8: text.UTF8, protocol.PositionEncodingKindUTF16: text.UTF16, protocol.PositionEncodingKindUTF32: text.UTF32,
}

// wireRange is a range in the client's encoding.
type wireRange struct {
	Start wirePosition `json:"start"`
	End   wirePosition `json:"end"`
}

// wirePosition is a position in the client's encoding, 0-based. Clients send
// the largest integer of their language for "to the end of the line".
type wirePosition struct {
	Line      int64 `json:"line"`
	Character int64 `json:"character"`
}

// A lined text finds offsets: a [text.Text], or a [text.Pending].
type lined interface {
	Offset(pos text.Position, enc text.Encoding) int
}

// span returns the byte offsets of the range in a text.
func (r wireRange) span(t lined, enc encoding) (start, end int, err error) {
	if start, err = r.Start.in(t, enc); err == nil {
		end, err = r.End.in(t, enc)
	}
	return min(start, end), max(start, end), err
}

// in returns the byte offset of the position in a text.
func (p wirePosition) in(t lined, enc encoding) (offset int, err error) {
	if p.Line < 0 || p.Character < 0 {
		return 0, invalid(fmt.Errorf("negative position %d:%d", p.Line, p.Character))
	}
	return t.Offset(text.Position{
		Line: int(min(p.Line, math.MaxInt32)), Column: int(min(p.Character, math.MaxInt32)),
	}, units[enc]), nil
}

// onWire returns a position as the protocol writes it.
func onWire(p text.Position) protocol.Position {
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Column)}
}

// rangeIn returns the range of a span of a text.
func rangeIn(t text.Text, span xmlcall.Span, enc encoding) protocol.Range {
	start, end := t.Position(span.Start, units[enc]), t.Position(max(span.Start, span.End), units[enc])
	return protocol.Range{Start: onWire(start), End: onWire(end)}
}
