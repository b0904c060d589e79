package workspace

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// BenchmarkFor measures the cost for a keystroke, and BenchmarkUpdate that of checking
// the disk, with a configuration of a hundred globs and custom tools.
func BenchmarkFor(b *testing.B) {
	w, path := large(b)
	for b.Loop() {
		w.Kind(path, document.Document)
		w.Options(path)
	}
}

func BenchmarkUpdate(b *testing.B) {
	w, path := large(b)
	for b.Loop() {
		if w.Update(Change{Open: []string{path}, Look: true}).Changed {
			b.Fatal("changed")
		}
	}
}

func large(b *testing.B) (w *Workspace, path string) {
	b.Helper()
	var text strings.Builder
	for i := range 100 {
		fmt.Fprintf(&text, "[[files]]\nglob = '**/prompts-%d/**/*.md'\nrules.empty-call = 'off'\n", i)
	}
	dir := disk.Folder(b, ".git/HEAD", "", "forge-lsp.toml", text.String(), ".forge/tools.json", `{"name": "ours"}`, "a/b/c/x", "")
	path = filepath.Join(dir, "a", "b", "c", "a.md")
	w = New(Flags{}, nil)
	w.Update(Change{Client: &Client{Folders: []string{dir}}, Open: []string{path}})
	if w.Options(path).Tools.Find("", "ours") == nil {
		b.Fatal("the tools are not known")
	}
	return w, path
}
