package text

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

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

// checkText compares the text with s, and its lines with those of s.
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
	starts := []int{0}
	for _, at := range text.starts {
		starts = append(starts, int(at))
	}
	if want := wantedStarts(s); text.Len() != len(s) || !slices.Equal(starts, want) {
		t.Fatalf("%d bytes with lines at %d; want %d, %d, of %q", text.Len(), starts, len(s), want, s)
	}
}

// TestEdits makes random edits, several of them at once, and checks them against the same edits of a
// string: the text, its lines, the positions in it, and those while the edits are pending.
func TestEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 400 {
		s := randomText(r, r.IntN(1<<r.IntN(9)))
		text := New(s)
		for range 10 {
			old, was := text, s
			p := text.Pending()
			at := 0
			for range r.IntN(1 << r.IntN(5)) {
				if r.IntN(2) == 0 { // not near the last one
					at = r.IntN(len(s) + 1)
				}
				start := min(len(s), at)
				end := start + r.IntN(min(len(s)-start, 1<<r.IntN(7))+1)
				replacement := randomText(r, r.IntN(1<<r.IntN(5)))
				p = p.Clone()
				p.Splice(start, end, replacement)
				s = s[:start] + replacement + s[end:]
				at = start + len(replacement)
				checkPending(t, r, p, s)
			}
			text = p.Text()
			checkText(t, text, s)
			checkText(t, p.Clone().Text(), s)
			checkText(t, old, was)
		}
		if len(s) < 2000 {
			checkPositions(t, text, s)
		}
	}
}

// checkPending compares some offsets, while edits are pending, with those of the text after them.
func checkPending(t *testing.T, r *rand.Rand, p *Pending, s string) {
	t.Helper()
	want := New(s)
	if p.Len() != len(s) {
		t.Fatalf("a length of %d, want %d", p.Len(), len(s))
	}
	for range 10 {
		enc := encodings[r.IntN(3)]
		at := want.Position(r.IntN(len(s)+1), enc)
		at.Line, at.Column = at.Line+r.IntN(2), max(0, at.Column+r.IntN(5)-2)
		if got, want := p.Offset(at, enc), want.Offset(at, enc); got != want {
			t.Fatalf("encoding %d: Offset(%v) = %d, want %d of %q", enc, at, got, want, s)
		}
	}
}

func FuzzSplice(f *testing.F) {
	f.Add("a\r\nb", "\n", uint16(2), uint16(3))
	f.Add("a\rb", "\n", uint16(2), uint16(2))
	f.Add("a\r\nb", "", uint16(2), uint16(3))
	f.Add("a\r\n", "", uint16(0), uint16(1))
	f.Add("\n\n\n", "\r\r", uint16(1), uint16(2))
	f.Add("a😀é\r\nb\rc\n\xff\xf0\x9f&\n", "\x98\x80", uint16(15), uint16(15))
	f.Add("\r\r\n\n\u2028\u0085", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r", uint16(1), uint16(1))
	f.Add("\xed\xa0\x80\xf4\x90\x80\x80\xc0\x80", "\xf0\x9f\x98", uint16(4), uint16(9))
	f.Fuzz(func(t *testing.T, s, replacement string, start, end uint16) {
		s, replacement = s[:min(len(s), 300)], replacement[:min(len(replacement), 300)] // the checks are slow
		a, b := int(start)%(len(s)+1), int(end)%(len(s)+1)
		a, b = min(a, b), max(a, b)
		old := New(s)
		checkPositions(t, old, s)
		text, want := old.Splice(a, b, replacement), s[:a]+replacement+s[b:]
		checkText(t, text, want)
		checkPositions(t, text, want)
		checkText(t, text.Splice(a, a+len(replacement), s[a:b]), s)
		checkText(t, old, s)
	})
}

// TestFarApart checks more edits far apart than are kept pending: an editor sends thousands at once,
// the last place first, or the first.
func TestFarApart(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	for name, place := range map[string]func(i int) int{
		"ascending":  func(i int) int { return i },
		"descending": func(i int) int { return 499 - i },
	} {
		t.Run(name, func(t *testing.T) {
			p := New(strings.Repeat(line, 500)).Pending()
			for i := range 500 {
				at := p.Offset(Position{place(i), 50}, UTF16)
				p.Splice(at, at+1, "yy")
			}
			checkText(t, p.Text(), strings.Repeat(line[:50]+"yy"+line[51:], 500))
		})
	}
}

func TestRanges(t *testing.T) {
	text := New("0123456789")
	for name, f := range map[string]func(){
		"Slice":  func() { text.Slice(5, 11) },
		"Splice": func() { text.Splice(3, 2, "") },
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

// TestConcurrentUse shares a text and one with pending edits between goroutines.
func TestConcurrentUse(t *testing.T) {
	s := strings.Repeat(strings.NewReplacer("\n", "", "\r", "").Replace(randomText(rand.New(rand.NewPCG(4, 4)), 3000))+"\n", 2)
	p := New(s).Pending()
	p.Splice(10, 10, "x")
	done := make(chan string)
	for range 4 {
		go func() {
			edited := p.Clone()
			edited.Splice(0, 1, "y")
			text := p.Text()
			for offset := 0; offset < text.Len(); offset += 7 {
				text.Offset(text.Position(offset, UTF16), UTF16)
			}
			done <- text.String()
		}()
	}
	for range 4 {
		if got := <-done; got != s[:10]+"x"+s[10:] {
			t.Error("another goroutine changed the text")
		}
	}
}
