package config

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// MarshalTOML writes tools as a list or a word, in the form in which they are read.
func (t *Tools) MarshalTOML() ([]byte, error) {
	if slices.Equal(*t, Tools{None}) {
		return []byte(`"none"`), nil
	}
	list, err := toml.Marshal(map[string][]string{"x": *t})
	return []byte(strings.TrimSpace(strings.TrimPrefix(string(list), "x = "))), err
}

var _ unstable.Marshaler = (*Tools)(nil)

// printed returns a file as TOML.
func printed(t *testing.T, f *File) string {
	t.Helper()
	var b strings.Builder
	if err := toml.NewEncoder(&b).EnableMarshalerInterface().Encode(f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// lineEnd is what editors take for one; in TOML a lone CR is a mistake.
var lineEnd = regexp.MustCompile("\r\n|\r|\n")

// FuzzParse checks any text: each problem has a place in it, there is a problem if the
// TOML library reports one, and printing the result and reading it again gives the same
// result.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "\uFEFFprofile = \"strict\"\r\n[rules]\r\nempty-call = \"off\"\r\n",
		"exclude = [\"a/**\", \"\", \"[\", 1, \"/a\", \"**\"]\n", "intended-examples = \"off\"\ntool-results = false\ntools = [\"t.json\", \"'\"]\n[[files]]\nglob = \"**/*.md\"\nkind = \"ignore\"\ntools = \"none\"\n[files.rules]\nempty-call = \"hint\"\n",
		"tools = []\nfiles = [{glob = \"a\", rules = {x = 1}}]", "x = [\n[1]\n", "a.b = 1\n[a]\n[a.b]\n[[a]]", "[[a.b]]\n[a]\n[[a.b]]\n[a.b.c]",
		"[\"\"]\n\"\" = '''\n😀''' # é", "rules.empty-call = \"off\"\nprofile = \"\\ud800\"", "[rules\nx", "a = 1\r<\n[", "\xff", "a = {b = 1, b = 2}\na.c = 3", "a = 1e400\nb = 99999999999999999999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, problems := parse("f", []byte(text))
		lines := lineEnd.Split(strings.TrimPrefix(text, "\uFEFF"), -1)
		for _, p := range problems {
			if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > 1+columns(lines[p.Line-1]) {
				t.Errorf("outside: %v", p)
			}
			if p.Message == "" || !utf8.ValidString(p.Message) {
				t.Errorf("message %q", p.Message)
			}
		}
		var all map[string]any
		if err := toml.Unmarshal([]byte(strings.TrimPrefix(text, "\uFEFF")), &all); err != nil && len(problems) == 0 {
			t.Errorf("no problem, but %v", err)
		}
		for path, p := range file.places {
			if p.Line < 1 || p.Line > len(lines) {
				t.Errorf("%s is at %v", path, p)
			}
		}
		again, more := parse("f", []byte(printed(t, file)))
		if len(more) > 0 {
			t.Errorf("its print is wrong: %v\n%s", more[0], printed(t, file))
		}
		for _, f := range []*File{file, again} {
			f.places = nil
			for i := range f.Files {
				f.Files[i].places = nil
			}
		}
		if !reflect.DeepEqual(file, again) {
			t.Errorf("%+v is printed as\n%s", file, printed(t, file))
		}
	})
}

// columns returns the length of a line in UTF-16 code units.
func columns(line string) int {
	n := 0
	for _, r := range line {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}
