package text

import "iter"

// chunkSize is the maximum length of a chunk in bytes (and up to three more, so that a
// character is not split). An edit copies and counts a chunk or two, and each chunk
// takes about 31 bytes: half the size makes a keystroke a third cheaper and the
// overhead 3 % instead of 1.5 %, twice the size makes it a fifth more expensive. It is
// a variable because tests use small chunks.
var chunkSize = 2048

// minChunk is the minimum length of a chunk in bytes, unless it is the only one. It is
// never less than three, so that the text before or after a chunk does not affect the
// border on its other side.
func minChunk() int { return max(3, chunkSize/4) }

// A chunk is a window on a source, and its size, whose fields fit into 16 bits each.
type chunk struct {
	source                     *string
	start                      int
	bytes, lines, utf16, runes uint16
}

// Summary returns the size of the chunk.
func (c chunk) Summary() size {
	return size{int(c.bytes), int(c.lines), int(c.utf16), int(c.runes)}
}

func (c chunk) text() string { return c.window().text() }

func (c chunk) window() window { return window{c.source, c.start, c.start + int(c.bytes)} }

// A window is a range of a source.
type window struct {
	source     *string
	start, end int
}

// windowOn returns the window on all of s.
func windowOn(s string) window { return window{&s, 0, len(s)} }

func (w window) len() int { return w.end - w.start }

func (w window) text() string {
	if w.source == nil {
		return ""
	}
	return (*w.source)[w.start:w.end]
}

// cut returns the window's range from start to end.
func (w window) cut(start, end int) window { return window{w.source, w.start + start, w.start + end} }

// extends reports whether next continues w, so that both are one window.
func (w window) extends(next window) bool { return w.source == next.source && w.end == next.start }

// chunk returns the window as a chunk, with its size. The window must be short.
func (w window) chunk() chunk {
	size := sizeOf(w.text())
	return chunk{w.source, w.start, uint16(size.bytes), uint16(size.lines), uint16(size.utf16), uint16(size.runes)}
}

// pieces cuts a window into windows of about the same length, none longer than a chunk may
// be, and yields those after the first ones.
func (w window) pieces(first int) iter.Seq[window] {
	return func(yield func(window) bool) {
		s, n := w.text(), w.count()
		for i := first; i < n; i++ {
			if !yield(w.cut(border(s, len(s)*i/n), border(s, len(s)*(i+1)/n))) {
				return
			}
		}
	}
}

// count returns the number of pieces.
func (w window) count() int { return (w.len() + chunkSize - 1) / chunkSize }

// divided reports whether a character or a CR LF is split between the end of w and the
// start of next. Both must be at least three bytes long.
func (w window) divided(next window) bool {
	a, b := w.text(), next.text()
	var around [6]byte
	copy(around[:3], a[len(a)-3:])
	copy(around[3:], b[:3])
	return border(string(around[:]), 3) != 3
}
