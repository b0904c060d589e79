package config

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
)

// Find returns the configuration file for the content of a folder: the one in it or the
// nearest one above it, up to a folder with .git in it. It returns "" if there is none.
// A file with the name counts even if it cannot be read. dir is a path in fsys, "." for
// its root, and so is the result.
func Find(fsys fs.FS, dir string) string {
	if fsys == nil {
		return ""
	}
	for dir = path.Clean(dir); ; dir = path.Dir(dir) {
		file := path.Join(dir, Name)
		if _, err := fs.Lstat(fsys, file); err == nil {
			return file
		}
		if isTop(fsys, dir) || dir == "." || dir == "/" {
			return ""
		}
	}
}

// Root returns the folder whose files a configuration file can name: the nearest one
// with .git in it, starting with the file's own folder, or if there is none the file's
// own folder. Paths have the form of those of [Find].
func Root(fsys fs.FS, file string) string {
	own := path.Dir(file)
	for dir := own; ; dir = path.Dir(dir) {
		if isTop(fsys, dir) {
			return dir
		}
		if dir == "." || dir == "/" {
			return own
		}
	}
}

func isTop(fsys fs.FS, dir string) bool {
	if fsys == nil {
		return false
	}
	_, err := fs.Stat(fsys, path.Join(dir, ".git"))
	return err == nil
}

// A Config is a configuration file with those that it extends, or one made of settings.
// A nil Config has no settings.
type Config struct {
	layers []layer // later layers override earlier ones
	names  []string
}

// A layer is one file of a configuration.
type layer struct {
	*File
	name string // of the file, "" for settings
	dir  string // that its globs and paths are relative to
}

// Names returns the files that the configuration depends on, including missing ones, as
// paths of the file system it was loaded from.
func (c *Config) Names() []string {
	if c == nil {
		return nil
	}
	return c.names
}

// HasFile reports whether a file, by its path in the file system, is one of the files of
// the configuration.
func (c *Config) HasFile(name string) bool {
	return c != nil && slices.ContainsFunc(c.layers, func(l layer) bool { return l.name == name })
}

// Load reads a configuration file and those that it extends. It may name files in fsys.
// show returns the displayed form of a path in fsys; nil means the path itself. A file
// that cannot be read is a problem like any other.
func Load(fsys fs.FS, name string, show func(name string) string) (*Config, []*Problem) {
	if show == nil {
		show = func(name string) string { return name }
	}
	l := &loader{fsys: fsys, show: show, config: &Config{}}
	if err := l.load(name, nil); err != nil {
		l.problem(Place{File: show(name)}, "%v", err)
	}
	return l.config, atMost(l.problems)
}

type loader struct {
	problems
	fsys   fs.FS
	show   func(string) string
	config *Config
}

// load reads a file after the files that it extends. by are the files that led to it.
// The error is that of reading the file itself.
func (l *loader) load(name string, by []string) error {
	l.config.names = append(l.config.names, name)
	text, err := readFile(l.fsys, name)
	if err != nil {
		return err
	}
	f, problems := Parse(l.show(name), text)
	l.problems = append(l.problems, problems...)
	dir := path.Dir(name)
	by = append(slices.Clone(by), name)
	if at := f.place("extends"); at != (Place{}) {
		l.extend(at, f.Extends, dir, by)
	}
	l.checkTools(f, dir)
	l.config.layers = append(l.config.layers, layer{f, name, dir})
	return nil
}

// extend reads the file that the last of by extends.
func (l *loader) extend(at Place, written, dir string, by []string) {
	name, err := below(dir, written)
	switch {
	case err != nil:
		l.problem(at, "extends %s: %v", quoted(written), err)
	case slices.Contains(by, name):
		var chain []string
		for _, file := range append(by[slices.Index(by, name):], name) {
			chain = append(chain, l.show(file))
		}
		l.problem(at, "extends %s: the files extend each other in a circle: %s", quoted(written), strings.Join(chain, " → "))
	case len(by) > maxExtends:
		l.problem(at, "extends %s: more than %d files extend each other; this one is not read", quoted(written), maxExtends)
	default:
		if err := l.load(name, by); err != nil {
			l.problem(at, "extends %s: %v", quoted(written), err)
		}
	}
}

// checkTools drops the paths of tools that do not exist.
func (l *loader) checkTools(f *File, dir string) {
	l.checkPaths(f, f.Tools, "tools", dir)
	for i := range f.Files {
		l.checkPaths(f, f.Files[i].Tools, filesPath(i)+"/tools", dir)
	}
}

func (l *loader) checkPaths(f *File, t *Tools, at, dir string) {
	if t == nil || t.None {
		return
	}
	good := []string{}
	for i, written := range t.Paths {
		name, err := below(dir, written)
		if err == nil && l.fsys == nil {
			err = errNoFolder
		}
		if err == nil {
			l.config.names = append(l.config.names, name)
			_, err = fs.Stat(l.fsys, name)
		}
		if err != nil {
			l.problem(f.place(at, strconv.Itoa(i)), "tools %s: %v", quoted(written), reason(err))
			continue
		}
		good = append(good, written)
	}
	t.Paths = good
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

// readFile returns the content of a file, within the size limit.
func readFile(fsys fs.FS, name string) ([]byte, error) {
	if fsys == nil {
		return nil, errNoFolder
	}
	text, err := files.Read(fsys, name, MaxFile)
	if err != nil {
		return nil, reason(err)
	}
	return text, nil
}

// reason returns an error of the file system without the path, which the message
// already contains.
func reason(err error) error {
	if err = files.Reason(err); errors.Is(err, files.ErrOutside) {
		return errOutside // a symbolic link
	}
	return err
}
