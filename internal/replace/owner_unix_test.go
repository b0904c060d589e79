//go:build unix

package replace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestKept checks that a file keeps its owner, group and mode, and a link to it its target.
func TestKept(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o664, 0o755, fs.ModeSetuid | 0o755, fs.ModeSetgid | 0o775} {
		t.Chdir(disk.Folder(t, "real/a.md", "old"))
		file := filepath.Join("real", "a.md")
		if os.Getuid() == 0 { // only root can change owners
			if err := os.Chown(file, 1234, 5678); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(file, "link.md"); err != nil {
			t.Fatal(err)
		}
		before := metadata(t, file)
		if err := File("link.md", "old", "new"); err != nil {
			t.Fatal(err)
		}
		if after := metadata(t, file); after != before {
			t.Errorf("it was %s and is %s", before, after)
		}
		if info, err := os.Lstat("link.md"); err != nil || info.Mode().Type() != os.ModeSymlink {
			t.Errorf("the link became %v, %v", info.Mode(), err)
		}
		wantFiles(t, "real", map[string]string{"a.md": "new"})
	}
}

// TestPipe checks that a named pipe is not waited for.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := File(path, "old", "new"); err == nil {
		t.Error("a pipe was replaced")
	}
}

func metadata(t *testing.T, file string) string {
	t.Helper()
	info, err := os.Lstat(file)
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	return fmt.Sprintf("%v of %d:%d", info.Mode(), stat.Uid, stat.Gid)
}
