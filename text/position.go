package text

import (
	"strings"
	"unicode/utf8"
)

// An Encoding is the unit of a column.
type Encoding uint8

const (
	// UTF8 counts bytes.
	UTF8 Encoding = iota
	// UTF16 counts UTF-16 code units, two for a character outside the BMP. It is the
	// default of the Language Server Protocol.
	UTF16
	// UTF32 counts characters (code points).
	UTF32
)

// A Position is a place in a text as people and editors see it, 0-based.
type Position struct {
	Line   int
	Column int // in the units of the encoding that was given
}

// Position returns the position of an offset, in O(log n). An offset inside a character
// has the position of its start, one inside a CR LF that of the end of the line, and
// one outside the text that of its start or end.
func (t Text) Position(offset int, enc Encoding) Position {
	at, head := t.locate(offset)
	line := at.lines + countLines(head)
	if i := lastLine(head); i > 0 {
		return Position{line, unitsOf(head[i:], enc)}
	}
	start, rest := t.lineStart(line)
	return Position{line, at.units(enc) + unitsOf(head, enc) - start.units(enc) - unitsOf(rest, enc)}
}

// Offset returns the offset of a position, in O(log n), and whether the text has
// exactly that position. A column past the end of the line becomes the end of its text,
// one inside a character the start of that character. A line past the last becomes the
// end of the text; a negative line or column becomes the start of the text or of the
// line.
func (t Text) Offset(pos Position, enc Encoding) (offset int, ok bool) {
	switch {
	case pos.Line < 0:
		return 0, false
	case pos.Line >= t.Lines():
		return t.Len(), false
	case pos.Column < 0:
		return t.LineStart(pos.Line), false
	}
	start, head := t.lineStart(pos.Line)
	end, tail := t.lineEnd(pos.Line)
	first := start.units(enc) + unitsOf(head, enc)
	if length := end.units(enc) + unitsOf(tail, enc) - first; pos.Column >= length {
		return end.bytes + len(tail), pos.Column == length
	}
	units := first + pos.Column
	before, c, _ := t.chunks.Seek(func(sum size) bool { return sum.units(enc) > units })
	i, ok := offsetOf(c.text(), units-before.units(enc), enc)
	return before.bytes + i, ok
}

// Line returns the offset of the start of a line, the offset of the end of its text,
// where its line end begins, and the offset of the start of the next line; the last two
// are equal for the last line. A line past the last is empty, at the end of the text; a
// negative one is treated as the first.
func (t Text) Line(line int) (start, end, next int) {
	line = min(max(line, 0), t.Lines())
	before, tail := t.lineEnd(line)
	return t.LineStart(line), before.bytes + len(tail), t.LineStart(line + 1)
}

// LineStart returns the offset of the first byte of a line: the length of the text for
// a line past the last, and 0 for a negative one.
func (t Text) LineStart(line int) int {
	at, rest := t.lineStart(line)
	return at.bytes + len(rest)
}

// lineStart finds the start of a line: the size of everything before the chunk in which
// the previous line ends, and the part of that chunk before the line.
func (t Text) lineStart(line int) (before size, rest string) {
	if line <= 0 {
		return size{}, ""
	}
	before, c, ok := t.chunks.Seek(func(sum size) bool { return sum.lines >= line })
	if !ok {
		return before, ""
	}
	s, n := c.text(), line-before.lines
	if n == int(c.lines) {
		return before, s[:lastLine(s)]
	}
	return before, s[:nthLine(s, n)]
}

// lineEnd finds the end of the text of a line: the size of everything before the chunk
// with its line end, and the part of that chunk before the line end.
func (t Text) lineEnd(line int) (before size, rest string) {
	if line+1 >= t.Lines() {
		return t.chunks.Summary(), ""
	}
	before, rest = t.lineStart(line + 1)
	if strings.HasSuffix(rest, "\r\n") {
		return before, rest[:len(rest)-2]
	}
	return before, rest[:len(rest)-1]
}

// lastLine returns the offset after the last line end of s, or 0.
func lastLine(s string) int {
	i := len(s)
	for i > 0 && s[i-1] != '\n' && s[i-1] != '\r' {
		i--
	}
	return i
}

// nthLine returns the offset after the n-th line end of s, which must exist.
func nthLine(s string, n int) int {
	at := 0
	if strings.IndexByte(s, '\r') < 0 {
		for range n {
			at += strings.IndexByte(s[at:], '\n') + 1
		}
		return at
	}
	for range n {
		for s[at] != '\n' && s[at] != '\r' {
			at++
		}
		if at++; s[at-1] == '\r' && at < len(s) && s[at] == '\n' {
			at++
		}
	}
	return at
}

// locate finds an offset, rounded to a position: the size of everything before the
// chunk that contains it, and the part of that chunk before it.
func (t Text) locate(offset int) (before size, head string) {
	if offset <= 0 {
		return size{}, ""
	}
	before, c, ok := t.chunks.Seek(after(offset))
	if !ok {
		return before, "" // the end
	}
	s := c.text()
	return before, s[:border(s, offset-before.bytes)]
}

// offsetOf returns the offset of the character of s that contains the unit at an index,
// and whether the unit is the first one of that character.
func offsetOf(s string, unit int, enc Encoding) (offset int, ok bool) {
	if enc == UTF8 {
		offset = runeStart(s, unit)
		return offset, offset == unit
	}
	for i := 0; ; {
		ascii := skipASCII(s[:min(len(s), i+unit)], i)
		unit -= ascii - i
		if i = ascii; unit == 0 {
			return i, true
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		width := 1
		if n == utf8.UTFMax && enc == UTF16 {
			width = 2
		}
		if unit < width {
			return i, false
		}
		unit -= width
		i += n
	}
}

// After returns the position after a string that starts at p. The string must not end
// inside a character, or inside a CR LF.
func (p Position) After(s string, enc Encoding) Position {
	if n := countLines(s); n > 0 {
		return Position{p.Line + n, unitsOf(s[lastLine(s):], enc)}
	}
	return Position{p.Line, p.Column + unitsOf(s, enc)}
}

// HasPosition reports whether an offset of a text has a position: whether it is not
// inside a character or a CR LF.
func HasPosition(s string, offset int) bool {
	return border(s, max(0, offset)) == offset
}
