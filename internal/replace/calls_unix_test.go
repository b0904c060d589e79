//go:build unix

package replace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
)

// TestCalls checks the order of the calls: permission is checked first, the text is on
// the disk before the file refers to it, the file is compared right before and right
// after, and the folder is synced last.
func TestCalls(t *testing.T) {
	for _, test := range []struct {
		tradable bool
		want     string
	}{
		{true, "resolve stat writable lock create write keep sync lock rename sum exchange sum remove syncFolder"},
		{false, "resolve stat writable lock create write keep sync lock rename sum sum renameOver remove syncFolder"},
	} {
		file := filepath.Join(disk.Folder(t, "a.md", "old"), "a.md")
		var calls []string
		r := replacer{&faulty{tradable: test.tradable, before: func(_ int, call string) error {
			calls = append(calls, call)
			return nil
		}}}
		if err := r.file(file, "old", "new"); err != nil {
			t.Error(err)
		}
		wantContent(t, file, "new")
		if got := strings.Join(calls, " "); got != test.want {
			t.Errorf("tradable %v:\ngot  %s\nwant %s", test.tradable, got, test.want)
		}
	}
}

// TestFailures checks the error for a failing call, and the content of the file after
// it.
func TestFailures(t *testing.T) {
	for _, test := range []struct {
		call     string
		err      error
		want     string
		replaced bool
	}{
		{"resolve", syscall.ENOENT, "no such file or directory", false},
		{"writable", syscall.EACCES, "permission denied", false},
		{"writable", syscall.EROFS, "read-only file system", false},
		{"create", syscall.EACCES, "no temporary file can be made beside it: permission denied", false},
		{"write", syscall.ENOSPC, "no space left on device", false},
		{"sync", syscall.EIO, "input/output error", false},
		{"rename", syscall.EXDEV, "invalid cross-device link", false},
		{"exchange", syscall.EXDEV, "invalid cross-device link", false},
		{"renameOver", syscall.EXDEV, "invalid cross-device link", false},
		{"syncFolder", syscall.EIO, "a power failure may undo it: input/output error", true},
	} {
		for _, has := range []struct{ locks, exchange bool }{{true, true}, {true, false}, {false, true}} {
			tradable := has.locks && has.exchange
			if tradable && test.call == "renameOver" || !tradable && test.call == "exchange" || !has.locks && test.call == "rename" {
				continue // which is not called
			}
			dir := disk.Folder(t, "a.md", "old")
			file := filepath.Join(dir, "a.md")
			r := replacer{&faulty{tradable: has.exchange, before: func(_ int, call string) error {
				if call == "lock" && !has.locks {
					return errors.ErrUnsupported
				}
				if call == test.call {
					return &fs.PathError{Op: call, Path: file, Err: test.err}
				}
				return nil
			}}}
			err := r.file(file, "old", "new")
			failed, _ := errors.AsType[*Error](err)
			if failed == nil || failed.Error() != test.want || failed.Replaced != test.replaced || !errors.Is(err, test.err) {
				t.Errorf("%s fails: got %v, want %s", test.call, err, test.want)
			}
			want := "old"
			if test.replaced {
				want = "new"
			}
			wantContent(t, file, want)
			wantNames(t, dir, "a.md")
		}
	}
}

// TestLeft checks that the file has its text even if the temporary file is not removed or not
// read, or was removed by another run, and that the next run cleans up.
func TestLeft(t *testing.T) {
	for _, test := range []struct {
		call string
		n    int // of the calls of that name, from 1
		err  error
		want string // what the error has in it; "" for none
	}{
		{"remove", 1, syscall.EACCES, "is left: permission denied"},
		{"sum", 2, fs.ErrNotExist, ""},
		{"sum", 2, syscall.EIO, "what it held before is left in " + prefix},
	} {
		file := filepath.Join(disk.Folder(t, "a.md", "old"), "a.md")
		n := 0
		r := replacer{&faulty{tradable: true, before: func(_ int, call string) error {
			if call == test.call {
				if n++; n == test.n {
					return &fs.PathError{Op: call, Path: file, Err: test.err}
				}
			}
			return nil
		}}}
		err := r.file(file, "old", "new")
		failed, _ := errors.AsType[*Error](err)
		if test.want == "" && err != nil || test.want != "" && (failed == nil || !failed.Replaced || !strings.Contains(failed.Error(), test.want)) {
			t.Errorf("%s fails: %v", test.call, err)
		}
		wantContent(t, file, "new")
		if err := Clean(filepath.Dir(file)); err != nil {
			t.Errorf("after %s failed: %v", test.call, err)
		}
		wantContent(t, file, "new")
		wantNames(t, filepath.Dir(file), "a.md")
	}
}

// TestBusy checks that a run that waits for others in vain reports that, and leaves no
// files.
func TestBusy(t *testing.T) {
	for _, lock := range []int{1, 2} { // the first is for the temporary file
		dir := disk.Folder(t, "a.md", "old")
		file, n := filepath.Join(dir, "a.md"), 0
		r := replacer{&faulty{tradable: true, before: func(_ int, call string) error {
			if call == "lock" {
				if n++; n == lock {
					return errBusy
				}
			}
			return nil
		}}}
		if err := r.file(file, "old", "new"); !errors.Is(err, errBusy) {
			t.Errorf("got %v, want %v", err, errBusy)
		}
		wantContent(t, file, "old")
		wantNames(t, dir, "a.md")
	}
}

// TestLink checks that a symbolic link stays, and that the file that it leads to is
// replaced.
func TestLink(t *testing.T) {
	t.Chdir(disk.Folder(t, "real/a.md", "old"))
	if err := os.Symlink(filepath.Join("real", "a.md"), "link.md"); err != nil {
		t.Fatal(err)
	}
	if err := File("link.md", "old", "new"); err != nil {
		t.Fatal(err)
	}
	wantContent(t, "real/a.md", "new")
	if info, err := os.Lstat("link.md"); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	wantNames(t, "real", "a.md")
}

// TestLock checks that only one run at a time holds the lock of a folder.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	unlock, err := theSystem{}.lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := tryLock(other); !errors.Is(err, errBusy) {
		t.Errorf("a second lock: %v, want %v", err, errBusy)
	}
	unlock()
	if err := tryLock(other); err != nil {
		t.Errorf("a lock after the first is gone: %v", err)
	}
}
