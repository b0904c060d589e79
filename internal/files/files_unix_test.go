//go:build unix

package files

import (
	"errors"
	"io/fs"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// A late place reports a regular file that has become a named pipe by the time it is
// opened.
type late struct {
	anywhere
	regular string
}

func (l late) Stat(string) (fs.FileInfo, error) { return l.anywhere.Stat(l.regular) }

// TestPipes checks that named pipes are not waited for, wherever a file or a folder is
// expected.
func TestPipes(t *testing.T) {
	dir := disk.Folder(t, "a", "")
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	const why = "this is a named pipe, not a file"
	if _, _, err := Open(pipe, Regular); err == nil || err.Error() != why {
		t.Error(err)
	}
	if _, _, err := open(late{regular: filepath.Join(dir, "a")}, pipe, Regular); err == nil || err.Error() != why {
		t.Error(err)
	}
	if _, _, err := open(late{regular: filepath.Join(dir, "a")}, filepath.Join(dir, "gone"), Regular); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is gone by the time that it is opened: %v", err)
	}
	folder, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = folder.Close() }()
	for _, fsys := range []fs.FS{folder, Tree(dir)} {
		if _, err := fsys.Open("pipe"); err == nil || err.Error() != why {
			t.Error(err)
		}
		if _, err := Read(fsys, "pipe", 1); err == nil || err.Error() != why {
			t.Error(err)
		}
		if _, err := fs.ReadDir(fsys, "pipe"); err == nil {
			t.Error("a pipe is a folder")
		}
	}
	if _, err := Entries(pipe); err == nil {
		t.Error("a pipe is a folder")
	}
	if _, err := OpenFolder(pipe); err == nil {
		t.Error("a pipe is a folder")
	}
}
