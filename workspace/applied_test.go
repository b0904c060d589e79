package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
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
		{[]string{NoTools}, "some/c.md", " false"},
		{[]string{NoTools, filepath.Join(dir, "x.yaml")}, "a.md", "x.yaml false"},
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

// TestFingerprint checks that the settings of a file have another fingerprint if any file has
// another content that they depend on, and no other fingerprint otherwise.
func TestFingerprint(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		disk.Write(t, dir, map[string]string{name: text})
	}
	write(".git/HEAD", "")
	seen := map[Fingerprint]string{}
	for _, test := range []struct{ name, text string }{
		{"a.md", "nothing"},
		{"forge-lsp.toml", "[rules]\nempty-call = 'off'\n"},
		{"forge-lsp.toml", "[rules]\nempty-call = 'error'\n"},
		{"forge-lsp.toml", "tools = ['t.json']\n"},
		{"t.json", `{"name": "ours"}`},
		{"t.json", `{"name": "oars"}`},
		{"t.json", `{"name": `},
	} {
		write(test.name, test.text)
		sum, shared := New(Flags{}, nil).For(filepath.Join(dir, "a.md")).Fingerprint()
		if earlier, ok := seen[sum]; ok || !shared {
			t.Errorf("with %s in %s the same as with %s, %t", test.text, test.name, earlier, shared)
		}
		seen[sum] = test.text
		if again, _ := New(Flags{}, nil).For(filepath.Join(dir, "b.md")).Fingerprint(); again != sum {
			t.Errorf("with %s: another file has another one", test.text)
		}
	}
	write("forge-lsp.toml", "[[files]]\nglob = 'a.md'\ntools = ['t.json']\n")
	if _, shared := New(Flags{}, nil).For(filepath.Join(dir, "a.md")).Fingerprint(); shared {
		t.Error("the tools of one file are those of all")
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

// TestArchiveErrors checks what opening an archive reports that is not there, or is none.
func TestArchiveErrors(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "a.zip")
	if err := os.WriteFile(text, []byte("no archive"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{text: "zip", filepath.Join(dir, "none.zip"): "no such file"} {
		s := Source{Path: path, File: path}
		if a, err := s.Archive(); err == nil || a != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v", path, a, err)
		}
	}
}
