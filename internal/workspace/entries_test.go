package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestEntries checks that the content of a folder is what a person would see: without
// ignored entries, and without anything outside.
func TestEntries(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "inner")
	disk.Write(t, dir, map[string]string{
		".git/HEAD": "", ".git/info/exclude": "excluded\n", ".gitignore": "*.log\n/build/\nsecret/*\n!secret/told\n",
		"a.md": "", "a.log": "", "excluded": "", "build/out": "", "build/deep/out": "", "secret/a": "", "secret/told": "",
		"sub/.gitignore": "!a.log\nb\n", "sub/a.log": "", "sub/b": "", "sub/c": "", "sub/deep/b": "", "sub/deep/x": "",
		"inner/y": "", "inner/sub/z": "",
	})
	for name, to := range map[string]string{"link": "sub", "out": "..", "broken": "nothing", "file-link": "a.md"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	w := New(Flags{}, nil)
	if list, _ := w.Entries(filepath.Join(dir, "a.md"), "."); list != nil {
		t.Errorf("no folder is open: %v", list)
	}
	w.Update(Change{Client: &Client{Folders: []string{dir, inner}}})
	for _, test := range []struct{ file, below, want string }{
		{"a.md", ".", ".gitignore a.md file-link inner/ link/ secret/ sub/"},
		{"", ".", ".gitignore a.md file-link inner/ link/ secret/ sub/"},
		{"sub/c", "sub", ".gitignore a.log c deep/"},
		{"a.md", "sub/deep", "x"},
		{"a.md", "link", ".gitignore a.log c deep/"},
		{"a.md", "secret", "told"},
		{"inner/y", ".", "sub/ y"},
		{"inner/y", "sub", "z"},
		{"a.md", "build", ""},
		{"a.md", "build/deep", ""},
		{"a.md", ".git", ""},
		{"a.md", ".git/info", ""},
		{"a.md", "out", ""},
		{"a.md", "..", ""},
		{"a.md", "sub/../..", ""},
		{"a.md", "/", ""},
		{"a.md", "", ""},
		{"a.md", "a.md", ""},
		{"a.md", "missing", ""},
	} {
		file := test.file
		if file != "" {
			file = filepath.Join(dir, file)
		}
		list, more := w.Entries(file, test.below)
		var names []string
		for _, e := range list {
			name := e.Name
			if e.Folder {
				name += "/"
			}
			names = append(names, name)
		}
		if got := strings.Join(names, " "); got != test.want || more {
			t.Errorf("%s from %q: got %s, more: %v, want %s", test.below, test.file, got, more, test.want)
		}
	}
	if list, _ := w.Entries(filepath.Join(filepath.Dir(dir), "elsewhere"), "."); list != nil {
		t.Errorf("for a file outside: %v", list)
	}
}

// TestManyEntries checks that some entries of a folder with very many are returned.
func TestManyEntries(t *testing.T) {
	dir := t.TempDir()
	for i := range MaxEntries + 1 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := New(Flags{}, nil)
	w.Update(Change{Client: &Client{Folders: []string{dir}}})
	list, more := w.Entries("", ".")
	if len(list) != MaxEntries || !more {
		t.Errorf("%d entries, more: %v", len(list), more)
	}
	if err := os.Remove(filepath.Join(dir, "00007")); err != nil {
		t.Fatal(err)
	}
	if list, more = w.Entries("", "."); len(list) != MaxEntries || more {
		t.Errorf("%d entries, more: %v", len(list), more)
	}
}
