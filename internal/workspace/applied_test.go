package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestToolFiles checks which files are named as those that define the tools, and whether Forge's
// own tools are used in addition.
func TestToolFiles(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{
		".git/HEAD": "", ".forge/tools.yaml": "tools: []\n", "a.md": "",
		"none/forge-lsp.toml": "tools = \"none\"\n", "some/forge-lsp.toml": "tools = [\"t.yaml\"]\n", "some/t.yaml": "name: x\n",
	})
	for _, test := range []struct {
		flags []string
		name  string
		want  string
	}{
		{nil, "a.md", ".forge/tools.yaml true"},
		{nil, "none/b.md", " false"},
		{nil, "some/c.md", "some/t.yaml true"},
		{nil, "", " true"},
		{[]string{filepath.Join(dir, "x.yaml")}, "none/b.md", "x.yaml true"},
		{[]string{config.None}, "some/c.md", " false"},
		{[]string{config.None, filepath.Join(dir, "x.yaml")}, "a.md", "x.yaml false"},
	} {
		path := ""
		if test.name != "" {
			path = filepath.Join(dir, filepath.FromSlash(test.name))
		}
		files, builtin := New(Flags{Tools: test.flags}, nil).For(path).ToolFiles()
		for i, name := range files {
			if below, err := filepath.Rel(dir, absolute(filepath.FromSlash(name))); err == nil {
				files[i] = filepath.ToSlash(below)
			}
		}
		if got := fmt.Sprint(strings.Join(files, " "), " ", builtin); got != test.want {
			t.Errorf("%v, %s: %q, want %q", test.flags, test.name, got, test.want)
		}
	}
}

// TestRootOfTools checks that a configuration's tools may be anywhere below its own root, and
// those of a client's settings below the folder that is open.
func TestRootOfTools(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{
		".git/HEAD": "", "forge-lsp.toml": "tools = [\"outer.json\"]\n", "outer.json": `{"name": "outer"}`,
		"sub/a.md": "", "sub/inner.json": `{"name": "inner"}`,
	})
	open := filepath.Join(dir, "sub")
	for settings, want := range map[string]string{
		`{}`:                               "outer",
		`{"rules": {"empty-call": "off"}}`: "outer",
		`{"tools": ["inner.json"]}`:        "inner",
	} {
		w := New(Flags{}, nil)
		w.Update(Change{Client: &Client{Folders: []string{open}, Settings: []byte(settings)}})
		set := w.For(filepath.Join(open, "a.md")).ToolSet()
		if set == nil || len(set.Problems) > 0 || len(set.Defined) != 1 || set.Defined[0].Name != want {
			t.Errorf("%s: %+v, want %s", settings, set, want)
		}
	}
}

// TestManyDefinitions checks that the files beyond the limit are not read, and that this is
// reported once.
func TestManyDefinitions(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"t.json": `{"name": "ours"}` + strings.Repeat(" ", toolspec.MaxFile-len(`{"name": "ours"}`))})
	const most = MaxDefinitions / toolspec.MaxFile
	list := slices.Repeat([]string{filepath.Join(dir, "t.json")}, most+2)
	for n, want := range map[int]int{most: 0, most + 2: 1} {
		set := New(Flags{Tools: list[:n]}, nil).For(filepath.Join(dir, "a.md")).ToolSet()
		found := 0
		for _, p := range set.Problems {
			if strings.Contains(p.Message, "the files after it are not read") {
				found++
			}
		}
		if found != want || len(set.Files) != most {
			t.Errorf("%d files: %d are read, %d problems about the limit", n, len(set.Files), found)
		}
	}
}

// TestExcludes checks that a file is excluded that was found in folders, if it is from each.
func TestExcludes(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "exclude = [\"out\", \"*.log\"]\n", "out/a.md": "", "b.log": "", "c.md": ""})
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	w := New(Flags{}, nil)
	for _, test := range []struct {
		name   string
		walked bool
		in     []string
		want   bool
	}{
		{"out/a.md", true, []string{at("")}, true},
		{"out/a.md", true, []string{at("out")}, false},
		{"out/a.md", true, []string{at(""), at("out")}, false},
		{"out/a.md", false, []string{at("")}, false},
		{"out/a.md", true, nil, false},
		{"b.log", true, []string{at("")}, true},
		{"c.md", true, []string{at("")}, false},
	} {
		a := w.For(at(test.name))
		s := &Source{Path: at(test.name), File: at(test.name), Walked: test.walked, In: test.in}
		if got := a.Excluded(s); got != test.want {
			t.Errorf("%s in %q: %t", test.name, test.in, got)
		}
	}
}

// TestHasLines checks which files are read line by line: large ones with one record per line, and compressed ones.
func TestHasLines(t *testing.T) {
	dir := t.TempDir()
	isJSON := func(string) bool { return true }
	lines, _ := compress(t, "{}\n{}\n")
	document, _ := compress(t, "{\n}\n")
	large := strings.Repeat(" ", batchSize)
	for name, text := range map[string]string{
		"lines.jsonl": "{}\n{}\n" + large, "document.json": "{\n}\n" + large, "small.jsonl": "{}\n{}\n", "empty.jsonl": "", "one.json": `{"a":"` + large + `"}`,
		"lines.jsonl.gz": lines, "document.json.gz": document, "cut.jsonl.gz": lines[:6], "none.jsonl": strings.Repeat("\x00", 2*batchSize),
	} {
		disk.Write(t, dir, map[string]string{name: text})
		path := filepath.Join(dir, name)
		s := Source{Path: path, File: path}
		if got, want := s.HasLines(isJSON), strings.HasPrefix(name, "lines"); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
	missing := Source{Path: "missing", File: filepath.Join(dir, "missing")}
	if missing.HasLines(isJSON) {
		t.Error("a file that is not there has lines")
	}
}

// TestIsDefinition checks which files are not prompts: the configuration, and what defines tools.
func TestIsDefinition(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{
		".git/HEAD": "", "forge-lsp.toml": "tools = [\"t.yaml\", \"tools\"]\n", "t.yaml": "name: x\n", "tools/a/b.json": `{"name": "y"}`,
		"tools/a.md": "", "u.yaml": "", "toolsets/c.json": "{}",
	})
	for name, want := range map[string]bool{
		"forge-lsp.toml": true, "sub/forge-lsp.toml": true, "t.yaml": true, "tools/a/b.json": true, "tools/a.md": false, "u.yaml": false, "toolsets/c.json": false, "x.json": false,
	} {
		if got := New(Flags{}, nil).For(filepath.Join(dir, filepath.FromSlash(name))).IsDefinition(); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestShorten checks that the shorter form of a path is displayed.
func TestShorten(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	here, err := os.Getwd() // the folder may be a link
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(here, "a", "b.md"): filepath.Join("a", "b.md"), here: ".", filepath.VolumeName(here) + string(filepath.Separator): filepath.VolumeName(here) + string(filepath.Separator),
	} {
		if got := Shorten(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestIsStream checks that only standard input and inherited descriptors are streams.
func TestIsStream(t *testing.T) {
	for file, want := range map[string]bool{Stdin: true, "a.md": false, filepath.Join(t.TempDir(), "0"): false} {
		if got := (&Source{File: file}).IsStream(); got != want {
			t.Errorf("%s: %t", file, got)
		}
	}
}

// TestPlacesOfProblems checks the places of errors in definitions, in UTF-16 code units.
func TestPlacesOfProblems(t *testing.T) {
	const content = "a\n😀 é: x\n"
	for _, test := range []struct{ line, column, wantLine, wantColumn int }{
		{0, 0, 1, 1}, {1, 1, 1, 1}, {2, 1, 2, 1}, {2, 5, 2, 3}, {2, 8, 2, 5}, {9, 9, 3, 1},
	} {
		got := problemsIn(text.New(content), []*toolspec.Error{{File: "f", Line: test.line, Column: test.column, Reason: "r", Pointer: "/p"}})
		if len(got) != 1 || got[0].Line != test.wantLine || got[0].Column != test.wantColumn || got[0].Message != "r" || got[0].Pointer != "/p" {
			t.Errorf("%d:%d: %+v, want %d:%d", test.line, test.column, got, test.wantLine, test.wantColumn)
		}
	}
}
