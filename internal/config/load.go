package config

import (
	"io/fs"
	"path"
	"slices"

	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/tree"
)

// MaxFile is the maximum size in bytes of a file, which may be untrusted: far beyond what a person writes. It also bounds
// the keys, which are searched for one by one, the globs, which are matched with each path, and the paths of tools, which
// are looked up.
const MaxFile = 64 << 10

// Load returns the configuration of a file with the given content, which may name files in fsys.
// shown is how the file is displayed.
func Load(fsys fs.FS, name, shown string, content []byte) (*Config, []*Problem) {
	c := &Config{File: &File{places: map[string]Place{}}, dir: path.Dir(name), names: []string{name}}
	root, errs := tree.TOML(content)
	d := &decoder{Config: c, shown: shown, fsys: fsys}
	for _, err := range errs {
		d.problem(d.place(root, err.At), "%s", foreign.Cut(err.Reason, 78)) // it may quote a string as long as the file
	}
	syntax := d.problems
	if d.outermost(root); d.newer != nil {
		// An error in this version may be valid in that one.
		d.problems = append(syntax, d.newer)
	}
	slices.SortStableFunc(d.problems, func(a, b *Problem) int {
		return slices.Compare([]int{a.Line, a.Column}, []int{b.Line, b.Column})
	})
	return c, AtMost(d.problems, "this file")
}

// Read returns the content of a configuration file, within the size limit.
func Read(fsys fs.FS, name string) ([]byte, error) {
	content, err := files.Read(fsys, name, MaxFile)
	return content, reason(err)
}
