package config

import (
	"strings"
	"testing"
	"testing/fstest"
)

const harness = `[[formats]]
name = "harness"
where = ["turns[](who)"]
roles = { Bot = "assistant", operator = "user" }

[[formats.sources]]
messages = "turns[]"
role = "who"
content = ["said", "parts[kind=text].body@json.text"]
results = ["answer"]
`

// TestFormats checks that the formats of a file precede those of the files that it
// extends, each with its place.
func TestFormats(t *testing.T) {
	c, problems := Load(fstest.MapFS{
		"f": {Data: []byte("extends = 'g'\n" + harness)},
		"g": {Data: []byte("[[formats]]\nname = 'other'\nwhere = ['(version=1)']\n")},
	}, "f", nil)
	if len(problems) > 0 {
		t.Fatal(shown(problems))
	}
	r := Defaults()
	c.Resolve(r, "a.json", nil)
	var got []string
	for _, f := range r.Formats {
		got = append(got, f.Value.Name+" "+f.From.String())
	}
	if want := "harness f:3, other g:2"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	o, again, without := r.Options(), Defaults(), Defaults().Options()
	c.Resolve(again, "b.json", nil)
	if !o.Equal(again.Options()) || o.Equal(without) || without.Equal(o) || !without.Equal(Defaults().Options()) {
		t.Error("options are equal if their formats are, and else not")
	}
}

// TestFormatProblems checks that a mistake in a format is reported with its place, and
// that the format is not used.
func TestFormatProblems(t *testing.T) {
	change := func(old, with string) string {
		if !strings.Contains(harness, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(harness, old, with, 1)
	}
	for text, want := range map[string]string{
		change(`name = "harness"`, ""):                     `1:3: missing "name" in "formats"`,
		change(`"harness"`, `""`):                          `2:8: "name" is empty`,
		change(`"harness"`, `7`):                           `2:8: "name" must be a string, not an integer`,
		change(`where = ["turns[](who)"]`, ""):             `1:3: missing "where" in "formats"`,
		change(`["turns[](who)"]`, `[]`):                   `3:1: "where" needs a path`,
		change(`["turns[](who)"]`, `"turns[]"`):            `3:9: "where" must be an array, not a string`,
		change(`["turns[](who)"]`, `["a", 1]`):             `3:15: a path in "where" must be a string, not an integer`,
		change(`["turns[](who)"]`, `["a", ""]`):            `3:15: a path is empty`,
		change(`["turns[](who)"]`, `["a", "b[c"]`):         `3:15: expected "]" in path "b[c"`,
		change(`["turns[](who)"]`, `["(a"]`):               `3:10: expected ")" in path "(a"`,
		change(`["turns[](who)"]`, `["a..b"]`):             `3:10: expected the name of a member in path "a..b"`,
		change(`["turns[](who)"]`, `["a()"]`):              `3:10: expected the name of a member after "(" in path "a()"`,
		change(`["turns[](who)"]`, `["a@jsonb"]`):          `3:10: expected the end, ".", "[" or "(" after @json in path "a@jsonb"`,
		change(`["turns[](who)"]`, `["messages[]","v"]`):   `3:1: the items of "messages" are read one at a time, so no record has both an item and "v"`,
		change(`"user" }`, `"usr" }`):                      `4:41: unknown role "usr"; expected assistant, system, user or tool; did you mean "user"?`,
		change(`"user" }`, `1 }`):                          `4:41: "operator" must be a string, not an integer`,
		change(`where`, `were`):                            `1:3: missing "where" in "formats"` + "\n" + `3:1: unknown key "were"; did you mean "where"?`,
		change(`messages = "turns[]"`, ""):                 `6:11: missing "messages" in "sources"`,
		change(`"turns[]"`, `"turns["`):                    `7:12: expected "]" in path "turns["`,
		change(`"turns[]"`, `""`):                          `7:12: a path is empty`,
		change(`role = "who"`, ""):                         `6:11: missing "role" in "sources"; write "role" or "as"`,
		change(`role = "who"`, `as = "bot"`):               `8:6: unknown role "bot"; expected assistant, system, user or tool`,
		change(`role = "who"`, `as = "tool"`):              "",
		change(`[[formats.sources]]`, `[formats.sources]`): `6:10: "sources" must be a list of tables: write [[formats.sources]]`,
		change(`content`, `contents`):                      `9:1: unknown key "contents"; did you mean "content"?`,
	} {
		f, problems := Parse("f", []byte(text))
		if got := shown(problems); got != want {
			t.Errorf("%s\n%s\nwant\n%s", text, got, want)
		}
		if len(f.Formats) > 0 != (want == "") {
			t.Errorf("%s: %d formats", text, len(f.Formats))
		}
	}
}
