package hostile

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// A Trick is a way to do harm with a file, by its type or by its content.
type Trick struct {
	Name    string
	formats []Format // those that it applies to; nil means all
	silent  []Format // in these it does no harm that has to be reported: the file is skipped, or read
	content bool     // it is in the content of a regular file
	write   func(t testing.TB, path string, f Format)
}

// fits reports whether a trick applies to a kind of file.
func (t Trick) fits(k Kind) bool { return t.formats == nil || slices.Contains(t.formats, k.Format) }

// Named reports whether reports about a workspace must name the file.
func (t Trick) Named(k Kind) bool { return !slices.Contains(t.silent, k.Format) }

// Tricks returns all tricks that are possible on this system and for this user.
func Tricks() []Trick {
	all := slices.Concat(tricks, systemTricks, contentTricks())
	if os.Geteuid() <= 0 { // the superuser can read everything, and Windows does not have such bits
		return all
	}
	return append(all, forbidden...)
}

// files are the formats of regular files, and texts those that contain text that is not
// checked.
var (
	files = []Format{Ignore, TOML, JSON, YAML, Text}
	texts = []Format{Ignore, TOML, JSON, YAML}
)

// tricks are symbolic links, which a walk does not follow, so that documents are skipped, and files of
// other types.
var tricks = []Trick{
	{Name: "link out of the workspace", silent: []Format{Text}, write: func(t testing.TB, path string, f Format) { link(t, outside(t, f), path) }},
	{Name: "relative link out of the workspace", silent: []Format{Text}, write: func(t testing.TB, path string, f Format) {
		target, err := filepath.Rel(filepath.Dir(path), outside(t, f))
		if err != nil {
			t.Fatal(err)
		}
		link(t, target, path)
	}},
	{Name: "link to itself", silent: []Format{Text, Folder}, write: func(t testing.TB, path string, _ Format) { link(t, filepath.Base(path), path) }},
	{Name: "dangling link", silent: []Format{Text, Folder}, write: linkTo("nowhere")},
	{Name: "a folder", formats: files, silent: []Format{Text}, write: func(t testing.TB, path string, _ Format) { disk.WriteFile(t, path+"/", "") }},
	{Name: "sparse file of 50 GB", formats: texts, write: func(t testing.TB, path string, _ Format) { sparse(t, path, "") }},
	{Name: "text and then a hole of 50 GB", formats: files, write: func(t testing.TB, path string, f Format) { sparse(t, path, heads[f]) }},
}

// forbidden are files that cannot be read.
var forbidden = []Trick{
	{Name: "no permission", formats: files, write: func(t testing.TB, path string, f Format) {
		disk.WriteFile(t, path, heads[f])
		forbid(t, path)
	}},
	{Name: "no permission for a folder", formats: []Format{Folder}, write: func(t testing.TB, path string, _ Format) {
		disk.WriteFile(t, filepath.Join(path, "tools.json"), "{}")
		forbid(t, path)
	}},
}

// outside writes something of a format outside of the workspace, and returns where.
func outside(t testing.TB, f Format) string {
	t.Helper()
	const tool = `{"name": "` + Outside + `", "parameters": {"type": "object"}}`
	dir := disk.Folder(t,
		"ignore", "*.md\n", "configuration", "rules.unescaped-ampersand = 'off'\n",
		"tools.json", tool, "tools/tools.json", tool, "text", DocumentText,
	)
	name := map[Format]string{Ignore: "ignore", TOML: "configuration", JSON: "tools.json", YAML: "tools.json", Text: "text", Folder: "."}[f]
	return filepath.Join(dir, name)
}

func link(t testing.TB, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}

// linkTo returns the writing of a symbolic link.
func linkTo(target string) func(testing.TB, string, Format) {
	return func(t testing.TB, path string, _ Format) { link(t, target, path) }
}

// sparse writes a file of 50 GB, only the head of which takes space.
func sparse(t testing.TB, path, head string) {
	t.Helper()
	disk.WriteFile(t, path, head)
	if err := os.Truncate(path, 50<<30); err != nil {
		t.Fatal(err)
	}
}

// forbid removes all permissions of a file until the test ends.
func forbid(t testing.TB, path string) {
	t.Helper()
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(path, 0o700) })
}
