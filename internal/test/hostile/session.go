package hostile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// Sessions has a server open documents in the workspaces of the attacks, one session for
// each of the kinds of files. A document in another folder must have its diagnostics in the
// meantime, and the session must end on request, whatever is being read. start starts a server in
// some folders; exited waits for its end and returns its exit code.
func Sessions(t *testing.T, kinds []Kind, start func(*testing.T, []string) (c *wire.Client, exited func() int)) {
	attacks := Attacks()
	for _, kind := range kinds {
		t.Run(kind.Name, func(t *testing.T) {
			other := disk.Folder(t, ".git/HEAD", "")
			folders := []string{other}
			for _, a := range attacks {
				if a.Kind.Name == kind.Name {
					dir := t.TempDir()
					Write(t, dir, a)
					folders = append(folders, dir)
				}
			}
			c, exited := start(t, folders)
			for _, dir := range folders[1:] {
				c.OpenFile(filepath.Join(dir, filepath.FromSlash(Document)), DocumentText)
				file := filepath.Join(dir, filepath.FromSlash(kind.File))
				if text, ok := smallText(file); ok && kind.Format == Text {
					c.OpenFile(file, text)
				}
			}
			here := filepath.Join(other, "a.md")
			c.OpenFile(here, DocumentText)
			if rules := c.RulesIn(here); !slices.Contains(rules, DocumentRule) {
				t.Errorf("in another folder: %q", rules)
			}
			began := time.Now()
			c.Call("shutdown", `null`)
			answered := time.Since(began)
			c.Notify("exit", `null`)
			if code := exited(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			t.Logf("%d workspaces; shutdown was answered after %v, and the end took %v", len(folders)-1, answered, time.Since(began))
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
