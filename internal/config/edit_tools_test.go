package config

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/entrhq/forge-lsp/internal/filetools"
)

// TestEditTools checks that the tools of a file precede those of the files that it extends, and the
// names of arguments that are not given.
func TestEditTools(t *testing.T) {
	c, problems := Load(fstest.MapFS{
		"f": {Data: []byte("extends = 'g'\n[[edit-tools]]\nname = 'one'\nsearch = 'old'\nall = 'every'\n[[edit-tools]]\nname = 'two'\nedits = 'list'\n")},
		"g": {Data: []byte("[[edit-tools]]\nname = 'one'\npath = 'file'\nreplace = 'new'\n")},
	}, "f", nil)
	if len(problems) > 0 {
		t.Fatal(shown(problems))
	}
	r, again := Defaults(), Defaults()
	c.Resolve(r, "a.reply", nil)
	want := []filetools.EditTool{
		{Name: "one", Path: "path", Search: "old", Replace: "replace", All: "every"},
		{Name: "two", Path: "path", Search: "search", Replace: "replace", Edits: "list"},
		{Name: "one", Path: "file", Search: "search", Replace: "new"},
	}
	if got := r.Options().EditTools; !slices.Equal(got, want) || r.EditTools[2].From.String() != "g:2" {
		t.Errorf("%+v, want %+v", r.EditTools, want)
	}
	if c.Resolve(again, "b.reply", nil); !r.Options().Equal(again.Options()) {
		t.Error("equal configurations give other options")
	}
}

// TestEditToolProblems checks that a tool with a mistake is reported, and not used.
func TestEditToolProblems(t *testing.T) {
	for text, want := range map[string]string{
		"[[edit-tools]]\nname = 'a'":             "",
		"[[edit-tools]]\nsearch = 'a'":           `1:3: missing "name" in "edit-tools"`,
		"[[edit-tools]]\nname = 'a'\nsearch = 1": `3:10: "search" must be a string, not an integer`,
		"[[edit-tools]]\nname = ''":              `2:8: "name" is empty`,
		"[[edit-tools]]\nname = 'a'\nfind = 'b'": `3:1: unknown key "find"; expected all, edits, name, path, replace or search`,
		"[edit-tools]\nname = 'a'":               `1:2: "edit-tools" must be a list of tables: write [[edit-tools]]`,
	} {
		f, problems := Parse("f", []byte(text))
		if got := shown(problems); got != want || len(f.EditTools) > 0 != (want == "") {
			t.Errorf("%s: %q, %d tools, want %q", text, got, len(f.EditTools), want)
		}
	}
}
