package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestFolder reads each name through a folder that paths cannot lead out of.
func TestFolder(t *testing.T) {
	outside := disk.Folder(t, "secret", "secret", "sub/secret", "secret")
	dir := disk.Folder(t, "a", "text", "sub/b", "text")
	for name, target := range map[string]string{
		"inside": "a", "sub/up": "../a", "out": filepath.Join(outside, "secret"), "folder-out": outside,
		"loop": "loop", "dangling": "nowhere", "absolute": filepath.Join(dir, "a"),
	} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = folder.Close() }()
	for _, test := range []struct{ name, want string }{
		{"a", ""},
		{"sub/b", ""},
		{"inside", ""},
		{"sub/up", ""},
		{"sub", "this is a folder"},
		{"nothing", "no such file or folder"},
		{"dangling", "no such file or folder"},
		{"loop", "too many levels of symbolic links"},
		{"out", ErrOutside.Error()},
		{"absolute", ErrOutside.Error()},
		{"folder-out/secret", ErrOutside.Error()},
		{"../a", ErrOutside.Error()},
		{"sub/../a", ErrOutside.Error()},
		{"/etc/passwd", ErrOutside.Error()},
	} {
		text, err := Read(folder, test.name, 4)
		switch {
		case test.want == "" && (err != nil || string(text) != "text"):
			t.Errorf("%s: %q, %v", test.name, text, err)
		case test.want != "" && (err == nil || Reason(err).Error() != test.want):
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	if _, err := Read(folder, "a", 3); err == nil || err.Error() != "the file is 4 bytes; the limit is 3" {
		t.Error(err)
	}
	entries, err := fs.ReadDir(folder, "sub")
	if err != nil || len(entries) != 2 || entries[0].Name() != "b" {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := fs.ReadDir(folder, "folder-out"); Reason(err) != ErrOutside {
		t.Error(err)
	}
	if _, err := OpenFolder(filepath.Join(dir, "a")); err == nil {
		t.Error("a file is a folder")
	}
	if _, err := OpenFolder(""); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without a name: %v", err)
	}
}

// TestRegular checks that each kind of non-regular file has its own name.
func TestRegular(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeDir:                          "this is a folder",
		fs.ModeNamedPipe:                    "this is a named pipe, not a file",
		fs.ModeSocket:                       "this is a socket, not a file",
		fs.ModeDevice:                       "this is a device, not a file",
		fs.ModeDevice | fs.ModeCharDevice:   "this is a device, not a file",
		fs.ModeIrregular:                    "this is something else, not a file",
		fs.ModeSetuid | fs.ModeSticky | 0o7: "<nil>",
	} {
		info, err := fstest.MapFS{"a": {Mode: mode}}.Stat("a")
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(Regular(info)); got != want {
			t.Errorf("%v: %s, want %s", mode, got, want)
		}
	}
}

// TestTreeNames checks that each operation refuses a name that is not valid in a file
// system.
func TestTreeNames(t *testing.T) {
	dir := disk.Folder(t, "a", "text", "sub/b", "text")
	tree := Tree(filepath.Join(dir, "sub"))
	for _, name := range []string{"../a", "/a", "", "./b"} {
		_, open := tree.Open(name)
		_, stat := fs.Stat(tree, name)
		_, lstat := fs.Lstat(tree, name)
		_, link := fs.ReadLink(tree, name)
		_, folder := fs.ReadDir(tree, name)
		for i, err := range []error{open, stat, lstat, link, folder} {
			if !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("%q, operation %d: %v", name, i, err)
			}
		}
	}
}

// A counted place counts the files that are opened.
type counted struct {
	anywhere
	opened *int
}

func (c counted) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	*c.opened++
	return c.anywhere.OpenFile(name, flag, perm)
}

// TestNotOpened checks that what is not expected is not opened, which may have an effect, and
// that an empty path is not that of a folder.
func TestNotOpened(t *testing.T) {
	dir := disk.Folder(t, "a", "")
	opened := 0
	for name, check := range map[string]func(fs.FileInfo) error{dir: Regular, filepath.Join(dir, "a"): isFolder, filepath.Join(dir, "none"): Regular} {
		if _, _, err := open(counted{opened: &opened}, name, check); err == nil || opened > 0 {
			t.Errorf("%s: %v, opened %d times", name, err, opened)
		}
	}
	if _, err := OpenFolder(""); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	folder, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": "this is not a folder", "none": "no such file or folder"} {
		if list, more, err := folder.Some(name, 1); list != nil || more || err == nil || Reason(err).Error() != want {
			t.Errorf("%s: %v, %t, %v", name, list, more, err)
		}
	}
	if err := folder.Close(); err != nil {
		t.Error(err)
	}
	if _, err := folder.Open("a"); err == nil {
		t.Error("a folder that was closed is open")
	}
}

// TestOpened checks that what is known of a file is known of the one that was opened.
func TestOpened(t *testing.T) {
	f, info, err := Open(filepath.Join(disk.Folder(t, "a", "text"), "a"), Regular)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if info.Name() != "a" || info.Size() != 4 {
		t.Errorf("%s has %d bytes", info.Name(), info.Size())
	}
}

// TestCloses checks that nothing leaves a file open, whether it succeeds or fails.
func TestCloses(t *testing.T) {
	dir := disk.Folder(t, "a", "text", "sub/b", "")
	folder, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = folder.Close() }()
	refuse := func(fs.FileInfo) error { return errors.New("refused") }
	replaced := 0
	closes(t, map[string]func(){
		"Entries":          func() { _, _ = Entries(dir) },
		"Entries, a file":  func() { _, _ = Entries(filepath.Join(dir, "a")) },
		"ReadDir":          func() { _, _ = fs.ReadDir(folder, "sub") },
		"Some":             func() { _, _, _ = folder.Some(".", 1) },
		"Read":             func() { _, _ = Read(folder, "a", 4) },
		"Read, too large":  func() { _, _ = Read(folder, "a", 3) },
		"Read, a folder":   func() { _, _ = Read(folder, "sub", 4) },
		"Open, refused":    func() { _, _, _ = Open(filepath.Join(dir, "a"), refuse) },
		"OpenFolder, none": func() { _, _ = OpenFolder(filepath.Join(dir, "a")) },
		"Open, replaced after the first check": func() {
			_, _, _ = Open(filepath.Join(dir, "a"), func(info fs.FileInfo) error {
				if replaced++; replaced%2 == 0 {
					return refuse(info)
				}
				return nil
			})
		},
	})
}

// TestTree checks that files named by a user may be anywhere.
func TestTree(t *testing.T) {
	outside := disk.Folder(t, "x", "text")
	dir := disk.Folder(t, "a", "text")
	if err := os.Symlink(filepath.Join(outside, "x"), filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(Tree(outside), "x"); err != nil {
		t.Error(err)
	}
	if text, err := Read(Tree(dir), "out", 4); err != nil || string(text) != "text" {
		t.Errorf("%q, %v", text, err)
	}
	if target, err := fs.ReadLink(Tree(dir), "out"); err != nil || target != filepath.Join(outside, "x") {
		t.Errorf("%q, %v", target, err)
	}
	if info, err := fs.Lstat(Tree(dir), "out"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("%v, %v", info, err)
	}
	entries, err := Entries(dir)
	if err != nil || !slices.IsSortedFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }) || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

// A liar is a file with a wrong size.
type liar struct {
	fs.File
	info fs.FileInfo
}

func (l liar) Stat() (fs.FileInfo, error) { return l.info, nil }

type liars struct{ fstest.MapFS }

func (l liars) Open(name string) (fs.File, error) {
	f, err := l.MapFS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := l.MapFS.Stat("empty")
	return liar{f, info}, err
}

// TestReadIgnoresSize checks that at most one byte more than the limit is read from a
// file that grows or has no size.
func TestReadIgnoresSize(t *testing.T) {
	fsys := liars{fstest.MapFS{"empty": {}, "large": {Data: make([]byte, 100)}}}
	if _, err := Read(fsys, "large", 99); err == nil {
		t.Error("all is read")
	} else if _, ok := errors.AsType[*TooLargeError](err); !ok {
		t.Error(err)
	}
	if text, err := Read(fsys, "large", 100); len(text) != 100 || err != nil {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// TestSome checks that no more entries of a folder are read than were asked for.
func TestSome(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{"d/c": "", "d/a": "", "d/b": "", "d/e/f": "", "empty/x": ""})
	if err := os.Remove(filepath.Join(dir, "empty", "x")); err != nil {
		t.Fatal(err)
	}
	folder, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = folder.Close() }()
	for _, test := range []struct {
		name string
		most int
		n    int
		more bool
		ok   bool
	}{
		{"d", 5, 4, false, true}, {"d", 4, 4, false, true}, {"d", 3, 3, true, true}, {"d", 1, 1, true, true}, {"empty", 1, 0, false, true}, {"none", 3, 0, false, false}, {"d/a", 3, 0, false, false},
	} {
		list, more, err := folder.Some(test.name, test.most)
		if len(list) != test.n || more != test.more || (err == nil) != test.ok {
			t.Errorf("%d of %s: %v, %t, %v", test.most, test.name, list, more, err)
		}
		if !slices.IsSortedFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }) {
			t.Errorf("%v is not sorted", list)
		}
	}
}

// TestReadErrors checks that only files are read, and none larger than the limit.
func TestReadErrors(t *testing.T) {
	fsys := fstest.MapFS{"d/x": {Data: []byte("text")}}
	for name, limit := range map[string]int64{"d": 9, "none": 9, "d/x": 3} {
		if text, err := Read(fsys, name, limit); err == nil || text != nil {
			t.Errorf("%s up to %d bytes: %q", name, limit, text)
		}
	}
}

// closes runs functions by name, and fails if one leaves a file open: the next file that is
// opened after it has another descriptor than before.
func closes(t *testing.T, functions map[string]func()) {
	t.Helper()
	dir := t.TempDir()
	next := func() uintptr {
		f, err := os.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = f.Close() }()
		return f.Fd()
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes unreferenced files
	for name, run := range functions {
		before := next()
		run()
		if after := next(); after != before {
			t.Errorf("%s: the next descriptor was %d and is %d", name, before, after)
		}
	}
}
