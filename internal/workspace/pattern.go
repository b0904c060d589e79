package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/glob"
)

// errNoMatch is why a pattern leads to no file.
var errNoMatch = errors.New("no file matches it")

// isPattern reports whether a path that leads to no file may be a pattern: the shell of Windows
// leaves patterns to the programs, and others do where they are quoted.
func isPattern(path string, err error) bool {
	return errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(path, "*?[{")
}

// pattern adds the files and folders that match a pattern, as if each were named. ** is any
// number of folders.
func (w *walker) pattern(path string) {
	pattern := filepath.ToSlash(path)
	g, err := glob.Compile(strings.TrimPrefix(pattern, "./"), glob.Alternatives)
	if err != nil {
		w.fail(path, err)
		return
	}
	if !w.matching(g, fixedFolder(pattern)) {
		w.fail(path, errNoMatch)
	}
}

// matching adds the files below a folder that match a pattern, and everything in folders that do. It reports whether
// anything matches.
func (w *walker) matching(g *glob.Glob, folder string) (some bool) {
	entries, err := files.Entries(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil {
		w.fail(folder, err)
		return true // the message explains why there may be none
	}
	for _, entry := range entries {
		name := filepath.Join(folder, entry.Name())
		switch {
		case entry.Name() == ".git":
		case g.Match(filepath.ToSlash(name)):
			w.named(name)
			some = true
		case entry.IsDir():
			some = w.matching(g, name) || some
		}
	}
	return some
}

// fixedFolder returns the folder that all paths which match a pattern are in.
func fixedFolder(pattern string) string {
	at := strings.IndexAny(pattern, `*?[{\`)
	slash := strings.LastIndexByte(pattern[:at], '/')
	switch {
	case slash > 0:
		return pattern[:slash]
	case slash == 0:
		return "/"
	}
	return "."
}
