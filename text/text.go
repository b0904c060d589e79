package text

import (
	"math"
	"slices"
	"strings"
)

// A Text is an immutable text. The zero value is the empty text.
type Text struct {
	s      string
	starts []uint32 // of all lines but the first, as offsets
	long   *columns // of long lines; nil in the zero value, which has none
}

// New returns the text s, without copying it. It reads s once. Line starts have 32 bits, so it panics
// from 4 GiB on, which is more than any editor opens.
func New(s string) Text {
	if uint64(len(s)) >= math.MaxUint32 {
		panic("text: 4 GiB or more")
	}
	return Text{s, lineStarts(s), &columns{}}
}

// Len returns the number of bytes.
func (t Text) Len() int { return len(t.s) }

// Lines returns the number of lines: the number of line ends plus one.
func (t Text) Lines() int { return len(t.starts) + 1 }

// String returns the text, without copying it.
func (t Text) String() string { return t.s }

// Slice returns the bytes from start to end, without copying them.
func (t Text) Slice(start, end int) string { return t.s[start:end] }

// Splice returns the text in which the bytes from start to end are replaced. Of the lines only
// those of the replacement are looked for.
func (t Text) Splice(start, end int, replacement string) Text {
	p := t.Pending()
	p.Splice(start, end, replacement)
	return p.Text()
}

// Line returns the offset of the start of a line, the offset of the end of its text,
// where its line end begins, and the offset of the start of the next line; the last two
// are equal for the last line. A line past the last is empty, at the end of the text; a
// negative one is treated as the first.
func (t Text) Line(line int) (start, end, next int) {
	line = min(max(line, 0), t.Lines())
	start, next = t.lineStart(line), t.lineStart(line+1)
	end = next
	if line < len(t.starts) {
		end--
		if strings.HasSuffix(t.s[start:next], "\r\n") {
			end--
		}
	}
	return start, end, next
}

// lineStart returns the offset of the start of a line, the end of the text for one past the last.
func (t Text) lineStart(line int) int {
	switch {
	case line == 0:
		return 0
	case line > len(t.starts):
		return len(t.s)
	}
	return int(t.starts[line-1])
}

// lineOf returns the line that contains an offset.
func (t Text) lineOf(offset int) int {
	line, _ := slices.BinarySearch(t.starts, uint32(offset)+1)
	return line
}

// lineStarts returns the offsets of the starts of all lines of s but the first.
func lineStarts(s string) []uint32 {
	n := countLines(s)
	starts := make([]uint32, 0, n)
	next := func(c byte, from int) int {
		if i := strings.IndexByte(s[from:], c); i >= 0 {
			return from + i
		}
		return len(s) + 1
	}
	feed, cr := next('\n', 0), next('\r', 0)
	for range n {
		if cr+1 < feed {
			starts = append(starts, uint32(cr+1))
			cr = next('\r', cr+1)
			continue
		}
		if cr < feed { // "\r\n"
			cr = next('\r', feed)
		}
		starts = append(starts, uint32(feed+1))
		feed = next('\n', feed+1)
	}
	return starts
}

// countLines returns the number of line ends in s.
func countLines(s string) int {
	return strings.Count(s, "\n") + strings.Count(s, "\r") - strings.Count(s, "\r\n")
}
