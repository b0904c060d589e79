package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/hostile"
)

// TestDeepFolders opens a document in as many nested folders as a path can have, where
// searching the folders above it must not open all of those above each.
func TestDeepFolders(t *testing.T) {
	const maxPath = 4096
	root := t.TempDir()
	folder := root + strings.Repeat("/a", (maxPath-len(root)-len("/.git/HEAD/"))/2)
	if err := os.MkdirAll(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	opts := onDisk(time.Minute)
	opts.limits = limits{20 * time.Second, slotTime} // of an analysis that takes one
	c := startIn(t, opts, "", root)
	file := filepath.Join(folder, "a.md")
	c.OpenFile(file, hostile.DocumentText)
	if rules := c.RulesIn(file); !slices.Contains(rules, hostile.DocumentRule) {
		t.Errorf("diagnostics %q", rules)
	}
}
