//go:build slow

package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/hostile"
)

// TestHostileWorkspaces opens documents in malicious workspaces, in one session for each of the kinds of files. A
// document in another folder must have its diagnostics in the meantime, and the session must end on request,
// whatever is being read.
func TestHostileWorkspaces(t *testing.T) {
	for _, kind := range hostile.Kinds {
		t.Run(kind.Name, func(t *testing.T) {
			other := disk.Folder(t, ".git/HEAD", "")
			folders := []string{other}
			for _, a := range hostile.Attacks() {
				if a.Kind.Name == kind.Name {
					dir := t.TempDir()
					hostile.Write(t, dir, a)
					folders = append(folders, dir)
				}
			}
			c := startIn(t, onDisk(time.Second), "", folders...)
			for _, dir := range folders[1:] {
				c.OpenFile(filepath.Join(dir, filepath.FromSlash(hostile.Document)), hostile.DocumentText)
				file := filepath.Join(dir, filepath.FromSlash(kind.File))
				if text, ok := smallText(file); ok && kind.Format == hostile.Text {
					c.OpenFile(file, text)
				}
			}
			here := filepath.Join(other, "a.md")
			c.OpenFile(here, hostile.DocumentText)
			if rules := c.RulesIn(here); !slices.Contains(rules, hostile.DocumentRule) {
				t.Errorf("in another folder: %q", rules)
			}
			c.Call("shutdown", `null`)
			c.Notify("exit", `null`)
			if code := c.exit(); code != 0 {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// smallText returns the content of a text file, if it is not too large to be opened.
func smallText(path string) (text string, ok bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 8<<20 {
		return "", false
	}
	content, err := os.ReadFile(path)
	return strings.ToValidUTF8(string(content), "?"), err == nil
}
