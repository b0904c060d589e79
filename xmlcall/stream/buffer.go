package stream

import "strings"

// A callBuffer collects a call that arrives in pieces. Its beginning is kept as one
// string, in which the tool's name is looked for while the rest arrives. The rest is
// kept in pieces: growing one string to ten megabytes would copy every byte several
// times and need room for two and a half of it.
type callBuffer struct {
	head   strings.Builder
	pieces [][]byte
	size   int
}

// headSize is the number of bytes kept as one string, and the size of a piece. Tests
// make it smaller.
var headSize = 64 << 10

// write appends a copy of p.
func (b *callBuffer) write(p []byte) {
	b.size += len(p)
	n := min(len(p), max(0, headSize-b.head.Len()))
	b.head.Write(p[:n])
	for p = p[n:]; len(p) > 0; p = p[n:] {
		last := len(b.pieces) - 1
		if last < 0 || len(b.pieces[last]) == headSize {
			b.pieces = append(b.pieces, make([]byte, 0, headSize))
			last++
		}
		n = min(len(p), headSize-len(b.pieces[last]))
		b.pieces[last] = append(b.pieces[last], p[:n]...)
	}
}

// text returns everything that was written. The string has no spare capacity: blocks
// keep it alive.
func (b *callBuffer) text() string {
	if len(b.pieces) == 0 && b.head.Cap()-b.size <= b.size/4 {
		return b.head.String()
	}
	var w strings.Builder
	w.Grow(b.size)
	w.WriteString(b.head.String())
	for _, p := range b.pieces {
		w.Write(p)
	}
	return w.String()
}

func (b *callBuffer) reset() { *b = callBuffer{} }
