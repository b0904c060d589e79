package config

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// parse reads the text of a configuration file. It does not check whether files exist.
func parse(file string, text []byte) (*File, []*Problem) {
	c, problems := Load(nil, file, file, text)
	return c.File, problems
}

// TestProblems checks the exact message and place of each kind of mistake.
func TestProblems(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"all keys", "profile = \"strict\"\ntools = [\"t.json\", \"tools\"]\n[rules]\nempty-call = \"off\"\n[[files]]\nglob = \"**/*.md\"\nkind = \"ignore\"\ntools = \"none\"\n[files.rules]\nempty-call = \"hint\"\n", ""},
		{"unknown key", "profil = \"strict\"", `1:1: unknown key "profil"; did you mean "profile"?`},
		{"unknown key, like none", "\nx = 1", `2:1: unknown key "x"; expected exclude, files, intended-examples, max-size, profile, rules, tool-results, tools or version`},
		{"unknown table", "[rule]\nempty-call = \"off\"", `1:2: unknown key "rule"; did you mean "rules"?`},
		{"unknown key of files", "[[files]]\nglob = \"a\"\nknd = \"reply\"", `3:1: unknown key "knd"; did you mean "kind"?`},
		{"wrong type", "profile = 1", `1:11: "profile" must be a string, not an integer`},
		{"wrong type of rules", "rules = [\"empty-call\"]", `1:1: "rules" must be a table, not an array`},
		{"wrong type of a level", "[rules]\nempty-call = true", `2:14: "empty-call" must be a string, not a boolean`},
		{"a date", "profile = 1979-05-27", `1:11: "profile" must be a string, not a date`},
		{"wrong type of files", "[files]\nglob = \"a\"", `1:2: "files" must be a list of tables: write [[files]]`},
		{"files of another type", "files = [1]", `1:10: each of "files" must be a table, not an integer`},
		{"profile", "profile = \"strcit\"", `1:11: unknown profile "strcit"; expected forge, strict or transition; did you mean "strict"?`},
		{"tool results", "tool-results = \"true\"", `1:16: "tool-results" must be a boolean, not a string`},
		{"intended examples", "intended-examples = \"hints\"", `1:21: unknown value "hints"; expected hint, off or normal; did you mean "hint"?`},
		{"size", "max-size = \"10 MB\"", `1:12: "max-size" must be an integer, not a string`},
		{"size of nothing", "max-size = 0", `1:12: "max-size" must be a number of bytes, 1 or more, in decimal digits`},
		{"size in another base", "max-size = 0xFF", `1:12: "max-size" must be a number of bytes, 1 or more, in decimal digits`},
		{"version", "version = 1", ""},
		{"version of another type", "version = \"1\"", `1:11: "version" must be an integer, not a string`},
		{"a version that is not a number", "version = true", `1:11: "version" must be an integer, not a boolean`},
		{"a table twice", "[rules]\n [rules]", "2:3: this is not TOML: table rules already exists"},
		{"a key twice", "version = 1\nversion = 1", "2:1: this is not TOML: key version is already defined"},
		{"a date that is none", "version = 1\nprofile = 2020-13-45", "2:11: \"profile\" must be a string, not a date\n2:16: this is not TOML: impossible date"},
		{"a large number", "version = 99999999999999999999", "1:11: this is not TOML: decimal number is too large to fit in a 64-bit signed intege…\n1:11: \"version\" must be 1"},
		{"no version", "version = 0", `1:11: "version" must be 1`},
		{"a newer version", "x = 1\nversion = 2\nprofile = \"other\"", `2:11: expected version 1, found version 2: update forge-lsp; settings that version 1 does not have are ignored`},
		{"a newer version that is no TOML", "x = \nversion = 2", "1:5: this is not TOML: unexpected character U+000A at start of value"},
		{"kind", "[[files]]\nglob = \"a\"\nkind = \"prompt\"", `3:8: unknown kind "prompt"; expected reply, document, json, go, javascript, python, yaml, toml or ignore`},
		{"rule", "[rules]\nunescaped-ampersnd = \"off\"", `2:1: unknown rule "unescaped-ampersnd"; did you mean "unescaped-ampersand"?`},
		{"rule like none", "[rules]\nqqq = \"off\"", `2:1: unknown rule "qqq"`},
		{"dotted", "rules.empty-cal = \"off\"", `1:7: unknown rule "empty-cal"; did you mean "empty-call"?`},
		{"level", "[rules]\nempty-call = \"eror\"", `2:14: unknown level "eror"; expected off, hint, information, warning or error; did you mean "error"?`},
		{"level like none", "[rules]\nempty-call = \"2\"", `2:14: unknown level "2"; expected off, hint, information, warning or error`},
		{"glob", "[[files]]\nglob = \"a[\"", `2:8: invalid glob "a[": a bracket, a brace or a backslash is not closed`},
		{"absolute glob", "[[files]]\nglob = \"/a\"", `2:8: invalid glob "/a": it is relative to this file; remove the slash at its start`},
		{"no glob", "\n[[files]]\nkind = \"reply\"", `2:3: missing "glob" in "files"`},
		{"empty glob", "[[files]]\nglob = \"\"", `2:8: a glob is empty`},
		{"tools", "tools = \"t.json\"", `1:9: "tools" must be a list of paths or "none": write ["t.json"]`},
		{"tools of another type", "tools = {}", `1:9: "tools" must be a list of paths or "none", not a table`},
		{"a path in another type", "tools = [\"a\", 1]", `1:15: a path in "tools" must be a string, not an integer`},
		{"empty path", "tools = [\"\"]", `1:10: a path in "tools" is empty`},
		{"no table", "profile = \"strict\"\n[profile.x]", "2:2: this is not TOML: key profile already exists as a value"},
		{"syntax", "profile = \n[rules]\nempty-cal = \"off\"", "1:11: this is not TOML: unexpected character U+000A at start of value\n3:1: unknown rule \"empty-cal\"; did you mean \"empty-call\"?"},
		{"columns are UTF-16", "[rules]\n\"😀é\" = \"off\"", `2:1: unknown rule "😀é"`},
		{"columns behind them", "rules = {\"😀é\" = \"off\", x = 1}", "1:10: unknown rule \"😀é\"\n1:25: unknown rule \"x\""},
		{"CR LF and a byte order mark", "\uFEFF[rules]\r\nx = \"off\"\r\n", `2:1: unknown rule "x"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := parse("f", []byte(test.text))
			if got := shown(problems); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// shown returns problems, one per line, without the name of the file f.
func shown(problems []*Problem) string {
	var lines []string
	for _, p := range problems {
		lines = append(lines, strings.TrimPrefix(p.Error(), "f:"))
	}
	return strings.Join(lines, "\n")
}

// TestRest checks that a mistake does not affect the rest of the file.
func TestRest(t *testing.T) {
	f, problems := parse("f", []byte(`
profil = "x"
tools = [1, "a.json"]
[rules]
nonsense = "off"
empty-call = "hint"
missing-arguments = "loud"
x = = 3
profile = "lost"

[[files]]
kind = "reply"

[[files]]
glob = "*.md"
kind = "replies"
rules.empty-call = "off"
`))
	if len(problems) != 7 {
		t.Errorf("%d problems:\n%s", len(problems), shown(problems))
	}
	if got := printed(t, f); got != `tools = ['a.json']

[rules]
empty-call = 'hint'

[[files]]
glob = '*.md'

[files.rules]
empty-call = 'off'
` {
		t.Errorf("left:\n%s", got)
	}
}

// keysOf returns the keys that a table of a configuration may have.
func keysOf[T any]() []string {
	var keys []string
	for f := range reflect.TypeFor[T]().Fields() {
		if tag := f.Tag.Get("toml"); tag != "" {
			key, _, _ := strings.Cut(tag, ",")
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// TestDocumented checks that the examples in the documentation are valid.
func TestDocumented(t *testing.T) {
	for _, name := range []string{"../../docs/configuration.md", "../../README.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		examples := 0
		for i, part := range strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "```toml\n") {
			example, _, _ := strings.Cut(part, "```")
			if i == 0 || strings.Contains(example, "language-server") {
				continue // before the first one, or of another program
			}
			examples++
			if _, problems := parse("f", []byte(example)); len(problems) > 0 {
				t.Errorf("%s: %s\nin\n%s", name, shown(problems), example)
			}
		}
		if examples == 0 {
			t.Errorf("%s has no example", name)
		}
	}
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range append(keysOf[File](), keysOf[Override]()...) {
		if !strings.Contains(string(text), "`"+key+"`") && !strings.Contains(string(text), "["+key+"]") {
			t.Errorf("docs/configuration.md does not explain %s", key)
		}
	}
}
