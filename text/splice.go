package text

import "strings"

// slack is the number of bytes beyond twice its length that a text may keep alive.
const slack = 64 << 10

// Splice returns the text in which the bytes from start to end are replaced, in time
// O(log n) plus the length of the replacement.
func (t Text) Splice(start, end int, replacement string) Text {
	t.check(start, end)
	if start == end && replacement == "" {
		return t
	}
	if end-start == t.Len() {
		return New(replacement)
	}
	a := t.around(start, end, replacement)
	chunks := a.chunks()
	spliced := Text{chunks: t.chunks.Splice(after(a.from), after(a.to), chunks...), kept: t.kept}
	if len(replacement) > chunkSize {
		spliced.kept += len(replacement)
	}
	if spliced.kept > 2*spliced.Len()+slack {
		return New(strings.Clone(spliced.String()))
	}
	return spliced
}

// An area is the part of a text that an edit changes: the chunks that it cuts or
// touches.
type area struct {
	from, to    int   // the offsets of the area's start and end
	left, right chunk // its first and last chunk; empty at the start and the end of the text
	windows     []window
}

// around returns the area of an edit with its new content: the parts of chunks that
// stay, and the replacement between them. A part too short for a chunk also brings its
// neighbor into the area.
func (t Text) around(start, end int, replacement string) area {
	a := area{from: start, to: end, windows: make([]window, 0, 5)}
	if start > 0 {
		before, c, _ := t.chunks.Seek(upTo(start))
		a.left, a.from = c, before.bytes
		part := c.window().cut(0, start-a.from)
		if part.len() < minChunk() && a.from > 0 {
			before, c, _ = t.chunks.Seek(upTo(a.from))
			a.left, a.from = c, before.bytes
			a.windows = append(a.windows, c.window())
		}
		a.windows = append(a.windows, part)
	}
	if len(replacement) > chunkSize {
		a.windows = append(a.windows, windowOn(replacement))
	} else if replacement != "" {
		a.windows = append(a.windows, windowOn(strings.Clone(replacement))) // it may be part of a large string
	}
	if end < t.Len() {
		before, c, _ := t.chunks.Seek(after(end))
		a.right, a.to = c, before.bytes+int(c.bytes)
		part := c.window().cut(end-before.bytes, int(c.bytes))
		a.windows = append(a.windows, part)
		if part.len() < minChunk() && a.to < t.Len() {
			_, c, _ = t.chunks.Seek(after(a.to))
			a.right, a.to = c, a.to+int(c.bytes)
			a.windows = append(a.windows, c.window())
		}
	}
	return a
}

// chunks returns the new chunks of the area. It removes unchanged chunks from the area,
// so that typing at a border changes the chunk on one side only.
func (a *area) chunks() []chunk {
	windows := arrange(a.windows)
	if windows[0] == a.left.window() {
		windows = windows[1:]
		a.from += int(a.left.bytes)
	}
	if last := len(windows) - 1; last >= 0 && windows[last] == a.right.window() {
		windows = windows[:last]
		a.to -= int(a.right.bytes)
	}
	chunks := make([]chunk, len(windows))
	for i, w := range windows {
		chunks[i] = w.chunk()
	}
	return chunks
}

// arrange makes windows for chunks from the given ones: none too long, none too short
// if there are several, and no border inside a character or a CR LF.
func arrange(windows []window) []window {
	if len(windows) > 1 && total(windows) <= chunkSize {
		return []window{windowOn(join(windows...))}
	}
	var list []window
	for _, long := range windows {
		for w := range long.pieces() {
			last := len(list) - 1
			if last < 0 || list[last].len() >= minChunk() && w.len() >= minChunk() && !list[last].divided(w) {
				list = append(list, w)
				continue
			}
			joined := windowOn(join(list[last], w))
			list = list[:last]
			for w := range joined.pieces() {
				list = append(list, w)
			}
		}
	}
	return list
}

func total(windows []window) int {
	n := 0
	for _, w := range windows {
		n += w.len()
	}
	return n
}

// join copies windows into one string.
func join(windows ...window) string {
	var b strings.Builder
	b.Grow(total(windows))
	for _, w := range windows {
		b.WriteString(w.text())
	}
	return b.String()
}
