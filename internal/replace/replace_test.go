package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
)

func TestFile(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"real/a.md": "old"})
	if err := os.Chmod("real/a.md", 0o751); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat("real/a.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := File("real/a.md", "old", "new"); err != nil {
		t.Fatal(err)
	}
	wantContent(t, "real/a.md", "new")
	if info, err := os.Stat("real/a.md"); err != nil || info.Mode() != before.Mode() {
		t.Errorf("mode %v, %v; want %v", info.Mode(), err, before.Mode())
	}
	wantNames(t, "real", "a.md")
}

func TestFileFails(t *testing.T) {
	none := func(string) error { return nil }
	for _, test := range []struct {
		name, path string
		prepare    func(path string) error
		want       error
	}{
		{"nothing", "a.md", none, nil},
		{"the longest name", strings.Repeat("n", 255), none, nil},
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
			err := File(test.path, "old", "new")
			if !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
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
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.md": "old"})
	if err := os.Link("a.md", "b.md"); err != nil {
		t.Fatal(err)
	}
	err := File("a.md", "old", "new")
	if want := "it has 2 names (hard links), and replacing it would part them"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	wantContent(t, "a.md", "old")
	wantNames(t, ".", "a.md b.md")
}

// TestClean checks that files of each kind left by killed runs are removed, and nothing
// else.
func TestClean(t *testing.T) {
	name := func(base, old, text string) string {
		return exchange{digestOfText(base), digestOfText(old), digestOfText(text)}.name()
	}
	for _, test := range []struct {
		name  string
		files map[string]string
		want  map[string]string
	}{
		{"half written", map[string]string{name("a", "old", "new") + part: "ne", "a": "old"}, map[string]string{"a": "old"}},
		{"before the exchange", map[string]string{name("a", "old", "new") + swap: "new", "a": "old"}, map[string]string{"a": "old"}},
		{"after the exchange", map[string]string{name("a", "old", "new") + swap: "old", "a": "new"}, map[string]string{"a": "new"}},
		{"the target is gone", map[string]string{name("a", "old", "new") + swap: "new"}, map[string]string{}},
		{
			"names that are like them",
			map[string]string{prefix + "x" + part: "", "a.part": "", "b.swap": ""},
			map[string]string{prefix + "x" + part: "", "a.part": "", "b.swap": ""},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			disk.Write(t, dir, test.files)
			if err := Clean(dir); err != nil {
				t.Error(err)
			}
			wantFiles(t, dir, test.want)
		})
	}
}

// TestCleanKeepsTheOnlyCopy checks that a file that cannot be restored is kept and
// reported.
func TestCleanKeepsTheOnlyCopy(t *testing.T) {
	dir := t.TempDir()
	kept := exchange{digestOfText("a"), digestOfText("old"), digestOfText("new")}.name() + swap
	files := map[string]string{kept: "theirs", "a": "a third content"}
	disk.Write(t, dir, files)
	if err := Clean(dir); err == nil || !strings.HasSuffix(err.Error(), "is now in "+kept) {
		t.Errorf("got %v, want an error that names %s", err, kept)
	}
	wantFiles(t, dir, files)
}

// TestCleanLeavesLiving checks that a temporary file that a live run has open is kept.
func TestCleanLeavesLiving(t *testing.T) {
	dir := t.TempDir()
	name := exchange{digestOfText("a"), digestOfText("old"), digestOfText("new")}.name() + part
	h, err := theSystem{}.create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := Clean(dir); err != nil {
		t.Error(err)
	}
	wantNames(t, dir, name)
	_ = h.close()
	if err := Clean(dir); err != nil {
		t.Error(err)
	}
	wantNames(t, dir, "")
}

func TestNames(t *testing.T) {
	x := exchange{digestOfText("a.md"), digestOfText("old"), digestOfText("new")}
	name := x.name()
	if got, ending, ok := cutEnding(name + swap); !ok || ending != swap || got.old != x.old || got.new != x.new || !got.of("a.md") || got.of("b.md") {
		t.Errorf("%s: got %v, %q, %v", name+swap, got, ending, ok)
	}
	if x.name() == name {
		t.Errorf("two runs make the same name %s", name)
	}
	if len(name+swap) > 143 { // the longest name of an encrypted file on Linux, the lowest limit
		t.Errorf("%s has %d bytes", name+swap, len(name+swap))
	}
	parts := strings.Split(strings.TrimPrefix(name, prefix), "-")
	for i, text := range map[int]string{0: "0123456789abcde", 1: parts[1] + "00", 2: parts[2][2:], 3: "ABCDEFG"} {
		for _, text := range []string{text, strings.Repeat("!", len(parts[i]))} {
			if i == 3 && text[0] == '!' {
				continue // any eight characters
			}
			other := slices.Clone(parts)
			other[i] = text
			if base := prefix + strings.Join(other, "-") + part; IsTemporary(base) {
				t.Errorf("%s is a temporary name", base)
			}
		}
	}
	for base, want := range map[string]bool{
		prefix + strings.Join(append(parts, "x"), "-") + part: false,
		name + part: true, name + swap: true,
		name: false, name + ".md": false, part: false, swap: false, "a.md": false, ".forge-lsp-a.part": false,
		prefix + strings.Repeat("-", 3) + part: false, "x" + name + part: false,
		strings.Replace(name, "-", "x", 3) + part: false, strings.ToUpper(name) + part: false,
	} {
		if got := IsTemporary(base); got != want {
			t.Errorf("IsTemporary(%q) = %v, want %v", base, got, want)
		}
	}
}

func wantContent(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}

func wantNames(t *testing.T, dir, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); err != nil || got != want {
		t.Errorf("%s has %s, %v; want %s", dir, got, err, want)
	}
}

func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Errorf("the folder has %v, %v; want %q", entries, err, want)
	}
	for name, text := range want {
		wantContent(t, filepath.Join(dir, name), text)
	}
}
