package text

import (
	"math"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

var encodings = []Encoding{UTF8, UTF16, UTF32}

func TestPositions(t *testing.T) {
	// 😀 is 4 bytes and 2 UTF-16 units, é 2 bytes, \xff is not a character.
	const s = "a😀é\r\nb\rc\n\xff\xf0\x9f&\n"
	forChunkSizes(t, func(t *testing.T) {
		text := New(s)
		for _, test := range []struct {
			offset, line       int
			utf8, utf16, utf32 int
		}{
			{0, 0, 0, 0, 0},
			{1, 0, 1, 1, 1},
			{5, 0, 5, 3, 2},
			{7, 0, 7, 4, 3},
			{9, 1, 0, 0, 0},
			{10, 1, 1, 1, 1},
			{11, 2, 0, 0, 0},
			{12, 2, 1, 1, 1},
			{13, 3, 0, 0, 0},
			{14, 3, 1, 1, 1},
			{16, 3, 3, 3, 3},
			{17, 3, 4, 4, 4},
			{18, 4, 0, 0, 0},
		} {
			for i, column := range []int{test.utf8, test.utf16, test.utf32} {
				want := Position{test.line, column}
				if got := text.Position(test.offset, encodings[i]); got != want {
					t.Errorf("encoding %d: Position(%d) = %v, want %v", i, test.offset, got, want)
				}
				if got, ok := text.Offset(want, encodings[i]); got != test.offset || !ok {
					t.Errorf("encoding %d: Offset(%v) = %d, %t, want %d", i, want, got, ok, test.offset)
				}
			}
		}
	})
}

// TestRounding checks positions and offsets that are not those of a character.
func TestRounding(t *testing.T) {
	const s = "a😀é\r\nb"
	forChunkSizes(t, func(t *testing.T) {
		text := New(s)
		for _, test := range []struct {
			encoding     Encoding
			line, column int
			offset       int
		}{
			{UTF16, 0, 2, 1}, // between the surrogates
			{UTF8, 0, 2, 1},
			{UTF8, 0, 4, 1},
			{UTF8, 0, 6, 5},
			{UTF16, 0, 5, 7}, // past the end of the line
			{UTF16, 0, math.MaxInt, 7},
			{UTF8, 0, math.MaxInt, 7},
			{UTF32, 0, math.MaxUint32, 7},
			{UTF16, 1, 2, 10},
			{UTF16, 2, 0, 10}, // past the last line
			{UTF8, math.MaxInt, 3, 10},
			{UTF8, -1, 3, 0},
			{UTF16, 1, -1, 9},
			{UTF32, math.MinInt, math.MinInt, 0},
		} {
			if got, ok := text.Offset(Position{test.line, test.column}, test.encoding); got != test.offset || ok {
				t.Errorf("encoding %d: Offset(%d:%d) = %d, %t; want %d, false", test.encoding, test.line, test.column, got, ok, test.offset)
			}
		}
		for offset, want := range map[int]Position{
			2: {0, 1}, 3: {0, 1}, 4: {0, 1}, 6: {0, 3}, 8: {0, 4}, // inside 😀, é and \r\n
			-1: {}, 99: {1, 1}, math.MinInt: {}, math.MaxInt: {1, 1},
		} {
			if got := text.Position(offset, UTF16); got != want {
				t.Errorf("Position(%d) = %v, want %v", offset, got, want)
			}
		}
	})
}

func TestLine(t *testing.T) {
	const s = "ab\ncd\r\n\re"
	forChunkSizes(t, func(t *testing.T) {
		text := New(s)
		for line, want := range map[int][3]int{
			math.MinInt: {0, 2, 3}, -1: {0, 2, 3},
			0: {0, 2, 3}, 1: {3, 5, 7}, 2: {7, 7, 8}, 3: {8, 9, 9},
			4: {9, 9, 9}, math.MaxInt: {9, 9, 9},
		} {
			start, end, next := text.Line(line)
			if got := [3]int{start, end, next}; got != want {
				t.Errorf("Line(%d) = %v, want %v", line, got, want)
			}
			if got := text.LineStart(line); got != want[0] {
				t.Errorf("LineStart(%d) = %d, want %d", line, got, want[0])
			}
		}
	})
	if start, end, next := New("").Line(0); start != 0 || end != 0 || next != 0 {
		t.Errorf("the line of an empty text is %d, %d, %d", start, end, next)
	}
}

// checkPositions compares every position of the text with the one counted from the
// start of s, byte by byte.
func checkPositions(t *testing.T, text Text, s string) {
	t.Helper()
	starts := lineStarts(s)
	if text.Lines() != len(starts) {
		t.Fatalf("%d lines, want %d of %q", text.Lines(), len(starts), s)
	}
	for line, want := range starts {
		next := len(s)
		if line+1 < len(starts) {
			next = starts[line+1]
		}
		end := next - lineEndLength(s[want:next])
		if a, b, c := text.Line(line); a != want || b != end || c != next || text.LineStart(line) != want {
			t.Fatalf("Line(%d) = %d, %d, %d; want %d, %d, %d of %q", line, a, b, c, want, end, next, s)
		}
	}
	for _, enc := range encodings {
		line, column := 0, 0
		for i := 0; i < len(s); {
			want := Position{line, column}
			r, n := utf8.DecodeRuneInString(s[i:])
			inside := 0 // other offsets with this position
			switch {
			case s[i:min(i+2, len(s))] == "\r\n":
				n, inside, line, column = 2, 1, line+1, 0
			case s[i] == '\n' || s[i] == '\r':
				line, column = line+1, 0
			default:
				inside = n - 1
				column += map[Encoding]int{UTF8: n, UTF16: len(utf16.Encode([]rune{r})), UTF32: 1}[enc]
			}
			for j := range inside + 1 {
				if got := text.Position(i+j, enc); got != want {
					t.Fatalf("encoding %d: Position(%d) = %v, want %v of %q", enc, i+j, got, want, s)
				}
			}
			if got, ok := text.Offset(want, enc); got != i || !ok {
				t.Fatalf("encoding %d: Offset(%v) = %d, %t; want %d of %q", enc, want, got, ok, i, s)
			}
			for units := want.Column + 1; line == want.Line && units < column; units++ {
				if got, ok := text.Offset(Position{line, units}, enc); got != i || ok {
					t.Fatalf("encoding %d: Offset(%d:%d) = %d, %t; want %d, false of %q", enc, line, units, got, ok, i, s)
				}
			}
			if line > want.Line {
				past := Position{want.Line, want.Column + 1 + i%3}
				if got, ok := text.Offset(past, enc); got != i || ok {
					t.Fatalf("encoding %d: Offset(%v) = %d, %t; want %d, false of %q", enc, past, got, ok, i, s)
				}
			}
			i += n
		}
		if got := text.Position(len(s), enc); got != (Position{line, column}) {
			t.Fatalf("encoding %d: the end is at %v, want %d:%d of %q", enc, got, line, column, s)
		}
	}
}

// lineStarts finds line starts as the protocol defines them.
func lineStarts(s string) []int {
	starts := []int{0}
	for i := 0; i < len(s); i++ {
		switch {
		case s[i:min(i+2, len(s))] == "\r\n":
			i++
			starts = append(starts, i+1)
		case s[i] == '\n', s[i] == '\r':
			starts = append(starts, i+1)
		}
	}
	return starts
}

func lineEndLength(line string) int {
	switch {
	case len(line) >= 2 && line[len(line)-2:] == "\r\n":
		return 2
	case line != "" && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r'):
		return 1
	}
	return 0
}
