//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// agrees waits for a round with the output of a fresh run.
func (w *watching) agrees(dir string, args ...string) {
	w.Helper()
	fresh, _ := commandIn(dir, append([]string{"check"}, args...)...).Output() // findings are an error
	if len(fresh) == 0 {
		w.Fatal("a fresh run prints nothing")
	}
	w.until("(?s)" + regexp.QuoteMeta(string(fresh)))
	w.complaints()
}

// TestWatchReplaced checks that what replaces a file or a folder is checked as a fresh run does,
// and that watching continues in it.
func TestWatchReplaced(t *testing.T) {
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	refused := strings.Replace(broken, "&", "<", 1)
	top := t.TempDir()
	dir := filepath.Join(top, "above", "work")
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write := func(name, text string) { disk.WriteFile(t, in(name), text) }
	disk.Write(t, top, map[string]string{"outside.toml": "[rules]\nunescaped-ampersand = \"error\"\n", "outside/a.md": refused})
	whole := map[string]string{".git/": "", "docs/sub/a.md": broken, "docs/b.md": refused}
	disk.Write(t, dir, whole)
	w := startWatching(t, top, dir)
	agrees := func() { t.Helper(); w.agrees(top, dir) }
	agrees()

	// A folder above another one that is watched is moved, and there is a new one.
	must(os.Rename(in("docs"), in("../moved")))
	agrees()
	disk.Write(t, dir, map[string]string{"docs/sub/a.md": corrected})
	agrees()
	write("docs/sub/a.md", refused)
	agrees()
	must(os.RemoveAll(in("docs")))
	must(os.Rename(in("../moved"), in("docs")))
	agrees()
	write("docs/sub/a.md", corrected)
	agrees()

	// The named folder itself, and the one above it.
	for _, folder := range []string{dir, filepath.Dir(dir)} {
		must(os.Rename(folder, filepath.Join(top, "away")))
		w.until(`watching 0 files`)
		if text := w.complaints(); !strings.Contains(text, "work") {
			t.Errorf("nothing is told of the missing folder: %q", text)
		}
		disk.Write(t, dir, whole)
		agrees()
		write("docs/sub/a.md", refused)
		agrees()
		must(os.RemoveAll(folder))
		w.until(`watching 0 files`)
		must(os.Rename(filepath.Join(top, "away"), folder))
		agrees()
		write("docs/b.md", broken)
		agrees()
		write("docs/b.md", refused)
		agrees()
	}

	// Other things in place of a file, a folder and the configuration.
	for _, name := range []string{"docs/b.md", "docs/sub", "forge-lsp.toml", ".forge"} {
		_ = os.RemoveAll(in(name))
		must(syscall.Mkfifo(in(name), 0o600))
		write("docs/new.md", broken)
		agrees()
		must(os.Remove(in(name)))
		must(os.Symlink(filepath.Join(top, map[bool]string{true: "outside.toml", false: "outside"}[name == "forge-lsp.toml"]), in(name)))
		write("docs/new.md", refused)
		agrees()
		must(os.Remove(in(name)))
		disk.Write(t, dir, map[string]string{name + "/c.md": broken})
		write("docs/new.md", corrected)
		agrees()
		must(os.RemoveAll(in(name)))
		write("docs/new.md", refused)
		agrees()
	}
	write("forge-lsp.toml", "[rules]\nraw-less-than = \"off\"\n")
	agrees()
	w.end()
}

// TestWatchRenames checks that thousands of renames do not end watching, and that the last state
// is checked.
func TestWatchRenames(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	disk.Write(t, dir, map[string]string{".git/": "", "docs/a.md": corrected, "docs/sub/b.md": corrected})
	w := startWatching(t, dir, "docs")
	w.until(` 2 calls: all run as written`)
	for range 2000 {
		for _, step := range [][2]string{{"docs/a.md", "docs/c.md"}, {"docs/sub", "docs/other"}, {"docs/c.md", "docs/a.md"}, {"docs/other", "docs/sub"}} {
			if err := os.Rename(in(step[0]), in(step[1])); err != nil {
				t.Fatal(err)
			}
		}
	}
	disk.WriteFile(t, in("docs/sub/b.md"), broken)
	w.until(`docs/sub/b\.md:.*warning`)
	disk.WriteFile(t, in("docs/sub/b.md"), corrected)
	w.until(` 2 calls: all run as written`)
	w.end()
}
