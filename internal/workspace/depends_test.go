package workspace

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestDepends checks that the settings for a file depend on existing files and on those that
// would be found if they existed, up to the root of the repository.
func TestDepends(t *testing.T) {
	dir := disk.Folder(t, ".git/", "", "forge-lsp.toml", "", "base.toml", "",
		".forge/tools.json", "[]", "a/b/c.md", "")
	got := New(Flags{}, nil).Depends(filepath.Join(dir, "a", "b", "c.md"))
	for _, want := range []string{
		"forge-lsp.toml", ".forge", ".forge/tools.json", ".git", ".gitignore",
		"a/forge-lsp.toml", "a/.forge", "a/.git", "a/.gitignore", "a/b/forge-lsp.toml", "a/b/.forge", "a/b/.git", "a/b/.gitignore", "a/b/.ignore",
	} {
		if !slices.Contains(got, filepath.Join(dir, filepath.FromSlash(want))) {
			t.Errorf("%s is not among %v", want, got)
		}
	}
	if above := filepath.Join(filepath.Dir(dir), "forge-lsp.toml"); slices.Contains(got, above) {
		t.Errorf("%s is above the repository", above)
	}
	given := New(Flags{Config: filepath.Join(dir, "base.toml"), Tools: []string{filepath.Join(dir, "own.json")}}, nil)
	got = given.Depends(filepath.Join(dir, "a", "b", "c.md"))
	for _, want := range []string{"base.toml", "own.json"} {
		if !slices.Contains(got, filepath.Join(dir, want)) {
			t.Errorf("%s is not among %v", want, got)
		}
	}
}

// TestTree checks that the folders are those in which further sources can appear.
func TestTree(t *testing.T) {
	dir := disk.Folder(t, ".git/objects/", "", ".gitignore", "out/\n", "a.md", "", "empty/", "", "out/b.md", "", "c/d/e.md", "")
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	sources, folders := Tree([]string{dir}, false)
	var below []string
	for _, folder := range folders {
		name, err := filepath.Rel(real, folder)
		if err != nil {
			t.Fatal(err)
		}
		below = append(below, filepath.ToSlash(name))
	}
	if want := []string{".", "c", "c/d", "empty"}; !slices.Equal(below, want) || len(sources) != 3 {
		t.Errorf("%v in %d sources, want %v in 3", below, len(sources), want)
	}
	if _, folders := Tree([]string{filepath.Join(dir, "a.md")}, false); len(folders) != 0 {
		t.Errorf("of a file: %v", folders)
	}
}
