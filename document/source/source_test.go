package source

import (
	"slices"
	"strings"
	"testing"
)

// read returns the strings of a program, each with the offsets of its first and its last
// byte in the file checked.
func read(t *testing.T, text string, language Language) (list []string) {
	t.Helper()
	f := Read(text, language, func(string) bool { return true })
	for _, s := range f.Strings {
		value := s.Text.String()
		list = append(list, value)
		if s.Start < 0 || s.End > len(text) || s.Start >= s.End {
			t.Fatalf("%q is at %d to %d of %q", value, s.Start, s.End, text)
		}
		last := s.Start
		for at := range len(value) {
			from, to := s.Text.Offset(at), s.Text.End(at+1)
			if from < last || to > s.End || from > to {
				t.Fatalf("byte %d of %q is at %d to %d of %q", at, value, from, to, text)
			}
			last = from
		}
		for _, h := range s.Holes {
			if !strings.HasPrefix(value[h.Start:h.End], "{{") {
				t.Fatalf("%q is a hole", value[h.Start:h.End])
			}
		}
	}
	return list
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		language Language
		text     string
		want     []string
	}{
		{Go, "var s = `a` + \"b\\n\"", []string{"ab\n"}},
		{Go, "f(\"a\", \"b\")\n// \"c\"\n/* `d` */", []string{"a", "b"}},
		{Go, "x := \"a\" + b.c(\"d\") + `e`", []string{"a{{…}}e", "d"}},
		{Go, "x := \"a\" + (b && c)\ny := \"d\"", []string{"a{{…}}", "d"}},
		{Go, "if x == \"a\"+b && y == \"c\" {", []string{"a{{b}}", "c"}},
		{Go, "map[string]string{\"a\": \"b\", \"c\": \"d\"}", []string{"a", "b", "c", "d"}},
		{Go, "x := []string{\n\"<tool>\",\n\"a</tool>\",\n\"b\",\n}", []string{"<tool>\na</tool>", "b"}},
		{Go, "x := \"open\ny := `open", []string{"open", "open"}},
		{Go, "x := '\"' + \"\\\"\"", []string{"\""}},
		{JavaScript, "const a = 'it\\'s' + \"b\";", []string{"it'sb"}},
		{JavaScript, "const a = `x${b}y${c.d('e')}z`; f('g')", []string{"x${b}y{{…}}z", "e", "g"}},
		{JavaScript, "const a = `x${`y${z}`}` + 'w'", []string{"x{{…}}w", "y${z}"}},
		{JavaScript, "const a = /'/.test(b) / c / 'd'; // 'e'\n/* 'f' */ const g: string = 'h' as const", []string{"d", "h"}},
		{JavaScript, "return <div>it's</div>;\nconst a = 'b';\n", []string{"b"}},
		{JavaScript, "f(`a\\`\\${b}`, 'c\\\nd')", []string{"a`${b}", "cd"}},
		{JavaScript, "const a = `open ${b", []string{"open "}},
		{Python, "a = 'b' \"c\" + d + r'\\n'  # 'e'\n", []string{"bc{{d}}\\n"}},
		{Python, "a = ('b'\n     f'c{d}e{{f}}')\n'g'\n", []string{"bc{{d}}e{f}", "g"}},
		{Python, "a = \"\"\"b\n\"c\" \\\"\"\" d\"\"\"\nb = '''e'''", []string{"b\n\"c\" \"\"\" d", "e"}},
		{Python, "a = f\"{b['c']!r:>{w}} d\"\n", []string{"{{…}} d", "c"}},
		{Python, "a = 'open\nb = 'c'\n", []string{"open", "c"}},
		{Python, "a = rb'\\x' if b else u'\\u00e9'\n", []string{"\\x", "é"}},
		{Python, "a = ['<tool>',\n  'b</tool>',\n 'c']", []string{"<tool>\nb</tool>", "c"}},
		{Python, "x = f'{a", []string{"{{a}}"}},
	} {
		if got := read(t, test.text, test.language); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// Whatever a text is, it is read to its end, and what is found is in it.
func FuzzRead(f *testing.F) {
	f.Add("var s = `a` + \"b\\n\" + x + `", uint8(0))
	f.Add("`x${`y${z}`}` + 'w' /'/ <div>it's", uint8(1))
	f.Add("f'{a[\"b\"]}' \"\"\"c\\\"\"\" # 'd'\n", uint8(2))
	f.Fuzz(func(t *testing.T, text string, language uint8) {
		read(t, text, Language(language%3))
	})
}

// A seam is where a declaration starts, and reading from it gives what reading all does.
func TestSeams(t *testing.T) {
	const text = "package a\n\nvar a = `\nvar b`\n\nfunc f() {\n\tvar c = \"d\"\n}\n\n/*\nvar e\n*/ type g int\nvar h = \"i\" +\nfunc() string { return \"j\" }()\nconst k = `l`\n"
	all := Read(text, Go, func(string) bool { return true })
	got := ""
	for _, at := range all.Seams {
		line, _, _ := strings.Cut(text[at:], "\n")
		got += line + "|"
		rest := Read(text[at:], Go, func(string) bool { return true })
		first := slices.IndexFunc(all.Strings, func(s String) bool { return s.Start > at })
		for i, s := range rest.Strings {
			if want := all.Strings[first+i]; s.Text.String() != want.Text.String() || s.Start+at != want.Start {
				t.Errorf("%q at %d, want %q at %d", s.Text, s.Start+at, want.Text, want.Start)
			}
		}
	}
	if want := "var a = `|func f() {|var h = \"i\" +|const k = `l`|"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
