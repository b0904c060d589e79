package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadLarge checks that a large file is read completely, even if it is shorter or
// longer than its size was.
func TestReadLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	content := strings.Repeat("0123456789abcde\n", largeFile/16) + "end"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := (&Source{Path: path, File: path}).Read(nil); err != nil || got != content {
		t.Errorf("%d bytes, %v, want %d", len(got), err, len(content))
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []int{len(content) - 1, len(content) + 1, len(content) / 2, 2 * len(content), 1} {
		if got, err := readLarge(f, int64(size)); err != nil || got != content {
			t.Errorf("as of %d bytes: %d, %v, want %d", size, len(got), err, len(content))
		}
	}
}
