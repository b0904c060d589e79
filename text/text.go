package text

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/sumtree"
)

// A Text is an immutable text. The zero value is the empty text.
type Text struct {
	chunks sumtree.Tree[chunk, size]
	// whole is the text if it is one string, as it is until it is edited.
	whole *string
	// kept is the total length of the long strings that chunks may refer to.
	kept int
}

// New returns the text s, without copying it. It reads s once.
func New(s string) Text {
	if s == "" {
		return Text{}
	}
	w := windowOn(s)
	chunks := make([]chunk, w.count())
	const some = 1 << 10 // the number of chunks that are counted together
	cores.Each((len(chunks)+some-1)/some, func(k int) {
		first := k * some
		for piece := range w.pieces(first) {
			chunks[first] = piece.chunk()
			if first++; first == (k+1)*some {
				break
			}
		}
	})
	return Text{sumtree.Of(chunks...), w.source, len(s)}
}

// Len returns the number of bytes, in O(1).
func (t Text) Len() int { return t.chunks.Summary().bytes }

// Lines returns the number of lines: the number of line ends plus one, in O(1).
func (t Text) Lines() int { return t.chunks.Summary().lines + 1 }

// String returns the text as one string. It copies the text unless it is unchanged
// since [New].
func (t Text) String() string { return t.Slice(0, t.Len()) }

// Slice returns the bytes from start to end. It copies them unless they are adjacent in
// one of the strings that the text was made of.
func (t Text) Slice(start, end int) string {
	var first string
	for piece := range t.Chunks(start, end) {
		first = piece
		break
	}
	if len(first) == end-start {
		return first
	}
	var b strings.Builder
	b.Grow(end - start)
	for piece := range t.Chunks(start, end) {
		b.WriteString(piece)
	}
	return b.String()
}

// check panics if the range is out of range.
func (t Text) check(start, end int) {
	if start < 0 || end < start || end > t.Len() {
		panic(fmt.Sprintf("text: range from %d to %d of a text of %d bytes", start, end, t.Len()))
	}
}

// after returns a predicate that is reached at the chunk with the byte at the offset.
func after(offset int) func(size) bool {
	return func(sum size) bool { return sum.bytes > offset }
}

// upTo returns a predicate that is reached at the chunk with the byte before the
// offset.
func upTo(offset int) func(size) bool {
	return func(sum size) bool { return sum.bytes >= offset }
}
