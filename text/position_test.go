package text

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

var encodings = []Encoding{UTF8, UTF16, UTF32}

func TestPositions(t *testing.T) {
	// 😀 is 4 bytes and 2 UTF-16 units, é 2 bytes, \xff is not a character.
	text := New("a😀é\r\nb\rc\n\xff\xf0\x9f&\n")
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
			if got := text.Offset(want, encodings[i]); got != test.offset {
				t.Errorf("encoding %d: Offset(%v) = %d, want %d", i, want, got, test.offset)
			}
		}
	}
}

// TestRounding checks positions and offsets that are not those of a character, and that a text
// whose edits are pending rounds them in the same way.
func TestRounding(t *testing.T) {
	text := New("a😀é\r\nb")
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
		at := Position{test.line, test.column}
		if got := text.Offset(at, test.encoding); got != test.offset {
			t.Errorf("encoding %d: Offset(%v) = %d, want %d", test.encoding, at, got, test.offset)
		}
		pending := New("a😀\r\nb").Pending()
		pending.Splice(5, 5, "é")
		if got := pending.Offset(at, test.encoding); got != test.offset {
			t.Errorf("encoding %d, pending: Offset(%v) = %d, want %d", test.encoding, at, got, test.offset)
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
}

func TestLine(t *testing.T) {
	text := New("ab\ncd\r\n\re")
	for line, want := range map[int][3]int{
		math.MinInt: {0, 2, 3}, -1: {0, 2, 3},
		0: {0, 2, 3}, 1: {3, 5, 7}, 2: {7, 7, 8}, 3: {8, 9, 9},
		4: {9, 9, 9}, math.MaxInt: {9, 9, 9},
	} {
		start, end, next := text.Line(line)
		if got := [3]int{start, end, next}; got != want {
			t.Errorf("Line(%d) = %v, want %v", line, got, want)
		}
	}
	if start, end, next := (Text{}).Line(0); start != 0 || end != 0 || next != 0 {
		t.Errorf("the line of an empty text is %d, %d, %d", start, end, next)
	}
}

// TestLongLines checks positions on lines of which columns are remembered, in any order.
func TestLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 20 {
		var lines []string
		for range 3 {
			lines = append(lines, strings.NewReplacer("\n", "", "\r", "").Replace(randomText(r, 6*step/10+r.IntN(step))))
		}
		s := strings.Join(lines, "\r\n")
		text := New(s)
		for range 200 {
			enc, offset := encodings[r.IntN(3)], border(s, r.IntN(len(s)+1))
			before := s[:offset]
			line := strings.Count(before, "\n")
			want := Position{line, unitsOf(before[strings.LastIndex(before, "\n")+1:], enc)}
			if got := text.Position(offset, enc); got != want {
				t.Fatalf("encoding %d: Position(%d) = %v, want %v", enc, offset, got, want)
			}
			if got := text.Offset(want, enc); got != offset {
				t.Fatalf("encoding %d: Offset(%v) = %d, want %d", enc, want, got, offset)
			}
			if got, end := text.Offset(Position{line, math.MaxInt}, enc), len(strings.Join(lines[:line+1], "\r\n")); got != end {
				t.Fatalf("encoding %d: line %d ends at %d, want %d", enc, line, got, end)
			}
		}
	}
}

// checkPositions compares every position of the text with the one counted from the
// start of s, byte by byte.
func checkPositions(t *testing.T, text Text, s string) {
	t.Helper()
	starts := wantedStarts(s)
	if text.Lines() != len(starts) {
		t.Fatalf("%d lines, want %d of %q", text.Lines(), len(starts), s)
	}
	for line, want := range starts {
		next := len(s)
		if line+1 < len(starts) {
			next = starts[line+1]
		}
		end := next - len(s[want:next]) + len(strings.TrimRight(s[want:next], "\r\n"))
		if a, b, c := text.Line(line); a != want || b != end || c != next {
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
			if got := text.Offset(want, enc); got != i {
				t.Fatalf("encoding %d: Offset(%v) = %d, want %d of %q", enc, want, got, i, s)
			}
			for units := want.Column + 1; line == want.Line && units < column; units++ {
				if got := text.Offset(Position{line, units}, enc); got != i {
					t.Fatalf("encoding %d: Offset(%d:%d) = %d, want %d of %q", enc, line, units, got, i, s)
				}
			}
			if line > want.Line {
				past := Position{want.Line, want.Column + 1 + i%3}
				if got := text.Offset(past, enc); got != i {
					t.Fatalf("encoding %d: Offset(%v) = %d, want %d of %q", enc, past, got, i, s)
				}
			}
			i += n
		}
		if got := text.Position(len(s), enc); got != (Position{line, column}) {
			t.Fatalf("encoding %d: the end is at %v, want %d:%d of %q", enc, got, line, column, s)
		}
	}
}

// wantedStarts finds line starts as the protocol defines them.
func wantedStarts(s string) []int {
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
