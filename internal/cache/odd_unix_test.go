//go:build unix

package cache

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestCacheOdd checks that whatever is in place of the file or its folder is treated as absent,
// is not waited for, and does no harm to what it leads to.
func TestCacheOdd(t *testing.T) {
	old := time.Now().AddDate(0, 0, -3)
	outside := filepath.Join(t.TempDir(), "outside")
	disk.WriteFile(t, outside, "text")
	link := func(to string) func(string) error { return func(path string) error { return os.Symlink(to, path) } }
	for name, put := range map[string]func(path string) error{
		"a pipe":                  func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a folder":                func(path string) error { return os.Mkdir(path, 0o700) },
		"a link to a device":      link("/dev/zero"),
		"a link to itself":        func(path string) error { return os.Symlink(path, path) },
		"a link to nothing":       link("none"),
		"a link to another file":  link(outside),
		"a file that is unusable": func(path string) error { return os.WriteFile(path, nil, 0) },
		"a huge file": func(path string) error {
			if err := os.WriteFile(path, []byte(magic), 0o600); err != nil {
				return err
			}
			return os.Truncate(path, 1<<40)
		},
	} {
		for _, whole := range []bool{false, true} { // whether it is in place of the folder
			if err := os.Chtimes(outside, old, old); err != nil {
				t.Fatal(err)
			}
			folder := filled(t, 3)
			path := Open(folder, testKey).file()
			if whole {
				path = folder
			}
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			c := Open(folder, testKey)
			if c.Find("1.md") != nil || len(c.entries) > 0 {
				t.Errorf("%s: there are entries", name)
			}
			_ = c.Save() // which records its use
			c = Open(folder, testKey)
			c.Put("new.md", entryOf(1))
			if err := c.Save(); err == nil && !same(Open(folder, testKey).Find("new.md"), entryOf(1)) {
				t.Errorf("%s: what is saved is not found", name)
			}
			info, err := os.Stat(outside)
			if err != nil || info.Size() != 4 || info.ModTime().After(old.Add(time.Minute)) {
				t.Errorf("%s: the other file has changed: %v, %v", name, info, err)
			}
		}
	}
}

// TestCacheFolderLink checks that nothing is written through a link in place of the folder.
func TestCacheFolderLink(t *testing.T) {
	other, link := t.TempDir(), filepath.Join(t.TempDir(), "cache")
	if err := os.Symlink(other, link); err != nil {
		t.Fatal(err)
	}
	c := Open(link, testKey)
	c.Put("1.md", entryOf(1))
	if err := c.Save(); err == nil {
		t.Error("it is saved")
	}
	if list, err := os.ReadDir(other); err != nil || len(list) > 0 {
		t.Errorf("the other folder has %v, %v", list, err)
	}
}
