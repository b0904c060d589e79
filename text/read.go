package text

import "iter"

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
			next := c.window().clip(start-before.bytes, end-before.bytes)
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
