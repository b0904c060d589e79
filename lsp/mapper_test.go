package lsp

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

var encodings = []encoding{utf8Encoding, utf16Encoding, utf32Encoding}

func TestPositions(t *testing.T) {
	// 😀 is 4 bytes and 2 UTF-16 units, é 2 bytes, \xff no character.
	const text = "a😀é\r\nb\rc\n\xff\xf0\x9f&\n"
	for _, test := range []struct {
		offset             int
		line               uint32
		utf8, utf16, utf32 uint32
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
		for i, want := range []uint32{test.utf8, test.utf16, test.utf32} {
			m := newMapper(text, encodings[i])
			if got := m.position(test.offset); got != (protocol.Position{Line: test.line, Character: want}) {
				t.Errorf("%s: position(%d) = %v, want %d:%d", m.encoding, test.offset, got, test.line, want)
			}
			if got := m.offset(int64(test.line), int64(want)); got != test.offset {
				t.Errorf("%s: offset(%d:%d) = %d, want %d", m.encoding, test.line, want, got, test.offset)
			}
		}
	}
}

// Positions and offsets that no character has.
func TestRounding(t *testing.T) {
	const text = "a😀é\r\nb"
	for _, test := range []struct {
		encoding  encoding
		line, chr int64
		offset    int
	}{
		{utf16Encoding, 0, 2, 1}, // between the surrogates
		{utf8Encoding, 0, 2, 1},
		{utf8Encoding, 0, 4, 1},
		{utf8Encoding, 0, 6, 5},
		{utf16Encoding, 0, 5, 7}, // behind the end of the line
		{utf16Encoding, 0, math.MaxInt64, 7},
		{utf8Encoding, 0, math.MaxInt64, 7},
		{utf32Encoding, 0, math.MaxUint32, 7},
		{utf16Encoding, 1, 2, 10},
		{utf16Encoding, 2, 0, 10}, // behind the last line
		{utf8Encoding, math.MaxInt64, 3, 10},
	} {
		m := newMapper(text, test.encoding)
		if got := m.offset(test.line, test.chr); got != test.offset {
			t.Errorf("%s: offset(%d:%d) = %d, want %d", test.encoding, test.line, test.chr, got, test.offset)
		}
	}
	m := newMapper(text, utf16Encoding)
	for offset, want := range map[int]uint32{2: 1, 3: 1, 4: 1, 6: 3, 8: 4} { // inside 😀, é and \r\n
		if got := m.position(offset); got != (protocol.Position{Character: want}) {
			t.Errorf("position(%d) = %v, want 0:%d", offset, got, want)
		}
	}
	for offset, want := range map[int]protocol.Position{-1: {}, 99: {Line: 1, Character: 1}} {
		if got := m.position(offset); got != want {
			t.Errorf("position(%d) = %v, want %v", offset, got, want)
		}
	}
}

// naiveStarts finds line starts the way the protocol describes them.
func naiveStarts(text string) []uint32 {
	starts := []uint32{0}
	for i := 0; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], "\r\n"):
			i++
			starts = append(starts, uint32(i+1))
		case text[i] == '\n', text[i] == '\r':
			starts = append(starts, uint32(i+1))
		}
	}
	return starts
}

func FuzzMapper(f *testing.F) {
	f.Add("a😀é\r\nb\rc\n\xff\xf0\x9f&\n")
	f.Add("\r\r\n\n\u2028\u0085")
	f.Add("\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80")
	f.Fuzz(func(t *testing.T, text string) {
		text = text[:min(len(text), 1000)] // the checks are quadratic
		starts := naiveStarts(text)
		for _, enc := range encodings {
			m := newMapper(text, enc)
			if !slices.Equal(m.starts, starts) {
				t.Fatalf("starts %v, want %v", m.starts, starts)
			}
			forward, back := m.cursor(), m.cursor()
			last := protocol.Position{}
			for i := 0; i <= len(text); {
				want := m.position(i)
				if got := m.offset(int64(want.Line), int64(want.Character)); got != i && boundary(text, i) {
					t.Fatalf("%s: offset %d → %v → %d", enc, i, want, got)
				}
				if got := forward.position(i); got != want {
					t.Fatalf("%s: a cursor says %v at %d, want %v", enc, got, i, want)
				}
				back.position(len(text))
				if got := back.position(i); got != want {
					t.Fatalf("%s: a cursor going back says %v at %d, want %v", enc, got, i, want)
				}
				if want.Line < last.Line || want.Line == last.Line && want.Character < last.Character {
					t.Fatalf("%s: %v after %v", enc, want, last)
				}
				last = want
				_, size := utf8.DecodeRuneInString(text[i:])
				i += max(size, 1)
			}
			for i := range len(text) { // no offset is refused
				m.position(i)
			}
		}
	})
}

func FuzzSplice(f *testing.F) {
	f.Add("a\r\nb", "\n", uint16(2), uint16(3))
	f.Add("a\rb", "\n", uint16(2), uint16(2))
	f.Add("a\r\nb", "", uint16(2), uint16(3))
	f.Add("a\r\n", "", uint16(0), uint16(1))
	f.Add("\n\n\n", "\r\r", uint16(1), uint16(2))
	f.Fuzz(func(t *testing.T, text, replacement string, start, end uint16) {
		a, b := int(start)%(len(text)+1), int(end)%(len(text)+1)
		if a > b {
			a, b = b, a
		}
		old := newMapper(text, utf16Encoding)
		before := slices.Clone(old.starts)
		m := old.splice(a, b, replacement)
		want := newMapper(text[:a]+replacement+text[b:], utf16Encoding)
		if m.text != want.text || !slices.Equal(m.starts, want.starts) {
			t.Fatalf("%q[%d:%d] = %q: %v, want %v", text, a, b, replacement, m.starts, want.starts)
		}
		if !slices.Equal(old.starts, before) {
			t.Fatal("splice changed the old mapper")
		}
	})
}

// megabyte is a document of 1 MB, 80 bytes a line, with one character outside
// the BMP on each.
func megabyte() string {
	line := strings.Repeat("x", 75) + "😀\n"
	return strings.Repeat(line, 1<<20/len(line))
}

func BenchmarkNewMapper(b *testing.B) {
	text := megabyte()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		newMapper(text, utf16Encoding)
	}
}

func BenchmarkSplice(b *testing.B) {
	m := newMapper(megabyte(), utf16Encoding)
	for b.Loop() {
		m.splice(len(m.text)/2, len(m.text)/2, "x")
	}
}

// A transcript of one line: each finding's position must not count from the
// start of it.
func BenchmarkCursorLongLine(b *testing.B) {
	m := newMapper(strings.Repeat("é& ", 1<<18), utf16Encoding)
	for b.Loop() {
		c := m.cursor()
		for i := 2; i < len(m.text); i += 400 {
			c.span(i, i+1)
		}
	}
	b.ReportMetric(float64(len(m.text)/400), "positions/op")
}
