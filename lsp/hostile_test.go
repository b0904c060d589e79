package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/disk"
	"github.com/entrhq/forge-lsp/internal/hostile"
	"github.com/entrhq/forge-lsp/internal/wire"
)

// TestHostileWorkspaces opens documents in workspaces that are meant to do harm, each
// kind of file that is read with each trick; what is done with the content alone, once
// for each format. A document in another folder has its diagnostics meanwhile, and the
// session ends when it is told to, whatever is being read.
func TestHostileWorkspaces(t *testing.T) {
	type content struct {
		format hostile.Format
		trick  string
	}
	played := map[content]bool{}
	for _, kind := range hostile.Kinds {
		t.Run(kind.Name, func(t *testing.T) {
			other := disk.Folder(t, ".git/HEAD", "")
			folders := []string{other}
			for _, trick := range hostile.Tricks() {
				of := content{kind.Format, trick.Name}
				if !trick.Fits(kind) || trick.Formats != nil && played[of] {
					continue
				}
				played[of] = true
				dir := t.TempDir()
				hostile.Write(t, dir, kind, trick)
				folders = append(folders, dir)
			}
			c := startIn(t, onDisk(time.Second), "", folders...)
			for _, dir := range folders[1:] {
				c.open(uriOf(dir, hostile.Document), 1, hostile.DocumentText)
				if text, ok := smallText(filepath.Join(dir, kind.File)); ok && kind.Format == hostile.Text {
					c.open(uriOf(dir, kind.File), 1, text)
				}
			}
			here := uriOf(other, "a.md")
			c.open(here, 1, hostile.DocumentText)
			isFound := func(d wire.Diagnostic) bool { return d.Code == hostile.DocumentRule }
			if got := c.AwaitVersion(here, 1).Diagnostics; !slices.ContainsFunc(got, isFound) {
				t.Errorf("in another folder: %+v", got)
			}
			began := time.Now()
			c.Call("shutdown", `null`)
			c.Notify("exit", `null`)
			if code := c.exit(); code != 0 {
				t.Errorf("exit code %d", code)
			}
			t.Logf("%d workspaces; the end took %v", len(folders)-1, time.Since(began))
		})
	}
}

// smallText returns the content of a file that is one, and not too large to be opened.
func smallText(path string) (text string, ok bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 8<<20 {
		return "", false
	}
	content, err := os.ReadFile(path)
	return strings.ToValidUTF8(string(content), "?"), err == nil
}
