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
	from, to, windows := t.around(start, end, replacement)
	windows = arrange(windows)
	chunks := make([]chunk, len(windows))
	for i, w := range windows {
		chunks[i] = w.chunk()
	}
	spliced := Text{chunks: t.chunks.Splice(after(from), after(to), chunks...), kept: t.kept}
	if len(replacement) > chunkSize {
		spliced.kept += len(replacement)
	}
	if spliced.kept > 2*spliced.Len()+slack {
		return New(strings.Clone(spliced.String()))
	}
	return spliced
}

// around returns where the chunks that an edit changes or touches start and end, and their new
// content: the parts of chunks that stay, and the replacement between them. A part too short for a
// chunk also brings its neighbor in.
func (t Text) around(start, end int, replacement string) (from, to int, windows []window) {
	from, to, windows = start, end, make([]window, 0, 5)
	if start > 0 {
		before, c, _ := t.chunks.Seek(upTo(start))
		from = before.bytes
		part := c.window().cut(0, start-from)
		if part.len() < minChunk() && from > 0 {
			before, c, _ = t.chunks.Seek(upTo(from))
			from = before.bytes
			windows = append(windows, c.window())
		}
		windows = append(windows, part)
	}
	if len(replacement) > chunkSize {
		windows = append(windows, windowOn(replacement))
	} else if replacement != "" {
		windows = append(windows, windowOn(strings.Clone(replacement))) // it may be part of a large string
	}
	if end < t.Len() {
		before, c, _ := t.chunks.Seek(after(end))
		to = before.bytes + int(c.bytes)
		part := c.window().cut(end-before.bytes, int(c.bytes))
		windows = append(windows, part)
		if part.len() < minChunk() && to < t.Len() {
			_, c, _ = t.chunks.Seek(after(to))
			to += int(c.bytes)
			windows = append(windows, c.window())
		}
	}
	return from, to, windows
}

// arrange makes windows for chunks from the given ones: none too long, none too short
// if there are several, and no border inside a character or a CR LF.
func arrange(windows []window) []window {
	if len(windows) > 1 && total(windows) <= chunkSize {
		return []window{windowOn(join(windows...))}
	}
	var list []window
	for _, long := range windows {
		for w := range long.pieces(0) {
			last := len(list) - 1
			if last < 0 || list[last].len() >= minChunk() && w.len() >= minChunk() && !list[last].divided(w) {
				list = append(list, w)
				continue
			}
			joined := windowOn(join(list[last], w))
			list = list[:last]
			for w := range joined.pieces(0) {
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
