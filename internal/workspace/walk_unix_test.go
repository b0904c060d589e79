//go:build unix

package workspace

import (
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestPipes checks that named pipes are never waited for, wherever they are.
func TestPipes(t *testing.T) {
	dir := disk.Folder(t, "a.md", "text", ".git/info/x", "", ".forge/x", "")
	t.Chdir(dir)
	for _, pipe := range []string{".gitignore", ".git/info/exclude", "forge-lsp.toml", ".forge/tools.json", "pipe"} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sources := Sources([]string{"."}, false)
	want := []string{".git/info/exclude", ".gitignore", ".forge/tools.json", ".forge/x", "a.md", "forge-lsp.toml", "pipe"}
	if got := pathsOf(sources); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	const why = "pipe is not checked: this is a named pipe, not a file"
	if _, err := sources[6].Read(nil); err == nil || err.Error() != why {
		t.Errorf("got %v, want %s", err, why)
	}
	const notApplied = ".gitignore: the patterns in this file are not applied: this is a named pipe, not a file"
	if _, err := sources[1].Read(nil); err == nil || err.Error() != notApplied {
		t.Errorf("got %v, want %s", err, notApplied)
	}
	// A pipe that replaced a file after that was found.
	if _, err := (&Source{Path: "pipe", File: "pipe"}).Read(nil); err == nil || err.Error() != why {
		t.Errorf("got %v, want %s", err, why)
	}
	a := New(Flags{}, nil).For(filepath.Join(dir, "a.md"))
	if p := a.Configuration.Problems; len(p) != 1 || p[0].Message != "this is a named pipe, not a file" {
		t.Errorf("configuration: %v", p)
	}
	const cannot = "cannot read .forge/tools.json: this is a named pipe, not a file"
	if s := a.ToolSet(); len(s.Problems) != 1 || s.Problems[0].Message != cannot || len(s.Set.Tools()) == 0 {
		t.Errorf("tools: %v", s.Problems)
	}
}
