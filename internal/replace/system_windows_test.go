package replace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestReadOnly checks that the attribute is respected.
func TestReadOnly(t *testing.T) {
	dir := disk.Folder(t, "a.md", "old")
	file := filepath.Join(dir, "a.md")
	if err := os.Chmod(file, 0o444); err != nil {
		t.Fatal(err)
	}
	if _, err := File(file, "old", "new"); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v, want a permission error", err)
	}
	wantFiles(t, dir, map[string]string{"a.md": "old"})
	_ = os.Chmod(file, 0o666) // so that it can be removed
}

// TestHidden checks that a hidden file stays hidden.
func TestHidden(t *testing.T) {
	dir := disk.Folder(t, "a.md", "old")
	file := filepath.Join(dir, "a.md")
	name, err := windows.UTF16PtrFromString(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := windows.SetFileAttributes(name, windows.FILE_ATTRIBUTE_HIDDEN); err != nil {
		t.Fatal(err)
	}
	if _, err := File(file, "old", "new"); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"a.md": "new"})
	if got, err := windows.GetFileAttributes(name); err != nil || got&windows.FILE_ATTRIBUTE_HIDDEN == 0 {
		t.Errorf("attributes %#x, %v", got, err)
	}
}

// TestLongPath replaces a file whose path is longer than MAX_PATH.
func TestLongPath(t *testing.T) {
	dir := t.TempDir()
	for len(dir) < 300 {
		dir = filepath.Join(dir, "a folder with a name of some length")
	}
	file := filepath.Join(dir, "a.md")
	disk.WriteFile(t, file, "old")
	if _, err := File(file, "old", "new"); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"a.md": "new"})
}
