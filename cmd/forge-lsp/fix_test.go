package main

import (
	"os"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestFixRefused checks that a file that cannot be replaced is unchanged and reported,
// with its findings, and that the others are fixed.
func TestFixRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"a.xml": broken, "b.xml": broken})
	if err := os.Link("a.xml", "twin"); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runCommand(t, "", "check", "--fix", "a.xml", "b.xml")
	const want = "forge-lsp: cannot write a.xml: it has 2 hard links, which replacing it would separate: edit it by hand, or put a copy in its place; the file is unchanged\n"
	if code != cli.ExitFailure || stderr != want || !strings.Contains(stdout, "fixed 1 finding in b.xml\n") || !strings.Contains(stdout, "a.xml:1:") {
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

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}
