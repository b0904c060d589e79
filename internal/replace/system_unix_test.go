//go:build unix

package replace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pkg/xattr"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestSteps checks their order: permission first, the text is on the disk before the file
// refers to it, the file is compared right before and right after, and the folder is
// synced last.
func TestSteps(t *testing.T) {
	for _, test := range []struct {
		tradable bool
		want     string
	}{
		{true, "check create write keep sync rename sum exchange sum remove sync folder"},
		{false, "check create write keep sync rename sum exchange rename sync folder"},
	} {
		dir := disk.Folder(t, "a.md", "old")
		var steps []string
		r := run{before: func(step string) error {
			steps = append(steps, step)
			return untradable(!test.tradable, step)
		}}
		if replaced, err := r.file(filepath.Join(dir, "a.md"), "old", "new"); !replaced || err != nil {
			t.Error(err)
		}
		wantFiles(t, dir, map[string]string{"a.md": "new"})
		if got := strings.Join(steps, " "); got != test.want {
			t.Errorf("tradable %v:\ngot  %s\nwant %s", test.tradable, got, test.want)
		}
	}
}

// untradable is the fault of a file system that cannot exchange names.
func untradable(is bool, step string) error {
	if is && step == "exchange" {
		return syscall.ENOSYS
	}
	return nil
}

// TestFailures checks the error for a failing step, the content of the file after it, and
// that the next run cleans up.
func TestFailures(t *testing.T) {
	for _, test := range []struct {
		step     string
		nth      int // of the steps of that name, from 1
		err      error
		want     string // what the error starts with
		replaced bool
		left     bool
	}{
		{"check", 1, syscall.EROFS, "read-only file system", false, false},
		{"create", 1, syscall.EACCES, "cannot create a temporary file next to it: permission denied", false, false},
		{"write", 1, syscall.ENOSPC, "no space left on device", false, false},
		{"keep", 1, syscall.EPERM, "operation not permitted", false, false},
		{"sync", 1, syscall.EIO, "input/output error", false, false},
		{"rename", 1, syscall.EXDEV, "invalid cross-device link", false, false},
		{"sum", 1, syscall.EIO, "input/output error", false, false},
		{"exchange", 1, syscall.EXDEV, "invalid cross-device link", false, false},
		{"sum", 2, syscall.EIO, "input/output error", false, false},
		{"remove", 1, syscall.EACCES, "the temporary file " + prefix, true, true},
		{"sync folder", 1, syscall.EIO, "a power failure may undo it: input/output error", true, false},
	} {
		dir, n := disk.Folder(t, "a.md", "old"), 0
		r := run{before: func(step string) error {
			if step == test.step {
				if n++; n == test.nth {
					return &fs.PathError{Op: step, Path: dir, Err: test.err}
				}
			}
			return nil
		}}
		replaced, err := r.file(filepath.Join(dir, "a.md"), "old", "new")
		if err == nil || !strings.HasPrefix(err.Error(), test.want) || replaced != test.replaced || !errors.Is(err, test.err) {
			t.Errorf("%s %d fails: replaced %t, %v; want %s", test.step, test.nth, replaced, err, test.want)
		}
		if entries, _ := os.ReadDir(dir); len(entries) > 1 != test.left {
			t.Errorf("%s %d fails: %v is left", test.step, test.nth, entries)
		}
		if err := Clean(dir); err != nil {
			t.Errorf("after %s %d failed: %v", test.step, test.nth, err)
		}
		want := "old"
		if test.replaced {
			want = "new"
		}
		wantFiles(t, dir, map[string]string{"a.md": want})
	}
}

// TestTwoWriters checks that nothing is lost if other programs write between the steps of
// an exchange and of the one that undoes it.
func TestTwoWriters(t *testing.T) {
	dir := disk.Folder(t, "a.md", "old")
	file, exchanges := filepath.Join(dir, "a.md"), 0
	r := run{before: func(step string) error {
		if step == "exchange" {
			exchanges++
			return os.WriteFile(file, []byte{byte('0' + exchanges)}, 0o644)
		}
		return nil
	}}
	replaced, err := r.file(file, "old", "new")
	if replaced || err == nil || exchanges != 2 {
		t.Fatalf("replaced %t, %v after %d exchanges", replaced, err, exchanges)
	}
	left := err.Error()[strings.LastIndex(err.Error(), " ")+1:]
	wantFiles(t, dir, map[string]string{"a.md": "1", left: "2"})
	if err := Clean(dir); err == nil || !strings.Contains(err.Error(), left) {
		t.Errorf("the next run: %v", err)
	}
	wantFiles(t, dir, map[string]string{"a.md": "1", left: "2"})
}

// TestLink checks that a symbolic link stays, and that the file that it leads to is
// replaced.
func TestLink(t *testing.T) {
	t.Chdir(disk.Folder(t, "real/a.md", "old"))
	if err := os.Symlink(filepath.Join("real", "a.md"), "link.md"); err != nil {
		t.Fatal(err)
	}
	if _, err := File("link.md", "old", "new"); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat("link.md"); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
	wantFiles(t, "real", map[string]string{"a.md": "new"})
}

// TestAccessLists checks that a file keeps its own access control list, and does not
// inherit one from its folder.
func TestAccessLists(t *testing.T) {
	const none = 1<<32 - 1
	list := binary.LittleEndian.AppendUint32(nil, 2) // the version
	for _, e := range []struct {
		tag, permissions uint16
		id               uint32
	}{{1, 7, none}, {2, 7, 1234}, {4, 5, none}, {16, 7, none}, {32, 5, none}} {
		list = binary.LittleEndian.AppendUint16(list, e.tag)
		list = binary.LittleEndian.AppendUint16(list, e.permissions)
		list = binary.LittleEndian.AppendUint32(list, e.id)
	}
	for _, has := range []bool{true, false} {
		dir := disk.Folder(t, "a.md", "old")
		file := filepath.Join(dir, "a.md")
		to, name := file, accessList
		if !has {
			to, name = dir, "system.posix_acl_default"
		}
		if err := xattr.LSet(to, name, list); err != nil {
			t.Logf("the file system of %s has no access control lists: %v", dir, err)
			return
		}
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := File(file, "old", "new"); err != nil {
			t.Fatal(err)
		}
		got, err := xattr.LGet(file, accessList)
		if has && (err != nil || !bytes.Equal(got, list)) || !has && err == nil {
			t.Errorf("a file with a list (%v) has the list %v, %v", has, got, err)
		}
		if after, err := os.Stat(file); err != nil || after.Mode() != before.Mode() {
			t.Errorf("mode %v, %v; want %v", after.Mode(), err, before.Mode())
		}
	}
}
