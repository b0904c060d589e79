package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
)

// TestFixRefused: a file that cannot be replaced stays as it is and is named, with its
// findings; the others are fixed.
func TestFixRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.xml": broken, "b.xml": broken})
	if err := os.Link("a.xml", "twin"); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runCommand(t, "", "check", "--fix", "a.xml", "b.xml")
	const want = "forge-lsp: cannot write a.xml: it has 2 names (hard links), and replacing it would part them; the file is as it was\n"
	if code != exitFailure || stderr != want || !strings.Contains(stdout, "fixed 1 finding in b.xml\n") || !strings.Contains(stdout, "a.xml:1:") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	wantFile(t, "a.xml", broken)
	wantFile(t, "b.xml", strings.Replace(broken, "&", "&amp;", 1))
}

// broken is a file with one finding that has a safe fix.
const broken = "<tool><server_name>local</server_name><tool_name>execute_command</tool_name><arguments><command>x & y</command></arguments></tool>"

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
