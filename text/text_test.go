package text

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// withChunkSize makes chunks small, so that there is a border at every offset of some
// text. Tests in this package must not run in parallel.
func withChunkSize(t testing.TB, size int) {
	old := chunkSize
	chunkSize = size
	t.Cleanup(func() { chunkSize = old })
}

// smallest is the smallest chunk size for which all chunks can have minChunk.
const smallest = 12

func forChunkSizes(t *testing.T, test func(t *testing.T)) {
	for _, size := range []int{smallest, 13, 14, 15, 16, 17, 23, 64, chunkSize} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			withChunkSize(t, size)
			test(t)
		})
	}
}

// alphabet is what random texts consist of: everything that a border must not split,
// and its parts, which edits may join.
var alphabet = []string{
	"a", "b", " ", "<tool>", "a line of text", "\n", "\n", "\r", "\r", "\r\n", "\r\n", "é", "…", "😀", "\U0010FFFF",
	"\xff", "\xf0", "\x9f", "\x98", "\x80", "\xf0\x9f\x98", "\xe2", "\x82\xac", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80",
	"\u2028", "\u0085", "\x00",
}

func randomText(r *rand.Rand, words int) string {
	var b strings.Builder
	for range words {
		b.WriteString(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

// checkText compares the text with s and checks the invariants of its chunks.
func checkText(t *testing.T, text Text, s string) {
	t.Helper()
	if got := text.String(); got != s {
		same := 0
		for same < min(len(got), len(s)) && got[same] == s[same] {
			same++
		}
		from := max(0, same-20)
		t.Fatalf("%d bytes, from %d %q; want %d, %q", len(got), from, got[from:min(same+20, len(got))], len(s), s[from:min(same+20, len(s))])
	}
	if text.Len() != len(s) {
		t.Fatalf("a length of %d, want %d", text.Len(), len(s))
	}
	for before, c := range text.chunks.All() {
		n := int(c.bytes)
		if n == 0 || n > chunkSize+utf8.UTFMax-1 || n < minChunk() && text.chunks.Len() > 1 {
			t.Fatalf("a chunk of %d bytes, chunk size %d", n, chunkSize)
		}
		if c != c.window().chunk() {
			t.Fatalf("%+v, counted %+v", c, c.window().chunk())
		}
		if at := before.bytes; border(s, at) != at {
			t.Fatalf("border at %d of %q", at, s)
		}
	}
	if text.kept > 2*len(s)+slack {
		t.Fatalf("%d bytes keep %d alive", len(s), text.kept)
	}
}

// checkReading compares the results of reading a random range.
func checkReading(t *testing.T, r *rand.Rand, text Text, s string) {
	t.Helper()
	start := r.IntN(len(s) + 1)
	end := start + r.IntN(len(s)-start+1)
	part := s[start:end]
	if got := text.Slice(start, end); got != part {
		t.Fatalf("Slice(%d, %d) = %q, want %q", start, end, got, part)
	}
	pieces := slices.Collect(text.Chunks(start, end))
	if got := strings.Join(pieces, ""); got != part || slices.Contains(pieces, "") {
		t.Fatalf("Chunks(%d, %d) yields %q, want %q", start, end, pieces, part)
	}
	// One substring that occurs, and one that may occur.
	subs := []string{"", alphabet[r.IntN(len(alphabet))], "no", part[:min(len(part), r.IntN(40))]}
	for _, sub := range subs {
		from, before := start, end
		if i, want := text.IndexIn(from, before, sub), index(s, from, before, sub); i != want {
			t.Fatalf("IndexIn(%d, %d, %q) = %d, want %d of %q", from, before, sub, i, want, s)
		}
		if i, want := text.Index(from, sub), index(s, from, len(s), sub); i != want {
			t.Fatalf("Index(%d, %q) = %d, want %d of %q", from, sub, i, want, s)
		}
	}
}

func index(s string, start, end int, sub string) int {
	i := strings.Index(s[start:end], sub)
	if i >= 0 {
		i += start
	}
	return i
}

// TestEdits makes random edits, and checks each against the same edit of a string.
func TestEdits(t *testing.T) {
	forChunkSizes(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, uint64(chunkSize)))
		for range 40 {
			s := randomText(r, r.IntN(100))
			text := New(s)
			checkText(t, text, s)
			for range 40 {
				start := r.IntN(len(s) + 1)
				end := start + r.IntN(min(len(s)-start, 1<<r.IntN(9))+1)
				replacement := randomText(r, r.IntN(1<<r.IntN(6)))
				if r.IntN(10) == 0 { // longer than a chunk
					replacement = strings.Repeat(replacement+"x", 1+(1+r.IntN(3))*chunkSize/(len(replacement)+1))
				}
				old, was := text, s
				text = text.Splice(start, end, replacement)
				s = s[:start] + replacement + s[end:]
				checkText(t, text, s)
				checkText(t, old, was)
				checkReading(t, r, text, s)
				if len(s) > 5000 {
					text, s = text.Splice(1000, len(s), ""), s[:1000]
				}
			}
			if len(s) < 2000 {
				checkPositions(t, text, s)
			}
		}
	})
}

func FuzzSplice(f *testing.F) {
	f.Add("a\r\nb", "\n", uint16(2), uint16(3), uint8(0))
	f.Add("a\rb", "\n", uint16(2), uint16(2), uint8(0))
	f.Add("a\r\nb", "", uint16(2), uint16(3), uint8(0))
	f.Add("a\r\n", "", uint16(0), uint16(1), uint8(0))
	f.Add("\n\n\n", "\r\r", uint16(1), uint16(2), uint8(0))
	f.Add("a😀é\r\nb\rc\n\xff\xf0\x9f&\n", "\x98\x80", uint16(15), uint16(15), uint8(1))
	f.Add("\r\r\n\n\u2028\u0085", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r", uint16(1), uint16(1), uint8(2))
	f.Add("\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80", "\xf0\x9f\x98", uint16(4), uint16(9), uint8(3))
	f.Fuzz(func(t *testing.T, s, replacement string, start, end uint16, size uint8) {
		s, replacement = s[:min(len(s), 300)], replacement[:min(len(replacement), 300)] // the checks are slow
		withChunkSize(t, smallest+int(size)%20)
		a, b := int(start)%(len(s)+1), int(end)%(len(s)+1)
		a, b = min(a, b), max(a, b)
		old := New(s)
		checkPositions(t, old, s)
		text, want := old.Splice(a, b, replacement), s[:a]+replacement+s[b:]
		checkText(t, text, want)
		checkPositions(t, text, want)
		checkReading(t, rand.New(rand.NewPCG(uint64(start), uint64(end))), text, want)
		// And back, through different chunks.
		back := text.Splice(a, a+len(replacement), s[a:b])
		checkText(t, back, s)
		checkText(t, old, s)
	})
}

// TestSliceDoesNotCopy checks that unedited text is not copied.
func TestSliceDoesNotCopy(t *testing.T) {
	s := strings.Repeat("0123456789", 5000)
	text := New(s)
	if allocs := testing.AllocsPerRun(10, func() { runtime.KeepAlive(text.Slice(10, 40_000)) }); allocs != 0 {
		t.Errorf("a slice of a text takes %v allocations", allocs)
	}
	edited := text.Splice(25_000, 25_000, "x")
	for _, span := range [][2]int{{0, 20_000}, {30_000, edited.Len()}} {
		if allocs := testing.AllocsPerRun(10, func() { runtime.KeepAlive(edited.Slice(span[0], span[1])) }); allocs != 0 {
			t.Errorf("a slice beside an edit takes %v allocations", allocs)
		}
	}
	if n := len(slices.Collect(edited.Chunks(0, edited.Len()))); n > 4 {
		t.Errorf("one edit makes %d pieces", n)
	}
}

func TestSearchDoesNotAllocate(t *testing.T) {
	withChunkSize(t, smallest)
	s := strings.Repeat("0123456789", 20)
	text := New(s)
	for i := range 20 {
		text = text.Splice(i*10+3, i*10+4, "x")
	}
	for _, search := range []func() int{
		func() int { return text.Index(5, "90") },
		func() int { return text.Index(5, "9012x45678901") },
		func() int { return text.Index(5, "none") },
	} {
		if allocs := testing.AllocsPerRun(10, func() { search() }); allocs != 0 {
			t.Errorf("a search takes %v allocations", allocs)
		}
	}
}

func TestRanges(t *testing.T) {
	text := New("0123456789")
	for name, f := range map[string]func(){
		"Slice":   func() { text.Slice(5, 11) },
		"Splice":  func() { text.Splice(3, 2, "") },
		"Chunks":  func() { text.Chunks(-1, 3) },
		"IndexIn": func() { text.IndexIn(1, 11, "") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic outside of the text")
				}
			}()
			f()
		})
	}
}

func TestApply(t *testing.T) {
	forChunkSizes(t, func(t *testing.T) {
		for _, test := range []struct {
			edits []Edit
			want  string
		}{
			{nil, "0123456789"},
			{[]Edit{{8, 9, "eight"}, {2, 4, ""}}, "014567eight9"},
			{[]Edit{{3, 3, "a"}, {3, 3, "b"}, {3, 4, "c"}}, "012abc456789"},
			{[]Edit{{3, 6, "a"}, {5, 7, "b"}, {6, 6, "c"}}, "012ac6789"},
			{[]Edit{{3, 5, "long"}, {3, 4, "short"}}, "012short456789"},
			{[]Edit{{-1, 2, "a"}, {5, 4, "b"}, {9, 11, "c"}, {10, 10, "d"}}, "0123456789d"},
		} {
			edits := slices.Clone(test.edits)
			if got := New("0123456789").Apply(edits).String(); got != test.want {
				t.Errorf("%v: %q, want %q", test.edits, got, test.want)
			}
			if !slices.Equal(edits, test.edits) {
				t.Error("Apply sorted its argument")
			}
		}
	})
}
