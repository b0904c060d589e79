package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

func TestFile(t *testing.T) {
	none := func(string) error { return nil }
	refused := errors.New("any")
	for _, test := range []struct {
		name, path string
		prepare    func(path string) error
		want       error
	}{
		{"nothing", "a.md", none, nil},
		{"the longest name", strings.Repeat("n", 255), none, nil},
		{"another run did the same", "a.md", func(path string) error { return os.WriteFile(path, []byte("new"), 0o644) }, nil},
		{"changed meanwhile", "a.md", func(path string) error { return os.WriteFile(path, []byte("theirs"), 0o644) }, ErrChanged},
		{"gone", "a.md", os.Remove, fs.ErrNotExist},
		{"a folder now", "a.md", func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) }, refused},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			disk.Write(t, ".", map[string]string{test.path: "old"})
			if err := test.prepare(test.path); err != nil {
				t.Fatal(err)
			}
			before, beforeErr := os.ReadFile(test.path)
			err := File(test.path, "old", "new")
			if (err == nil) != (test.want == nil) || test.want != refused && !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if test.want == nil {
				before = []byte("new")
			}
			after, afterErr := os.ReadFile(test.path)
			if string(after) != string(before) || (beforeErr == nil) != (afterErr == nil) {
				t.Errorf("the file holds %q, %v; want %q, %v", after, afterErr, before, beforeErr)
			}
			entries, _ := os.ReadDir(".")
			if len(entries) > 1 {
				t.Errorf("files left behind: %v", entries)
			}
		})
	}
}

// TestHardLinks checks that a file with two names keeps both.
func TestHardLinks(t *testing.T) {
	t.Chdir(disk.Folder(t, "a.md", "old"))
	if err := os.Link("a.md", "b.md"); err != nil {
		t.Fatal(err)
	}
	const want = "it has 2 hard links, which replacing it would separate: edit it by hand, or put a copy in its place"
	if err := File("a.md", "old", "new"); err == nil || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
	wantFiles(t, ".", map[string]string{"a.md": "old", "b.md": "old"})
}

// TestClean checks that what killed runs left is removed, and neither what a live run has nor
// anything else.
func TestClean(t *testing.T) {
	const left, live = ".forge-lsp-1.tmp", ".forge-lsp-2.tmp"
	want := map[string]string{"a.md": "text", live: "ne", ".forge-lsp-1.md": "", "a.tmp": "", "x" + left: ""}
	dir := t.TempDir()
	disk.Write(t, dir, want)
	disk.WriteFile(t, filepath.Join(dir, left), "ne")
	before := time.Now().Add(-time.Hour)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.Name() == live {
			continue
		}
		if err := os.Chtimes(filepath.Join(dir, e.Name()), before, before); err != nil {
			t.Fatal(err)
		}
	}
	Clean(dir)
	wantFiles(t, dir, want)
	Clean(filepath.Join(dir, "missing"))
}

func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Errorf("%s has %v, %v; want %q", dir, entries, err, want)
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != text {
			t.Errorf("%s holds %q, %v; want %q", name, got, err, text)
		}
	}
}
