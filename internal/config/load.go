package config

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/tree"
)

// Limits on a configuration file, which may be untrusted. Each is far beyond what a person writes.
const (
	// MaxFile is the maximum size of a file in bytes. It also bounds the keys, which are searched for one by one, the
	// globs, which are matched with each path, and the paths of tools, which are looked up.
	MaxFile = 64 << 10
	// maxProblems is the maximum number of mistakes of a file that are shown.
	maxProblems = 100
)

// A Config is a configuration file, or one made of settings. A nil Config has no settings.
type Config struct {
	*File
	dir   string   // that its globs and paths are relative to
	names []string // see Names
}

// Names returns the files that the configuration depends on, including missing ones, as
// paths of the file system it was loaded from.
func (c *Config) Names() []string {
	if c == nil {
		return nil
	}
	return c.names
}

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

// below returns the path of a file named in a configuration in dir. It must not lead
// out of the file system.
func below(dir, written string) (string, error) {
	slashed := strings.ReplaceAll(written, `\`, "/")
	if path.IsAbs(slashed) || len(slashed) > 1 && slashed[1] == ':' {
		return "", errors.New("the path must be relative to this file")
	}
	name := path.Join(dir, slashed)
	if !fs.ValidPath(name) {
		return "", errOutside
	}
	return name, nil
}

var errOutside = errors.New("the path leads out of the workspace, which is the folder with .git, or without one the folder of the configuration")

// Read returns the content of a configuration file, within the size limit.
func Read(fsys fs.FS, name string) ([]byte, error) {
	content, err := files.Read(fsys, name, MaxFile)
	return content, reason(err)
}

// reason returns an error of the file system without the path, which the message
// already contains.
func reason(err error) error {
	if err = files.Reason(err); errors.Is(err, files.ErrOutside) {
		return errOutside // a symbolic link
	}
	return err
}
