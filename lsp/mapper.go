package lsp

import (
	"slices"
	"sort"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

// mapper converts between byte offsets into a text and the client's positions.
// It is immutable; an edit makes a new one.
//
// A line ends with "\n", "\r\n" or a lone "\r". A text of n line ends has n+1
// lines, the last of which may be empty. Bytes that are not valid UTF-8 count
// as one unit each, in every encoding.
type mapper struct {
	text     string
	encoding encoding
	// starts are the offsets of the first byte of each line, in order;
	// starts[0] is 0. 32 bits, since a message is smaller than 1 GiB.
	starts []uint32
}

func newMapper(text string, enc encoding) *mapper {
	return &mapper{text: text, encoding: enc, starts: appendStarts([]uint32{0}, text, 1, len(text))}
}

// appendStarts appends the line starts among the offsets first to last,
// inclusive. Whether a line starts at an offset depends only on the byte
// before and the byte at it.
func appendStarts(starts []uint32, text string, first, last int) []uint32 {
	for i := first; i <= last; i++ {
		switch text[i-1] {
		case '\n':
			starts = append(starts, uint32(i))
		case '\r':
			if i == len(text) || text[i] != '\n' {
				starts = append(starts, uint32(i))
			}
		}
	}
	return starts
}

// splice returns the mapper of the text in which the bytes from start to end
// are replaced. Only the new bytes are scanned; the lines behind them are
// moved.
func (m *mapper) splice(start, end int, replacement string) *mapper {
	text := m.text[:start] + replacement + m.text[end:]
	shift := len(replacement) - (end - start)

	// A start before start, or after end, has both its bytes in a part that
	// stays. Those from start to end are found anew.
	before := sort.Search(len(m.starts), func(i int) bool { return int(m.starts[i]) >= max(start, 1) })
	after := sort.Search(len(m.starts), func(i int) bool { return int(m.starts[i]) > max(end, 0) })
	after = max(after, before)

	starts := make([]uint32, before, len(m.starts)+len(replacement)/32+1)
	copy(starts, m.starts[:before])
	starts = appendStarts(starts, text, max(start, 1), start+len(replacement))
	moved := len(starts)
	starts = append(starts, m.starts[after:]...)
	for i := moved; i < len(starts); i++ {
		starts[i] = uint32(int(starts[i]) + shift)
	}
	return &mapper{text: text, encoding: m.encoding, starts: starts}
}

// line returns the line in which the byte at offset stands, 0-based.
func (m *mapper) line(offset int) int {
	after, _ := slices.BinarySearchFunc(m.starts, offset, func(start uint32, offset int) int {
		if int(start) <= offset {
			return -1
		}
		return 1
	})
	return after - 1
}

// bounds returns the offsets at which a line starts, and at which its text
// ends and the line end begins.
func (m *mapper) bounds(line int) (start, end int) {
	start = int(m.starts[line])
	if line+1 == len(m.starts) {
		return start, len(m.text)
	}
	end = int(m.starts[line+1]) - 1
	if m.text[end] == '\n' && end > start && m.text[end-1] == '\r' {
		end--
	}
	return start, end
}

// align returns the largest offset not after offset that has a position: not
// inside a character, and not inside or behind a line end.
func (m *mapper) align(offset int) (aligned, line int) {
	offset = min(max(offset, 0), len(m.text))
	offset = runeStart(m.text, offset)
	line = m.line(offset)
	_, end := m.bounds(line)
	return min(offset, end), line
}

// runeStart returns the start of the character that offset is inside of, and
// offset itself if it is at a boundary.
func runeStart(text string, offset int) int {
	if offset >= len(text) || utf8.RuneStart(text[offset]) {
		return offset
	}
	for start := offset - 1; start >= max(0, offset-utf8.UTFMax+1); start-- {
		if utf8.RuneStart(text[start]) {
			if _, size := utf8.DecodeRuneInString(text[start:]); start+size > offset {
				return start
			}
			return offset
		}
	}
	return offset
}

// units returns the length of a text in the client's units.
func (m *mapper) units(text string) int {
	switch m.encoding {
	case utf8Encoding:
		return len(text)
	case utf32Encoding:
		return utf8.RuneCountInString(text)
	}
	n := 0
	for _, r := range text {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// offset returns the byte offset of a position. A line behind the last is the
// end of the text, a character behind the end of the line is the end of the
// line, and one inside a character is its start.
func (m *mapper) offset(line, character int64) int {
	if line >= int64(len(m.starts)) {
		return len(m.text)
	}
	start, end := m.bounds(int(line))
	if character >= int64(end-start) && m.encoding == utf8Encoding {
		return end
	}
	if m.encoding == utf8Encoding {
		return runeStart(m.text, start+int(character))
	}
	for i, r := range m.text[start:end] {
		width := int64(1)
		if r > 0xFFFF && m.encoding == utf16Encoding {
			width = 2
		}
		if character < width {
			return start + i
		}
		character -= width
	}
	return end
}

// position returns the position of a byte offset.
func (m *mapper) position(offset int) protocol.Position {
	c := m.cursor()
	return c.position(offset)
}

// cursor returns a cursor at the start of the text.
func (m *mapper) cursor() *cursor { return &cursor{m: m} }

// cursor converts many offsets of one text. It counts from the offset that it
// converted last, because a transcript can be one line of megabytes with a
// thousand findings, and counting from the start of the line each time would be
// quadratic.
type cursor struct {
	m *mapper
	// The place converted last: its line, its offset in bytes, and its distance
	// from the start of the line in the client's units.
	line, offset, units int
}

func (c *cursor) position(offset int) protocol.Position {
	offset, line := c.m.align(offset)
	start, _ := c.m.bounds(line)
	switch {
	case line != c.line:
		c.units = c.m.units(c.m.text[start:offset])
	case offset >= c.offset:
		c.units += c.m.units(c.m.text[c.offset:offset])
	default:
		c.units -= c.m.units(c.m.text[offset:c.offset])
	}
	c.line, c.offset = line, offset
	return protocol.Position{Line: uint32(c.line), Character: uint32(c.units)}
}

// span returns the range between two byte offsets.
func (c *cursor) span(start, end int) protocol.Range {
	return protocol.Range{Start: c.position(start), End: c.position(end)}
}
