package hostile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWrite writes each workspace and checks that the file exists, and the valid
// document.
func TestWrite(t *testing.T) {
	played := map[string]bool{}
	for _, trick := range Tricks() {
		for _, k := range Kinds {
			if !trick.Fits(k) {
				continue
			}
			played[trick.Name] = true
			dir := t.TempDir()
			Write(t, dir, k, trick)
			if _, err := os.Lstat(filepath.Join(dir, k.File)); err != nil {
				t.Errorf("%s, %s: %v", k.Name, trick.Name, err)
			}
			if text, err := os.ReadFile(filepath.Join(dir, Document)); string(text) != DocumentText {
				t.Errorf("%s, %s: the document: %q, %v", k.Name, trick.Name, text, err)
			}
			_ = os.RemoveAll(dir)
		}
		if !played[trick.Name] {
			t.Errorf("%s fits nothing", trick.Name)
		}
	}
}
