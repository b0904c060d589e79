package config

import (
	"errors"
	"io/fs"
	"path"
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
	l := &loader{fsys: fsys, config: &Config{dir: path.Dir(name), names: []string{name}}}
	l.config.File, l.problems = Parse(shown, content)
	l.checkTools()
	return l.config, atMost(l.problems)
}

type loader struct {
	problems
	fsys   fs.FS
	config *Config
}

// checkTools drops the paths of tools that do not exist.
func (l *loader) checkTools() {
	l.checkPaths(l.config.Tools, "tools")
	for i := range l.config.Files {
		l.checkPaths(l.config.Files[i].Tools, filesPath(i)+"/tools")
	}
}

func (l *loader) checkPaths(t *Tools, at string) {
	if t == nil || t.None {
		return
	}
	good := []string{}
	for i, written := range t.Paths {
		name, err := below(l.config.dir, written)
		if err == nil && l.fsys == nil {
			err = errNoFolder
		}
		if err == nil {
			l.config.names = append(l.config.names, name)
			_, err = fs.Stat(l.fsys, name)
		}
		if err != nil {
			l.problem(l.config.place(at, strconv.Itoa(i)), "tools %s: %v", quoted(written), reason(err))
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
