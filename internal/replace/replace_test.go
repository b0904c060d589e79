package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

func TestFile(t *testing.T) {
	none := func(string) error { return nil }
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
		{"a folder now", "a.md", func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) }, errNotRegular},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			disk.Write(t, ".", map[string]string{test.path: "old"})
			if err := test.prepare(test.path); err != nil {
				t.Fatal(err)
			}
			before, beforeErr := os.ReadFile(test.path)
			replaced, err := File(test.path, "old", "new")
			if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) || replaced != (err == nil) {
				t.Errorf("replaced %t, error %v, want %v", replaced, err, test.want)
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
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.md": "old"})
	if err := os.Link("a.md", "b.md"); err != nil {
		t.Fatal(err)
	}
	replaced, err := File("a.md", "old", "new")
	const want = "it has 2 hard links, which replacing it would separate: edit it by hand, or put a copy in its place"
	if replaced || err == nil || err.Error() != want {
		t.Errorf("replaced %t, %v; want %s", replaced, err, want)
	}
	wantFiles(t, ".", map[string]string{"a.md": "old", "b.md": "old"})
}

// TestClean checks that files of each kind that killed runs leave are removed, nothing
// else, and no content that no other file has.
func TestClean(t *testing.T) {
	name := change{digestOf("old"), digestOf("new")}.name()
	for _, test := range []struct {
		name, left string // the suffix and the content of a temporary file
		text       string
		kept       bool
	}{
		{"half written", part, "ne", false},
		{"before the exchange", swap, "new", false},
		{"after the exchange", swap, "old", false},
		{"another program's", swap, "theirs", true},
	} {
		dir := t.TempDir()
		want := map[string]string{"a.md": "text", prefix + "x" + part: "", "a.part": "", "b.swap": ""}
		disk.Write(t, dir, want)
		disk.Write(t, dir, map[string]string{name + test.left: test.text})
		if test.kept {
			want[name+test.left] = test.text
		}
		if err := Clean(dir); (err != nil) != test.kept || test.kept && !strings.HasPrefix(err.Error(), filepath.Join(dir, name)) {
			t.Errorf("%s: %v", test.name, err)
		}
		wantFiles(t, dir, want)
	}
	if err := Clean(filepath.Join(t.TempDir(), "missing")); err != nil {
		t.Error(err)
	}
}

// TestCleanLeavesLiving checks that a temporary file that a live run has is kept, and that
// the old content may be removed by another run at any time.
func TestCleanLeavesLiving(t *testing.T) {
	for _, from := range []string{"write", "keep", "sync", "rename", "sum", "exchange", "remove"} {
		file := filepath.Join(disk.Folder(t, "a.md", "old"), "a.md")
		cleaned := 0
		r := run{before: func(step string) error {
			if step != from && cleaned == 0 {
				return nil
			}
			cleaned++
			return Clean(filepath.Dir(file))
		}}
		if replaced, err := r.file(file, "old", "new"); !replaced || err != nil || cleaned == 0 {
			t.Errorf("from %s: replaced %t, %v, cleaned %d times", from, replaced, err, cleaned)
		}
		wantFiles(t, filepath.Dir(file), map[string]string{"a.md": "new"})
	}
}

// TestLost checks that a run tries again whose temporary file was removed, but not for
// ever.
func TestLost(t *testing.T) {
	for _, times := range []int{2, 3} {
		dir := disk.Folder(t, "a.md", "old")
		lost := 0
		r := run{before: func(step string) error {
			if step == "rename" && lost < times {
				lost++
				return fs.ErrNotExist
			}
			return nil
		}}
		want := map[string]string{"a.md": "new"}
		if times == 3 {
			want["a.md"] = "old"
		}
		if replaced, err := r.file(filepath.Join(dir, "a.md"), "old", "new"); replaced != (times == 2) || errors.Is(err, errLost) != (times == 3) {
			t.Errorf("lost %d times: replaced %t, %v", times, replaced, err)
		}
		wantFiles(t, dir, want)
	}
}

func TestNames(t *testing.T) {
	c := change{digestOf("old"), digestOf("new")}
	name := c.name()
	if c.name() == name {
		t.Errorf("two runs make the same name %s", name)
	}
	if len(name+swap) > 143 { // the longest name of an encrypted file on Linux, the lowest limit
		t.Errorf("%s has %d bytes", name+swap, len(name+swap))
	}
	for base, want := range map[string]bool{
		name + part: true, name + swap: true,
		name: false, name + ".md": false, part: false, "a.md": false, ".forge-lsp-a.part": false, "x" + name + part: false,
		name + part + "\n": false, strings.ToUpper(name) + part: false, name[:len(name)-1] + part: false,
	} {
		if got := IsTemporary(base); got != want {
			t.Errorf("IsTemporary(%q) = %v, want %v", base, got, want)
		}
	}
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
