package hostile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// A Session is a session with a server that was started in some folders. Waiting in
// vain fails the test.
type Session struct {
	Open     func(path, text string)    // opens a Markdown document
	Rules    func(path string) []string // waits for the diagnostics of a document that was opened
	Shutdown func()                     // waits for the answer
	Exit     func() int                 // asks the server to exit, waits for it, and returns its exit code
}

// Sessions has a server open documents in the workspaces of the attacks, one session for
// each of the kinds of files. A document in another folder must have its diagnostics in the
// meantime, and the session must end on request, whatever is being read.
func Sessions(t *testing.T, kinds []Kind, start func(t *testing.T, folders []string) Session) {
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
			s := start(t, folders)
			for _, dir := range folders[1:] {
				s.Open(filepath.Join(dir, filepath.FromSlash(Document)), DocumentText)
				file := filepath.Join(dir, filepath.FromSlash(kind.File))
				if text, ok := smallText(file); ok && kind.Format == Text {
					s.Open(file, text)
				}
			}
			here := filepath.Join(other, "a.md")
			s.Open(here, DocumentText)
			if rules := s.Rules(here); !slices.Contains(rules, DocumentRule) {
				t.Errorf("in another folder: %q", rules)
			}
			began := time.Now()
			s.Shutdown()
			answered := time.Since(began)
			if code := s.Exit(); code != 0 {
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
