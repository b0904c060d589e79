package literal

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// quoted returns the content of a JSON string in a style: as written by encoding/json,
// or with the escapes of other programs.
func quoted(t *testing.T, text string, style Style) string {
	t.Helper()
	raw, _ := JSON.Encode(text, style)
	var back string
	if err := json.Unmarshal([]byte(`"`+raw+`"`), &back); err != nil || back != text {
		t.Fatalf("%q is written as %q, which is %q: %v", text, raw, back, err)
	}
	return raw
}

// nested returns a text written as a literal in a literal, depth deep, between other
// text.
func nested(t *testing.T, text string, styles []Style) (file string, inner *Text) {
	t.Helper()
	const before, after = "{\"é\": \"", "\", \"\\u0000\": 1}"
	file = text
	for _, style := range styles {
		file = before + quoted(t, file, style) + after
	}
	var outer *Text
	content := file
	for range styles {
		outer = Decode(outer, content[len(before):len(content)-len(after)], len(before), JSON)
		content = outer.String()
	}
	return file, outer
}

func draw(r *rand.Rand, n int) string {
	alphabet := []string{"a", "b", " ", "<tool>", "</tool>", "&", "\"", "\\", "/", "\n", "\r\n", "\t", "\x00", "\x7f", "é", "\u2028", "😀", "\uFFFD", "\\u003c", "\\\"", strings.Repeat("x", 700)}
	var b strings.Builder
	for range n {
		b.WriteString(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

func boundary(text string, at int) int {
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// checkEdit checks that editing through the map and decoding gives the edited text, and
// that no other byte of the file changes.
func checkEdit(t *testing.T, text string, styles []Style, start, end int, replacement string) {
	t.Helper()
	file, inner := nested(t, text, styles)
	if inner.String() != text {
		t.Fatalf("%q is decoded as %q, want %q", file, inner.String(), text)
	}
	from, to, raw, ok := inner.Edit(start, end, replacement)
	if !ok {
		t.Fatalf("JSON cannot write %q", replacement)
	}
	fixed := file[:from] + raw + file[to:]
	var content any = fixed
	for range styles {
		var outer map[string]any
		if err := json.Unmarshal([]byte(content.(string)), &outer); err != nil {
			t.Fatalf("%d-%d %q of %q makes %q: %v", start, end, replacement, file, fixed, err)
		}
		content = outer["é"]
	}
	if want := text[:start] + replacement + text[end:]; content != want {
		t.Fatalf("%d-%d %q of %q makes %q, want %q", start, end, replacement, text, content, want)
	}
}

// checkPlaces compares the places of all bytes with those found by decoding up to them.
func checkPlaces(t *testing.T, text string, styles []Style) {
	t.Helper()
	file, inner := nested(t, text, styles)
	last := 0
	for at := range len(text) {
		from, to := inner.Offset(at), inner.End(at+1)
		if from < last || to <= from || to > len(file) {
			t.Fatalf("byte %d of %q is at %d to %d in %q", at, text, from, to, file)
		}
		last = from
		found, ok := inner.Find(from)
		if !ok || found < boundary(text, at) || found > at {
			t.Fatalf("byte %d of %q is at %d, where byte %d is found", at, text, from, found)
		}
	}
}

func TestEdit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		text := draw(r, r.IntN(12))
		styles := make([]Style, r.IntN(5))
		for i := range styles {
			styles[i] = Style(r.IntN(4))
		}
		if len(styles) == 0 {
			styles = []Style{0}
		}
		start := boundary(text, r.IntN(len(text)+1))
		end := boundary(text, start+r.IntN(len(text)-start+1))
		checkEdit(t, text, styles, start, end, draw(r, r.IntN(3)))
		if len(text) < 200 {
			checkPlaces(t, text, styles)
		}
	}
}

func FuzzEdit(f *testing.F) {
	f.Add("a <tool> & \"b\"\n😀", uint8(2), uint16(0x1234), uint16(3), uint16(9), "&amp;")
	f.Add("\\u003c\\", uint8(4), uint16(0xFFFF), uint16(1), uint16(1), "é\x00")
	f.Fuzz(func(t *testing.T, text string, depth uint8, styles uint16, start, end uint16, replacement string) {
		text, replacement = asText(text), asText(replacement)
		list := make([]Style, 1+depth%4)
		for i := range list {
			list[i] = Style(styles >> (4 * i) & 3)
		}
		a := boundary(text, int(start)%(len(text)+1))
		b := boundary(text, int(end)%(len(text)+1))
		checkEdit(t, text, list, min(a, b), max(a, b), replacement)
		checkPlaces(t, text, list)
	})
}

// asText returns a random string as UTF-8 of at most 150 bytes: edits are UTF-8,
// encoding/json can be compared only for it, and every byte is looked up.
func asText(drawn string) string {
	const most = 150
	text := strings.ToValidUTF8(drawn, "\uFFFD")
	return text[:boundary(text, min(most, len(text)))]
}

// TestStyle checks that an edit is written in the style of the text around it.
func TestStyle(t *testing.T) {
	for _, test := range []struct{ raw, want string }{
		{`a`, `<é/`},
		{`\u003ca\u003e\n`, `\u003cé/`},
		{`\u003Ca>\u003E \u00E9`, `\u003c\u00e9/`},
		{`<a>\u0026`, `<é/`},
		{`p\u00e8re <`, `<\u00e9/`},
		{`<\/a> \/`, `<é/`},
		{`è \u00e8 \u00e8`, `<é/`},
		{`\ud83d\ude00`, `<\u00e9/`},
	} {
		inner := Decode(nil, test.raw, 0, JSON)
		if _, _, raw, ok := inner.Edit(0, 0, "<é/"); !ok || raw != test.want {
			t.Errorf("in %s: %s, want %s", test.raw, raw, test.want)
		}
	}
	// The last character that is not written as a pair.
	if _, _, raw, ok := Decode(nil, `\u00e8`, 0, JSON).Edit(0, 0, "\uFFFF\U00010000"); !ok || raw != `\uffff\ud800\udc00` {
		t.Error(raw)
	}
}

// TestInvalid checks that invalid JSON is also decoded.
func TestInvalid(t *testing.T) {
	for raw, want := range map[string]string{
		`\`: `\`, `a\`: `a\`, `\q`: `\q`, `\u12`: `\u12`, `\ud800x`: "\uFFFDx", `\ude00`: "\uFFFD", `\ud800\u0041`: "\uFFFDA", "\xff\n": "\xff\n", "": "",
	} {
		if got := Decode(nil, raw, 0, JSON).String(); got != want {
			t.Errorf("%q is decoded as %q, want %q", raw, got, want)
		}
	}
}

// TestPlaces checks that each byte is at the place of its escape, which an edit
// replaces as a whole.
func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		coding     Coding
		raw        string
		start, end []int // of the bytes of the text, and of its end
		first      string
	}{
		{JSON, `abc`, []int{10, 11, 12, 13}, []int{10, 11, 12, 13}, "bc"},
		{JSON, `a\nb`, []int{10, 11, 13, 14}, []int{10, 11, 13, 14}, `\nb`},
		{JSON, `\n\u0041b`, []int{10, 12, 18, 19}, []int{10, 12, 18, 19}, `\u0041b`},
		{GoRaw, "a\r\nb", []int{10, 11, 13, 14}, []int{10, 11, 13, 14}, "\r\nb"},
		{Python("'", false, false), "a\\\nb", []int{10, 13, 14}, []int{10, 11, 14}, "b"},
	} {
		text := Decode(nil, test.raw, 10, test.coding)
		for at := range test.start {
			if start, end := text.Offset(at), text.End(at); start != test.start[at] || end != test.end[at] {
				t.Errorf("%q: byte %d starts at %d, and the one before ends at %d", test.raw, at, start, end)
			}
		}
		if from, to, _, _ := text.Edit(0, 1, ""); test.raw[to-10:] != test.first || from != 10 {
			t.Errorf("%q: the first byte is from %d to %d", test.raw, from, to)
		}
		if text.Offset(-1) != 10 || text.End(-1) != 10 || text.Offset(100) != text.Offset(3) {
			t.Errorf("%q: what is outside is at %d, %d and %d", test.raw, text.Offset(-1), text.End(-1), text.Offset(100))
		}
	}
}

func TestOutside(t *testing.T) {
	inner := Decode(Decode(nil, `ab\"c\\nd\"e`, 10, JSON), `c\nd`, 3, JSON)
	if inner.String() != "c\nd" {
		t.Fatalf("%q", inner.String())
	}
	for _, file := range []int{0, 9, 10, 12, 13, 18, 20, 100} {
		if at, ok := inner.Find(file); ok != (file >= 14 && file < 18+1) {
			t.Errorf("%d is found at %d, %t", file, at, ok)
		}
	}
	for _, at := range []int{-1, 4, 100} {
		if place := inner.Offset(at); place < 10 || place > 22 {
			t.Errorf("%d is at %d", at, place)
		}
	}
}
