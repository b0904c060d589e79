package literal

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// codings are the codings of programs: the parts of their literals, the quotes around
// them, and the reference decoder of the language, if Go has one.
var codings = map[string]struct {
	coding Coding
	units  []string
	read   func(raw string) (string, error)
	lossy  string // characters that it cannot write
}{
	"Go": {
		coding: Go,
		units:  []string{"a", "<tool>", " ", "é", "😀", `\n`, `\t`, `\"`, `\\`, `\a`, `\x41`, `\xff`, `\377`, `\000`, `\u003c`, `\U0001F600`, "'", "`"},
		read:   func(raw string) (string, error) { return strconv.Unquote(`"` + raw + `"`) },
	},
	"Go, raw": {
		coding: GoRaw,
		units:  []string{"a", "<tool>", "\n", "\r\n", `\n`, "\"", "é", "😀", "\t"},
		read:   func(raw string) (string, error) { return strconv.Unquote("`" + raw + "`") },
		lossy:  "`\r",
	},
	"JavaScript":     {coding: JavaScript, units: []string{"a", "<tool>", "é", "😀", `\n`, `\'`, `\"`, `\\`, `\x41`, `\u003c`, `\u{1F600}`, `\ud83d\ude00`, `\q`, "\\\n", "\\\r\n", "{", "$"}},
	"template":       {coding: Template, units: []string{"a", "<tool>", "é", "😀", "\n", "\r\n", `\n`, "\\`", `\${`, `\\`, `\u{3c}`, `\q`, "\\\n", "\"", "{", "$ "}},
	"Python":         {coding: Python(`"`, false, false), units: []string{"a", "<tool>", "é", "😀", `\n`, `\'`, `\"`, `\\`, `\x41`, `\101`, `\u003c`, `\U0001F600`, `\q`, "\\\n", "{"}},
	"Python, triple": {coding: Python(`"""`, false, false), units: []string{"a", "<tool>", "é", "\n", "\r\n", `\n`, `\"`, `"a`, `\\`, "\\\r\n", "'"}},
	"Python, f":      {coding: Python(`"`, false, true), units: []string{"a", "<tool>", "é", `\n`, `\"`, "{{", "}}", `\\`}},
	"Python, raw":    {coding: Python(`"`, true, false), units: []string{"a", "<tool>", "é", `\n`, `\"`, `'`}, lossy: "\"\\\n\r"},
	"Python, rf":     {coding: Python(`'''`, true, true), units: []string{"a", "<tool>", "é", "{{", "}}", `\n`, "\n", "\r\n"}, lossy: "'\\\r"},
}

// drawRaw returns a random literal of a coding, sometimes with a long stretch.
func drawRaw(r *rand.Rand, units []string) string {
	var b strings.Builder
	for range r.IntN(12) {
		if r.IntN(20) == 0 {
			b.WriteString(strings.Repeat("x", 700))
		}
		b.WriteString(units[r.IntN(len(units))])
	}
	return b.String()
}

// checkCoding edits a literal between other text: decoding the edited file must give the
// edited text, and nothing else in the file may change.
func checkCoding(t *testing.T, name, raw string, start, end int, replacement string) {
	t.Helper()
	c := codings[name]
	decode := func(raw string) string {
		text := Decode(nil, raw, 0, c.coding).String()
		if c.read == nil {
			return text
		}
		if want, err := c.read(raw); err != nil || want != text {
			t.Fatalf("%s: %q is decoded as %q, want %q, %v", name, raw, text, want, err)
		}
		return text
	}
	text := decode(raw)
	const before, after = "var s = \"", "\" // é"
	file := before + raw + after
	inner := Decode(nil, raw, len(before), c.coding)
	start = boundary(text, start%(len(text)+1))
	end = boundary(text, start+end%(len(text)-start+1))
	end = max(start, end)
	from, to, with, ok := inner.Edit(start, end, replacement)
	if lossy := strings.ContainsAny(replacement, c.lossy); lossy || !ok {
		if ok || !lossy {
			t.Fatalf("%s: %q is written as %q, %t", name, replacement, with, ok)
		}
		return
	}
	fixed := file[:from] + with + file[to:]
	if from < len(before) || to > len(before)+len(raw) || !strings.HasPrefix(fixed, before) || !strings.HasSuffix(fixed, after) {
		t.Fatalf("%s: %d-%d of %q makes %q", name, start, end, file, fixed)
	}
	if got, want := decode(fixed[len(before):len(fixed)-len(after)]), text[:start]+replacement+text[end:]; got != want {
		t.Fatalf("%s: %d-%d %q of %q makes %q, which is %q, want %q", name, start, end, replacement, raw, fixed, got, want)
	}
	checkBytes(t, name, inner, len(before)+len(raw))
}

// checkBytes checks that the bytes of a text are in order before an offset of the file, and found there.
func checkBytes(t *testing.T, name string, inner *Text, end int) {
	t.Helper()
	last := 0
	for at := range len(inner.String()) {
		from, to := inner.Offset(at), inner.End(at+1)
		if found, ok := inner.Find(from); from < last || to <= from || to > end || !ok || found > at || at-found > utf8.UTFMax {
			t.Fatalf("%s: byte %d of %q is at %d to %d, where byte %d is found", name, at, inner.String(), from, to, found)
		}
		last = from
	}
}

func TestCodings(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for name, c := range codings {
		for range 400 {
			replacement := ""
			for range r.IntN(3) {
				replacement += []string{"&amp;", "<", "\n", "\"", "'", "`", "\\", "{", "${", "}", "\t", "\x00", "\x7f", "é", "😀", "x"}[r.IntN(16)]
			}
			checkCoding(t, name, drawRaw(r, c.units), r.IntN(2000), r.IntN(2000), replacement)
		}
	}
}

func FuzzCodings(f *testing.F) {
	f.Add(uint64(1), uint16(3), uint16(9), "&amp;\n\"")
	f.Add(uint64(2), uint16(3), uint16(7), "a\r")
	f.Fuzz(func(t *testing.T, seed uint64, start, end uint16, replacement string) {
		replacement = asText(replacement)
		r := rand.New(rand.NewPCG(3, seed))
		for name, c := range codings {
			checkCoding(t, name, drawRaw(r, c.units), int(start), int(end), replacement)
		}
	})
}

// TestSparse checks that the places in a long string of JSON, which does not keep all escapes, are those in its units.
func TestSparse(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	units := []string{"a", "é", `\n`, `\"`, `\\`, `\u003c`, `\ud83d\ude00`, strings.Repeat("x", sparse-1), strings.Repeat("y", 2*sparse)}
	for range 100 {
		var list []string
		for range 20 * r.IntN(20) {
			list = append(list, units[r.IntN(len(units)-r.IntN(3))])
		}
		long := Decode(nil, strings.Join(list, ""), 0, JSON)
		file, text := 0, 0
		for _, raw := range list {
			unit := Decode(nil, raw, file, JSON)
			for i := range len(unit.String()) {
				at, ok := long.Find(unit.Offset(i))
				if want, _ := unit.Find(unit.Offset(i)); !ok || at != text+want || long.Offset(text+i) != unit.Offset(i) || long.End(text+i+1) != unit.End(i+1) {
					t.Fatalf("%q in %q: byte %d is at %d to %d, want %d to %d", raw, list, i, long.Offset(text+i), long.End(text+i+1), unit.Offset(i), unit.End(i+1))
				}
			}
			file, text = file+len(raw), text+len(unit.String())
		}
		if long.Offset(text) != file || long.End(text) != file {
			t.Fatalf("%q ends at %d, want %d", list, long.Offset(text), file)
		}
	}
}

// TestEscapes checks that sequences that are not escapes of the language are read as
// the language reads them.
func TestEscapes(t *testing.T) {
	for _, test := range []struct{ coding, raw, want string }{
		{"Python", `\q\7a\18\101`, "\\q\aa\x018A"},
		{"Python", `\1234`, "S4"},
		{"Python", "a\\\nb\\\r\nc", "abc"},
		{"Go", "a\\\nb", "a\\\nb"},
		{"Python, f", "a}b{c", "a}b{c"},
		{"Python, rf", "a}b{c", "a}b{c"},
		{"Python, rf", "\r", "\n"},
		{"Python", `\xZZ\x4`, `\xZZ\x4`},
		{"Python", `\u12 \uZZZZ`, `\u12 \uZZZZ`},
		{"Python", `\U00110000`, "\uFFFD"},
		{"Python", `\U0010ffff`, "\U0010FFFF"},
		{"Python", `\é`, `\é`},
		{"JavaScript", `\0\01\1`, "\x00\x0011"},
		{"JavaScript", `\xZZ\é`, "xZZé"},
		{"JavaScript", `\u{}\u{110000}\u{0000041}\u{00000041}`, "u{}\uFFFDAA"},
		{"JavaScript", `\ud83dx`, "\uFFFDx"},
		{"JavaScript", `\ud83d\u0041`, "\uFFFDA"},
		{"Go", `\12 \U0001F600`, "\\12 😀"},
		{"template", "a\r\nb\rc", "a\nb\nc"},
	} {
		if got := Decode(nil, test.raw, 0, codings[test.coding].coding).String(); got != test.want {
			t.Errorf("%s: %q is decoded as %q, want %q", test.coding, test.raw, got, test.want)
		}
	}
}

// TestCodingStyle checks that text inserted at the start of a literal is written in the
// style of the rest, and not escaped unnecessarily.
func TestCodingStyle(t *testing.T) {
	for _, test := range []struct{ coding, raw, replacement, want string }{
		{"Go, raw", "a\r\nb", "x\ny", "x\r\ny"},
		{"Go, raw", "a\nb", "x\ny", "x\ny"},
		{"Python, rf", "a\r\nb", "x\ny", "x\r\ny"},
		{"Python, rf", "a\nb", "x\ny", "x\ny"},
		{"Python, triple", "a\r\nb", "x\ny", "x\r\ny"},
		{"Python, triple", "a\nb", "x\ny", "x\ny"},
		{"Python, triple", "a", `a"b`, `a"b`},
		{"Python, triple", "a", `a""b`, `a\"\"b`},
		{"Python, triple", "a", `"ab"`, `\"ab\"`},
		{"Python, triple", "a", "\t", "\t"},
		{"Python", "a", "\t", `\t`},
		{"Python", "a", "\x00\x7f", `\u0000\u007f`},
		{"Go", "a", "\xff\x0f", `\xff\u000f`},
		{"Go", `\u00e9`, "😀", `\U0001f600`},
		{"JavaScript", `\u00E9`, "😀é\uFFFF", `\ud83d\ude00\u00e9\uffff`},
	} {
		text := Decode(nil, test.raw, 0, codings[test.coding].coding)
		if _, _, raw, ok := text.Edit(0, 0, test.replacement); !ok || raw != test.want {
			t.Errorf("%s: in %q %q is written as %q, %t, want %q", test.coding, test.raw, test.replacement, raw, ok, test.want)
		}
	}
}

// TestJoin checks that a text of one literal with computed parts is edited between them, and one of several
// literals is not.
func TestJoin(t *testing.T) {
	const file = "`a\n<tool>${name}b & c${x}d`"
	places := []int{strings.Index(file, "a"), strings.Index(file, "${name}"), strings.Index(file, "b &"), strings.Index(file, "${x}"), strings.Index(file, "d`")}
	parts := []Part{
		{Start: places[0], End: places[1], Coding: Template},
		{Start: places[1], End: places[2], Shown: "{{name}}"},
		{Start: places[2], End: places[3], Coding: Template},
		{Start: places[3], End: places[4], Shown: "{{x}}"},
		{Start: places[4], End: places[4] + 1, Coding: Template},
	}
	text := Join(file, 0, parts[0].Start, parts, true)
	if want := "a\n<tool>{{name}}b & c{{x}}d"; text.String() != want {
		t.Fatalf("%q, want %q", text.String(), want)
	}
	for _, test := range []struct {
		from, to, with string // the text up to, and after, the replaced part
		want           string
	}{
		{"a", "<tool>{{name}}b & c{{x}}d", "\n\n", "`a\n\n<tool>${name}b & c${x}d`"},
		{"a\n<tool>{{name}}b ", " c{{x}}d", "&amp;", "`a\n<tool>${name}b &amp; c${x}d`"},
		{"a\n<tool>", "{{name}}b & c{{x}}d", "x", "`a\n<tool>x${name}b & c${x}d`"},
		{"a\n<tool>{{name}}", "b & c{{x}}d", "x", "`a\n<tool>${name}xb & c${x}d`"},
		{"a\n<tool>{{name}}b & c{{x}}d", "", "è", "`a\n<tool>${name}b & c${x}dè`"},
		{"a\n<tool>{{na", "me}}b & c{{x}}d", "x", ""},
		{"a\n<tool", "b & c{{x}}d", "x", ""},
	} {
		start, end := len(test.from), len(text.String())-len(test.to)
		from, to, raw, ok := text.Edit(start, end, test.with)
		if ok {
			if got := file[:from] + raw + file[to:]; got != test.want {
				t.Errorf("%q: %s\nwant %s", test.from, got, test.want)
			}
		} else if test.want != "" {
			t.Errorf("%q is not written", test.with)
		}
		if _, _, _, ok := Join(file, 0, parts[0].Start, parts, false).Edit(start, end, test.with); ok {
			t.Errorf("%q is written to one of several literals", test.with)
		}
	}
	from, to, raw, ok := text.Edit(3, -1, "x")
	if atStart, _, _, _ := text.Edit(0, 0, "x"); !ok || from != atStart || to != from || raw != "x" {
		t.Errorf("an edit that ends before the text: %d-%d %q, %t", from, to, raw, ok)
	}
	for at := range len(text.String()) {
		from, to := text.Offset(at), text.End(at+1)
		if found, ok := text.Find(from); from >= to || !ok || found > at {
			t.Errorf("byte %d is at %d to %d, where byte %d is found", at, from, to, found)
		}
	}
	if first := Join("f = name", 0, 4, []Part{{Start: 4, End: 8, Shown: "{{name}}"}}, true); first.End(0) != 4 || first.End(8) != 8 {
		t.Errorf("what is computed is from %d to %d", first.End(0), first.End(8))
	}
	if _, ok := text.Find(places[0] - 1); ok {
		t.Error("what is before the first part is in the text")
	}
}
