package workspace

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestForgetsClosed checks that nothing is kept for closed documents, and that results for a
// document that is opened during an update are kept.
func TestForgetsClosed(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "")
	w := New(Flags{}, nil)
	var open []string
	for i := range 50 {
		folder := filepath.Join(dir, fmt.Sprint(i))
		disk.WriteFile(t, filepath.Join(folder, "forge-lsp.toml"), "")
		disk.WriteFile(t, filepath.Join(folder, ".forge", "tools.json"), `{"name": "ours"}`)
		open = append(open, filepath.Join(folder, "a.md"))
	}
	count := func() int { return len(w.folders) + len(w.configurations) + len(w.sets) + len(w.settings) }
	for range 3 {
		for _, path := range open {
			w.Options(path)
		}
		w.Update(Change{Open: open, Look: true})
		if got := count(); got != 4*len(open) {
			t.Errorf("%d things are known of %d open documents", got, len(open))
		}
		w.Update(Change{Open: open[:1]})
		if got := count(); got != 4 {
			t.Errorf("%d things are known of one open document", got)
		}
		w.Update(Change{})
		if got := count(); got != 0 {
			t.Errorf("%d things are known of no open document", got)
		}
	}
}
