package hostile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWrite checks that each trick is played, that its file exists, and the valid document.
func TestWrite(t *testing.T) {
	played := map[string]bool{}
	for _, a := range Attacks() {
		dir := t.TempDir()
		Write(t, dir, a)
		if _, err := os.Lstat(filepath.Join(dir, a.Kind.File)); err != nil {
			t.Errorf("%v: %v", a, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, Document)); string(text) != DocumentText {
			t.Errorf("%v: the document: %q, %v", a, text, err)
		}
		_ = os.RemoveAll(dir)
		played[a.Trick.Name] = true
	}
	for _, trick := range Tricks() {
		if !played[trick.Name] {
			t.Errorf("%s fits nothing", trick.Name)
		}
	}
}
