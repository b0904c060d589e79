//go:build unix

package replace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/pkg/xattr"

	"github.com/entrhq/forge-lsp/internal/disk"
)

// TestKeep copies the metadata of a file: its owner and group, as far as the user of the
// test may change owners, its mode and its extended attributes, and no others.
func TestKeep(t *testing.T) {
	owners := [][2]int{{os.Getuid(), os.Getgid()}}
	if os.Getuid() == 0 {
		owners = append(owners, [2]int{1234, 0}, [2]int{0, 5678}, [2]int{1234, 5678})
	}
	for _, owner := range owners {
		for _, mode := range []fs.FileMode{0o640, 0o755, 0o600 | fs.ModeSetgid} {
			dir := disk.Folder(t, "like", "", "new", "")
			like, name := filepath.Join(dir, "like"), filepath.Join(dir, "new")
			if err := errors.Join(os.Lchown(like, owner[0], owner[1]), os.Chmod(like, mode)); err != nil {
				t.Fatal(err)
			}
			attributes := xattr.LSet(like, "user.kept", []byte("a")) == nil && xattr.LSet(name, "user.kept", []byte("b")) == nil &&
				xattr.LSet(name, "user.gone", []byte("c")) == nil
			f, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			if err := keep(f, like); err != nil {
				t.Errorf("%v, %v: %v", owner, mode, err)
			}
			info, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != owner[0] || int(stat.Gid) != owner[1] || info.Mode() != mode {
				t.Errorf("%v, %v: it became %+v", owner, mode, stat)
			}
			if attributes {
				names, err := xattr.FList(f)
				if value, _ := xattr.FGet(f, "user.kept"); err != nil || string(value) != "a" || slices.Contains(names, "user.gone") {
					t.Errorf("%v, %v: the attributes are %q with %q, %v", owner, mode, names, value, err)
				}
			}
			if err := keep(f, filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("what a missing file has is kept: %v", err)
			}
			_ = f.Close()
			if keep(f, like) == nil {
				t.Error("a closed file keeps everything")
			}
		}
	}
}

// TestFileKeeps checks that a file that is replaced keeps its mode and attributes.
func TestFileKeeps(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o755} {
		file := filepath.Join(disk.Folder(t, "a.md", "old"), "a.md")
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		attributes := xattr.LSet(file, "user.kept", []byte("a")) == nil
		if err := File(file, "old", "new"); err != nil {
			t.Fatal(err)
		}
		wantContent(t, file, "new")
		if info, err := os.Stat(file); err != nil || info.Mode() != mode {
			t.Errorf("the mode %v became %v, %v", mode, info.Mode(), err)
		}
		if value, _ := xattr.LGet(file, "user.kept"); attributes && string(value) != "a" {
			t.Errorf("the attribute became %q", value)
		}
	}
}

// TestSystem uses paths of missing and non-regular files.
func TestSystem(t *testing.T) {
	dir := disk.Folder(t, "a", "text", "b/", "")
	file, folder, missing := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c")
	s := theSystem{}
	if got, err := s.sum(file); got != digestOfText("text") || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := s.sum(folder); !errors.Is(err, errNotRegular) {
		t.Errorf("the content of a folder: %v", err)
	}
	if _, err := s.sum(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the content of what is not there: %v", err)
	}
	if _, err := s.names(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the names in what is not there: %v", err)
	}
	for i, err := range []error{s.writable(missing), s.remove(missing), s.rename(missing, file), s.renameOver(nil, missing, file)} {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("call %d with what is not there: %v", i, err)
		}
	}
	if _, err := digestOf(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("what cannot be read has a digest: %v", err)
	}
	// A folder that cannot be listed can be neither locked nor synced, but is still written
	// to.
	if err := s.exchange(missing, missing+"2"); s.exchanges() && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing files are exchanged: %v", err)
	}
	if _, err := s.lock(missing); !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
	if err := s.syncFolder(missing); err != nil {
		t.Error(err)
	}
	for path, want := range map[string]bool{file: true, folder: true, missing: false} {
		release, ok := s.claim(path)
		if ok != want {
			t.Errorf("%s belongs to this run: %t", path, ok)
		}
		if ok {
			release()
		}
	}
	if got := attributeError(&xattr.Error{Err: syscall.EPERM}); got != syscall.EPERM {
		t.Errorf("without the path the error is %v", got)
	}
	if got := attributeError(io.EOF); got != io.EOF {
		t.Errorf("another error is %v", got)
	}
	if err := retry(func() error { return io.EOF }); !errors.Is(err, io.EOF) {
		t.Errorf("an error is %v after it was tried again", err)
	}
}
