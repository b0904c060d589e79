package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
)

func TestReplaceFile(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"real/a.md": "old"})
	if err := os.Chmod("real/a.md", 0o751); err != nil {
		t.Fatal(err)
	}
	symlink(t, filepath.Join("real", "a.md"), "link.md")
	if err := replaceFile("link.md", "old", "new"); err != nil {
		t.Fatal(err)
	}
	wantFile(t, "real/a.md", "new")
	if info, err := os.Stat("real/a.md"); err != nil || info.Mode().Perm() != 0o751 {
		t.Errorf("mode %v, %v; want 0751", info.Mode(), err)
	}
	if info, err := os.Lstat("link.md"); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	wantNoLitter(t, "real", 1)
}

func TestReplaceFileFails(t *testing.T) {
	longest := strings.Repeat("n", 255) // so that no temporary name fits
	tests := []struct {
		name, path string
		prepare    func(path string) error
		want       string
	}{
		{"changed meanwhile", "a.md", func(path string) error { return os.WriteFile(path, []byte("theirs"), 0o644) }, "changed"},
		{"read-only", "a.md", func(path string) error { return os.Chmod(path, 0o444) }, "read-only"},
		{"no temporary file", longest, func(string) error { return nil }, "cannot write"},
		{"gone", "a.md", os.Remove, "no such file"},
		{"a folder now", "a.md", func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o755)
		}, "not a regular file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			disk.Write(t, ".", map[string]string{test.path: "old"})
			if err := test.prepare(test.path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(test.path)
			err := replaceFile(test.path, "old", "new")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one about %q", err, test.want)
			}
			after, _ := os.ReadFile(test.path)
			if string(after) != string(before) {
				t.Errorf("the file holds %q, want %q", after, before)
			}
			entries, _ := os.ReadDir(".")
			if len(entries) > 1 {
				t.Errorf("files left behind: %v", entries)
			}
		})
	}
}

func wantFile(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}

func wantNoLitter(t *testing.T, dir string, want int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != want {
		t.Errorf("%s holds %v, %v; want %d entries", dir, entries, err, want)
	}
}

// TestUnifiedDiffOfManyChanges checks that a large file with changes all over
// gives a small diff that makes the new text.
func TestUnifiedDiffOfManyChanges(t *testing.T) {
	var old, text strings.Builder
	for i := range 20_000 {
		line := fmt.Sprintf("line %d of the file\n", i)
		old.WriteString(line)
		if i%40 == 0 {
			line = strings.Replace(line, "of", "&amp;", 1)
		}
		text.WriteString(line)
	}
	unified, err := unifiedDiff("dir/a.md", old.String(), text.String())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(unified, "--- a/dir/a.md\n+++ b/dir/a.md\n@@ -1,4 +1,4 @@\n-line 0 of") {
		t.Errorf("the diff starts with %q", unified[:100])
	}
	if n := strings.Count(unified, "\n-"); n != 500 {
		t.Errorf("%d lines removed, want 500", n)
	}
}

// TestUnifiedDiffApplies applies diffs with git.
func TestUnifiedDiffApplies(t *testing.T) {
	for i, test := range []struct{ old, text string }{
		{"a\nb\nc\n", "a\nB\nc\n"},
		{"a & b", "a &amp; b"},
		{"a\nb", "a\nb\n"},
		{"a\r\nb\r\n", "a\r\nB\r\n"},
		{strings.Repeat("same\n", 50) + "x\n", strings.Repeat("same\n", 50) + "y\nz\n"},
	} {
		t.Chdir(t.TempDir())
		disk.Write(t, ".", map[string]string{"dir/a.md": test.old})
		unified, err := unifiedDiff("dir/a.md", test.old, test.text)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("git", "apply", "-p1", "-")
		cmd.Stdin = strings.NewReader(unified)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%d: %v: %s\n%s", i, err, out, unified)
		}
		wantFile(t, "dir/a.md", test.text)
	}
}

func TestColorDiff(t *testing.T) {
	got := colorDiff("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", newStyle(false))
	if want := "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n"; got != want {
		t.Errorf("without color: %q", got)
	}
	got = colorDiff("-a\n+b\n", newStyle(true))
	if want := "\x1b[31;1m-a\x1b[0;22m\n\x1b[32m+b\x1b[0m\n"; got != want {
		t.Errorf("with color: %q, want %q", got, want)
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}
