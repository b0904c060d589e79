package text

import (
	"iter"
	"strings"
)

// Chunks iterates over the bytes from start to end in pieces, in order. No piece is
// empty or copied, and consecutive bytes of one string are one piece: a text that was
// never edited is a single piece.
func (t Text) Chunks(start, end int) iter.Seq[string] {
	t.check(start, end)
	return func(yield func(string) bool) {
		if start == end {
			return
		}
		if t.whole != nil {
			yield((*t.whole)[start:end])
			return
		}
		var piece window
		for before, c := range t.chunks.From(after(start)) {
			next := c.window().cut(max(start-before.bytes, 0), min(end-before.bytes, int(c.bytes)))
			switch {
			case piece.extends(next):
				piece.end = next.end
			case piece.len() > 0 && !yield(piece.text()):
				return
			default:
				piece = next
			}
			if before.bytes+int(c.bytes) >= end {
				break
			}
		}
		yield(piece.text())
	}
}

// Index returns the offset of the first occurrence of sub that starts at from or after
// it, or -1. It does not copy the text.
func (t Text) Index(from int, sub string) int { return t.IndexIn(from, t.Len(), sub) }

// IndexIn returns the offset of the first occurrence of sub that lies within the range
// from start to end, or -1.
func (t Text) IndexIn(start, end int, sub string) int {
	t.check(start, end)
	if sub == "" {
		return start
	}
	at := start
	for piece := range t.Chunks(start, end) {
		if i := strings.Index(piece, sub); i >= 0 {
			return at + i
		}
		// A match that begins in this piece and continues in the next.
		for i := max(0, len(piece)-len(sub)+1); i < len(piece); i++ {
			skip := strings.IndexByte(piece[i:], sub[0])
			if skip < 0 {
				break
			}
			if i += skip; t.crosses(piece[i:], at+len(piece), end, sub) {
				return at + i
			}
		}
		at += len(piece)
	}
	return -1
}

// crosses reports whether sub begins with head and continues with the text from start,
// up to at most end. sub is longer than head.
func (t Text) crosses(head string, start, end int, sub string) bool {
	rest, ok := strings.CutPrefix(sub, head)
	if !ok || len(rest) > end-start {
		return false
	}
	for piece := range t.Chunks(start, start+len(rest)) {
		if !strings.HasPrefix(rest, piece) {
			return false
		}
		rest = rest[len(piece):]
	}
	return true
}
