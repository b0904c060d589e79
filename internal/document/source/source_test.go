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
		{JavaScript, "const a = `open ${b", []string{"open ${b"}},
		{Python, "a = 'b' \"c\" + d + r'\\n'  # 'e'\n", []string{"bc{{d}}\\n"}},
		{Python, "a = ('b'\n     f'c{d}e{{f}}')\n'g'\n", []string{"bc{{d}}e{f}", "g"}},
		{Python, "a = \"\"\"b\n\"c\" \\\"\"\" d\"\"\"\nb = '''e'''", []string{"b\n\"c\" \"\"\" d", "e"}},
		{Python, "a = f\"{b['c']!r:>{w}} d\"\n", []string{"{{…}} d", "c"}},
		{Python, "a = 'open\nb = 'c'\n", []string{"open", "c"}},
		{Python, "a = rb'\\x' if b else u'\\u00e9'\n", []string{"\\x", "é"}},
		{Python, "a = ['<tool>',\n  'b</tool>',\n 'c']", []string{"<tool>\nb</tool>", "c"}},
		{Python, "x = f'{a", []string{"{{a}}"}},
		{Python, "x = f'{", []string{"{{}}"}},
		{Python, "x = f'{{", []string{"{"}},
		{Python, "x = '\\", []string{"\\"}},
		{Python, "a = 'b' \\\n  'c' \\\r\n  'd' \\\r'e'\n'f' \\\n\n'g'", []string{"bcde", "f", "g"}},
		{Python, "a = 'b\\\r\nc' 'd'\r\n'e'", []string{"bcd", "e"}},
		{Python, "a = F'{b}c' + R'\\n' + zf'{a}'", []string{"{{b}}c\\n{{…}}", "{a}"}},
		{Python, "a = rf'\\{b}\\d'", []string{"\\{{b}}\\d"}},
		{Python, "a = f\"{b['}']} c{d['']}\"\n", []string{"{{…}} c{{…}}", "}", ""}},
		{Python, "a = f'''{'b'\n'c'}''' 'd'", []string{"{{…}}d", "bc"}},
		{Python, "a = 'b' + c @ d + e[9](z, _)\nf = 'g' + h.i", []string{"b{{…}}{{e[9](z, _)}}", "g{{h.i}}"}},
		{Python, "a = 'b' if 'c' in 'd' else not 'e' and 'f' or 'g' is 'h'", []string{"b", "c", "d", "e", "f", "g", "h"}},
		{JavaScript, "this / 'a' / 1\ntrue / 'b' / 1\nfalse / 'c' / 1\nnull / 'd' / 1\nsuper / 'e' / 1\n2 / 'f' / 1\n(x) / 'g' / 1;\n/x/ / 'h' / 1", []string{"a", "b", "c", "d", "e", "f", "g", "h"}},
		{JavaScript, "return / 'a' / 1, 'b' / 'c'", []string{"b", "c"}},
		{JavaScript, "const a = x ? 'b' : y && 'c' || z ?? 'd'; const e = 'f' => 'g'", []string{"b", "c", "d", "f", "g"}},
		{JavaScript, "f(['<tool>',\n 'a'], ['b',\n 'c'], {'<tool>':\n 'd'}, ['<tool>', 'e'])", []string{"<tool>\na", "b", "c", "<tool>", "d", "<tool>", "e"}},
		{Python, "x = rf'\\", []string{"\\"}},
		{JavaScript, "f('<tool>',", []string{"<tool>"}},
		{JavaScript, "f('<tool>',\nx, 'a')", []string{"<tool>", "a"}},
		{JavaScript, "a = `x${'b'}` + f('c') + `y${'d'}`", []string{"x{{…}}{{…}}y{{…}}", "b", "c", "d"}},
		{Go, "x := \"a\" + f(b...) + g(h)", []string{"a{{…}}{{g(h)}}"}},
		// What is not closed in a computed part ends with it.
		{JavaScript, "a = `x${`y` + [}z` + b", []string{"x{{…}}z{{b}}", "y{{[}}"}},
		{JavaScript, "a = `x${`y` + [", []string{"x{{…}}", "y{{[}}"}},
		{Python, "a = f'x{\"y\" + [", []string{"x{{…}}", "y{{[}}"}},
		{JavaScript, "a = `${\"\n}`; f('b')\nc = 'd'", []string{"{{…}}", "b", "d"}},
	} {
		if got := read(t, test.text, test.language); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// FuzzRead checks that any text is read to its end, and that the results are inside it.
func FuzzRead(f *testing.F) {
	f.Add("var s = `a` + \"b\\n\" + x + `", uint8(0))
	f.Add("`x${`y${z}`}` + 'w' /'/ <div>it's", uint8(1))
	f.Add("f'{a[\"b\"]}' \"\"\"c\\\"\"\" # 'd'\n", uint8(2))
	f.Fuzz(func(t *testing.T, text string, language uint8) {
		read(t, text, Language(language%3))
	})
}

// TestPlaces checks the places of strings: from the first quote, or the name of a
// computed part, to the last quote, and the starts of their lines.
func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		language Language
		text     string
		strings  []string // as written in the program
		lines    []string // the text that their lines start with; "" for none
	}{
		{Go, "\tx := `a\nb` + c\n  f(\"d\")", []string{"`a\nb` + c", `"d"`}, []string{"x := `a", `f("d")`}},
		{Go, "x := `a\nb`; y := `c`\n/* d\n*/ z := `e`\n// f\n g(`h`)", []string{"`a\nb`", "`c`", "`e`", "`h`"}, []string{"x :=", "", "", "g("}},
		{Go, "`a\nb` + `c`, `d`", []string{"`a\nb` + `c`", "`d`"}, []string{"`a\nb`", ""}},
		{Go, `x := "open`, []string{`"open`}, []string{"x"}},
		{Go, "x := \"open\ny := `open", []string{`"open`, "`open"}, []string{"x", "y"}},
		{JavaScript, "a = `b${'c'}` +\n 'd'", []string{"`b${'c'}` +\n 'd'", "'c'"}, []string{"a", ""}},
		{JavaScript, "  f(g, 'h')", []string{"'h'"}, []string{"f"}},
		{Python, "a = rb'b' f\"{c}\" \\\n  'd' + e", []string{"rb'b' f\"{c}\" \\\n  'd' + e"}, []string{"a"}},
		{Python, "a = \"\"\"b\nc\"\"\"; 'd'\n'open", []string{"\"\"\"b\nc\"\"\"", "'d'", "'open"}, []string{"a", "", "'open"}},
		{Python, "a = f'{b[\"c\"]}d'", []string{"f'{b[\"c\"]}d'", "\"c\""}, []string{"a", ""}},
	} {
		f := Read(test.text, test.language, func(string) bool { return true })
		if len(f.Strings) != len(test.strings) {
			t.Fatalf("%s: %d strings", test.text, len(f.Strings))
		}
		for i, s := range f.Strings {
			if got := test.text[s.Start:s.End]; got != test.strings[i] {
				t.Errorf("%s: %q, want %q", test.text, got, test.strings[i])
			}
			if want := test.lines[i]; (want == "") != (s.Line < 0) || want != "" && !strings.HasPrefix(test.text[s.Line:], want) {
				t.Errorf("%s: the line of %q is at %d, want %q", test.text, test.strings[i], s.Line, want)
			}
		}
	}
}

func TestComments(t *testing.T) {
	for _, test := range []struct {
		language Language
		text     string
		want     []string
	}{
		{Go, "// a\r\nb /* c\r\nd */ + 1 // e", []string{"// a", "/* c\r\nd */", "// e"}},
		{Go, "/* open", []string{"/* open"}},
		{Go, "//\na /**/ //", []string{"//", "/**/", "//"}},
		{Go, "/", nil},
		{JavaScript, "// a\nb /* c\nd */ + 1 // e", []string{"// a", "/* c\nd */", "// e"}},
		{Python, "# a\r\nb = '#c' # d\n#\n# e", []string{"# a", "# d", "#", "# e"}},
	} {
		var got []string
		for _, c := range Read(test.text, test.language, func(string) bool { return true }).Comments {
			got = append(got, test.text[c.Start:c.End])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// TestHoles checks that computed parts are holes, and that text that looks like one is
// not.
func TestHoles(t *testing.T) {
	for text, want := range map[string]string{
		`x := "{{a}}" + b + "é" + c.d`: "{{b}} {{c.d}}",
		`x := "a"`:                     "",
	} {
		s := Read(text, Go, func(string) bool { return true }).Strings[0]
		var got []string
		for _, h := range s.Holes {
			got = append(got, s.Text.String()[h.Start:h.End])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestRelevant checks that only relevant strings are returned, whatever is around and
// in them.
func TestRelevant(t *testing.T) {
	f := Read("f('a' + g('<tool>') + `x${'<tool>' + 'b'}`, 'c')", JavaScript, func(s string) bool { return strings.Contains(s, "<tool>") })
	var got []string
	for _, s := range f.Strings {
		got = append(got, s.Text.String())
	}
	if want := []string{"a{{…}}x{{…}}", "<tool>", "<tool>b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestVain counts the bytes of JavaScript that are read in vain, and strings in computed parts that are nested
// without end.
func TestVain(t *testing.T) {
	relevant := func(string) bool { return true }
	for _, unit := range []string{"a=/[/<tool>/", "\\`<tool>", "\\'<tool>", "/*<tool>", "@<tool>", "1a<tool>"} {
		r := &finder{text: strings.Repeat(unit, 16<<10/len(unit)), relevant: relevant, grammar: grammars[JavaScript], file: &File{}}
		if r.scan(0, len(r.text), false); r.vain > (maxVain+1)*len(r.text) {
			t.Errorf("%q: %d bytes of %d are read in vain", unit, r.vain, len(r.text))
		}
	}
	for unit, language := range map[string]Language{"\"a\"+(": Go, "'a'+(": JavaScript, "`a${": JavaScript, "'b'+(": Python} {
		if n := len(Read(strings.Repeat(unit, 10*maxDepth), language, relevant).Strings); n > maxDepth+1 {
			t.Errorf("%q: %d strings", unit, n)
		}
	}
}
