package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestFind checks that a path leads to a file below the innermost open folder, and
// never outside.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "inner")
	disk.Write(t, dir, map[string]string{"a.md": "", "sub/b": "", "inner/c": ""})
	for name, to := range map[string]string{"link": "sub", "out": "..", "broken": "nothing"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	paths := []string{
		"a.md", "./sub//b", "link/b", "sub", "out/a.md", "broken", "../a.md", "", "/", "sub/b/x", "a\x00b", at("sub/b"), at("../a.md"), "inner/c", "c",
	}
	w := New(Flags{}, nil)
	find := func(file string) (found []string) {
		for _, name := range paths {
			found = append(found, w.Find(file, name))
		}
		return found
	}
	if found := find(at("a.md")); !slices.Equal(found, make([]string, len(paths))) {
		t.Errorf("no folder is open: %q", found)
	}
	w.Update(Change{Client: &Client{Folders: []string{dir, inner}}})
	want := []string{at("a.md"), at("sub/b"), at("link/b"), "", "", "", "", "", "", "", "", at("sub/b"), "", at("inner/c"), ""}
	for _, file := range []string{at("a.md"), ""} {
		if found := find(file); !slices.Equal(found, want) {
			t.Errorf("of %q:\ngot  %q\nwant %q", file, found, want)
		}
	}
	want = make([]string, len(paths))
	want[14] = at("inner/c")
	if found := find(at("inner/c")); !slices.Equal(found, want) {
		t.Errorf("of the inner folder:\ngot  %q\nwant %q", found, want)
	}
}

// TestFindConfiguration checks that the nearest configuration applies to a folder, but none above its repository, and
// which folder its paths cannot leave.
func TestFindConfiguration(t *testing.T) {
	const name = config.Name
	dir := disk.Folder(t, name, "", "a/b/x.md", "", "a/"+name, "", "repo/.git/HEAD", "", "repo/sub/x.md", "", "own/.git/HEAD", "", "own/"+name, "", "own/sub/"+name+"/x", "", "own/sub/x/y", "")
	for folder, want := range map[string]struct{ file, root string }{
		"":            {name, ""},
		"a":           {"a/" + name, "a"},
		"a/b":         {"a/" + name, "a"},
		"a/b/missing": {"a/" + name, "a"},
		"other":       {name, ""},
		"repo/sub":    {},                         // files above a repository are not part of it
		"own/sub/x":   {"own/sub/" + name, "own"}, // a folder, which is reported on loading
	} {
		file := findConfiguration(filepath.Join(dir, filepath.FromSlash(folder)))
		if want.file == "" {
			if file != "" {
				t.Errorf("%s: found %q", folder, file)
			}
		} else if root := loadConfiguration(file, nil).root; file != filepath.Join(dir, filepath.FromSlash(want.file)) || root != filepath.Join(dir, filepath.FromSlash(want.root)) {
			t.Errorf("%s: found %q with root %q", folder, file, root)
		}
	}
}
