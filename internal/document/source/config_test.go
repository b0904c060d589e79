package source

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v4"
)

// scalars returns the values of all scalars of YAML, as the library reads them.
func scalars(text string) (list []string, ok bool) {
	loader, err := yaml.NewLoader(strings.NewReader(text))
	var add func(n *yaml.Node)
	add = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			list = append(list, n.Value)
		} else if n.Kind != yaml.AliasNode {
			for _, child := range n.Content {
				add(child)
			}
		}
	}
	for err == nil {
		var document yaml.Node
		if err = loader.Load(&document); err == nil {
			add(&document)
		}
	}
	return list, errors.Is(err, io.EOF)
}

func TestYAML(t *testing.T) {
	for _, text := range []string{
		"a: b\n", "a: |\n  b\n  c\n\nd: e\n", "a: |-\n   b\n    c\n\n\nd: e", "a: |+\n b\n\n\nd: e\n", "- |2\n    b\n   c\n- |1-\n  d\n", "- >\n  a\n  b\n\n  c\n   d\n  e\n\n\n- f\n",
		"a: >-\n\n  b\n  c\n", "a: >+\n  b\n\n\n", "a: 'it''s\n  b\n\n  c'\nd: \"x\\n\\\n   y \\u00e9\\\n\n  z\"\n", "a: b\n  c\n\n  d # e\nf: [g h, i\n j, 'k', \"l\", {m: n}]\n",
		"--- |\n a\n---\nb: c\n...\n---\n- d\n", "a: &x |  # comment\n  b\nc: !!str  'd'\ne: *x\n!t f: !u\n  g\n", "\ufeffa: \"b\"\n", "é: \"é\"\nx: |\n  é\n\n  ü\n", "a: |\r\n  b\r\n  c\r\nd: e\r\n", "a: |\r  b\r  c\rd: e\r",
		"a: |\n  b", "a: |+\n  b\n   ", "a: |\n\n\n  b\n", "a: |2\n\n    b\n", "? |\n  a\n: |\n  b\n", "a: ''\nb:\nc: \"\"\n", "- - - |\n      a\n", "a:\n- |\n  b\n- c", "--- |\na\nb\n", "a: \"b\\\n  \"\n", "", "# c\n",
	} {
		want, ok := scalars(text)
		if !ok {
			t.Fatalf("%q is not YAML", text)
		}
		f := Read(text, YAML, func(string) bool { return true })
		want = slices.DeleteFunc(want, func(s string) bool { return strings.Trim(s, " \n") == "" })
		got := read(t, text, YAML)
		got = slices.DeleteFunc(got, func(s string) bool { return strings.Trim(s, " \n") == "" })
		if f.Invalid || !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTOML(t *testing.T) {
	const text = "a = \"b\\n\" # c\n[d]\ne = 'f\\n' \ng = \"\"\"\nh \"i\" \\\n   j\n\"\"\"\nk = ['''\nl''', {m = '''n''''', o = [1, \"p\"]}]\nq.r = \"\\u00e9\"\n"
	want := []string{"b\n", "f\\n", "h \"i\" j\n", "l", "n''", "p", "é"}
	if got := read(t, text, TOML); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if f := Read("a = \"b\nc = 1\n", TOML, func(string) bool { return true }); !f.Invalid || f.Strings != nil {
		t.Errorf("%+v", f)
	}
}

// TestConfigComments checks that comments are outside values, and that a comment cannot
// precede a line that starts in one.
func TestConfigComments(t *testing.T) {
	const text = "# a\nb: |\n  # c\n\n# d\ne: \"f\n  # g\" # h\n? \"i\n j\"\n: [k,\n  # l\n  \"m\"]\n"
	f := Read(text, YAML, func(string) bool { return true })
	in := func(mark string) bool {
		at := strings.Index(text, mark)
		return slices.ContainsFunc(f.Comments, func(c Span) bool { return c.Start <= at && at < c.End })
	}
	for mark, want := range map[string]bool{"# a": true, "# c": false, "# d": true, "# g": false, "# h": true, "# l": true} {
		if in(mark) != want {
			t.Errorf("%s is in a comment: %t", mark, !want)
		}
	}
	lines := ""
	for _, s := range f.Strings {
		line := "-"
		if s.Line >= 0 {
			line, _, _ = strings.Cut(text[s.Line:], "\n")
		}
		lines += line + "|"
	}
	if want := "b: ||b: ||e: \"f|e: \"f|? \"i|: [k,|\"m\"]|"; lines != want {
		t.Errorf("%s, want %s", lines, want)
	}
}

// FuzzConfig checks that strings that the libraries read are found, wherever they are
// in a file.
func FuzzConfig(f *testing.F) {
	f.Add("a: |2-\n   b\n  c\n\nd: [\"e\\\n f\", 'g''h', i\n j]\n", false)
	f.Add("- >\n  a\n  b\n\n   c\n- &x !!str |+\n a\n\n", false)
	f.Add("a = \"b\\u00e9\"\nc = [\"\"\"\nd\\\n e\"\"\", {f = '''g'''}]\n", true)
	f.Fuzz(func(t *testing.T, text string, isTOML bool) {
		if isTOML {
			got := Read(text, TOML, func(string) bool { return true })
			read(t, text, TOML)
			var v map[string]any
			if err := toml.Unmarshal([]byte(text), &v); err == nil && got.Invalid {
				t.Errorf("%q is TOML", text)
			}
			return
		}
		got := read(t, text, YAML)
		want, ok := scalars(strings.TrimPrefix(text, "\ufeff"))
		if !ok || !utf8.ValidString(text) || strings.ContainsAny(text, "\u0085\u2028\u2029\ufeff") {
			return // other readers disagree about line ends
		}
		if strings.ContainsAny(text, "&!") && Read(text, YAML, func(string) bool { return true }).Invalid {
			return // and about the ends of names
		}
		blank := func(s string) bool { return strings.Trim(s, " \n") == "" }
		if got, want = slices.DeleteFunc(got, blank), slices.DeleteFunc(want, blank); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	})
}
