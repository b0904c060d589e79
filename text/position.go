package text

import (
	"sort"
	"strings"
	"sync"
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

// Position returns the position of an offset. An offset inside a character has the position of
// its start, one inside a CR LF that of the end of the line, and one outside the text that of
// its start or end.
func (t Text) Position(offset int, enc Encoding) Position {
	offset = border(t.s, min(max(offset, 0), len(t.s)))
	line := t.lineOf(offset)
	start := t.lineStart(line)
	from, units := start, 0
	if enc != UTF8 && offset-start > step {
		k := (offset - start) / step
		from, units = stepStart(t.s, start, k), t.long.of(t.s, start, k, enc)[k]
	}
	return Position{line, units + unitsOf(t.s[from:offset], enc)}
}

// Offset returns the offset of a position. A column past the end of the line becomes the end of
// its text, one inside a character the start of that character. A line past the last becomes
// the end of the text; a negative line or column becomes the start of the text or of the line.
func (t Text) Offset(pos Position, enc Encoding) int {
	if pos.Line < 0 {
		return 0
	}
	start, end, _ := t.Line(pos.Line)
	from, column := start, min(max(pos.Column, 0), end-start) // no line has more units than bytes
	if enc != UTF8 && column > step && end-start > step {
		known := t.long.of(t.s, start, (end-start)/step, enc)
		k := sort.SearchInts(known, column+1) - 1
		from, column = stepStart(t.s, start, k), column-known[k]
	}
	return from + offsetOf(t.s[from:end], column, enc)
}

// After returns the position after a string that starts at p. The string must not end
// inside a character, or inside a CR LF.
func (p Position) After(s string, enc Encoding) Position {
	if n := countLines(s); n > 0 {
		last := strings.LastIndexAny(s, "\r\n") + 1
		return Position{p.Line + n, unitsOf(s[last:], enc)}
	}
	return Position{p.Line, p.Column + unitsOf(s, enc)}
}

// HasPosition reports whether an offset of a text has a position: whether it is not
// inside a character or a CR LF.
func HasPosition(s string, offset int) bool {
	return border(s, max(0, offset)) == offset
}

// step is the distance, in bytes, of the places in a long line whose columns are remembered: what
// is counted for one position.
const step = 1 << 10

// columns remembers columns of long lines, as far as they were asked for: a transcript can be one
// line of megabytes with thousands of findings.
type columns struct {
	mu    sync.Mutex
	lines map[longLine][]int // the columns after no steps, after one, two ...
}

type longLine struct {
	start int
	enc   Encoding
}

// of returns the columns after up to n steps in the line of s that starts at an offset.
func (c *columns) of(s string, start, n int, enc Encoding) []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	line := longLine{start, enc}
	known := c.lines[line]
	if len(known) > n {
		return known[:n+1]
	}
	if known == nil {
		known = []int{0}
	}
	for k := len(known); k <= n; k++ {
		between := s[stepStart(s, start, k-1):stepStart(s, start, k)]
		known = append(known, known[k-1]+unitsOf(between, enc))
	}
	if c.lines == nil {
		c.lines = map[longLine][]int{}
	}
	c.lines[line] = known
	return known
}

// stepStart returns the offset after some steps in the line of s that starts at an offset.
func stepStart(s string, start, steps int) int { return runeStart(s, start+steps*step) }
