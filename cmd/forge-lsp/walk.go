package main

import (
	"io/fs"
	"os"
	"path/filepath"
)

// stdinArg is the argument that stands for standard input.
const stdinArg = "-"

// A source is one file to read, or the reason why it cannot be.
type source struct {
	path   string // as reported: as given, slash-separated
	file   string // as opened; stdinArg for standard input
	walked bool   // found in a folder, not named by the caller
	err    error
}

// A walker lists the files under the paths that the caller named. A file that
// is named twice, or named and found, is listed once.
type walker struct {
	noIgnore bool
	seen     map[string]bool // by real path
	sources  []source
}

// sourcesOf returns the files under the given paths: in the order of the
// paths, and within a folder by name.
func sourcesOf(paths []string, noIgnore bool) []source {
	w := &walker{noIgnore: noIgnore, seen: make(map[string]bool)}
	for _, path := range paths {
		w.named(path)
	}
	return w.sources
}

func (w *walker) fail(path string, err error) {
	w.sources = append(w.sources, source{path: filepath.ToSlash(path), err: err})
}

func (w *walker) add(path, file, real string, walked bool) {
	if !w.seen[real] {
		w.seen[real] = true
		w.sources = append(w.sources, source{path: filepath.ToSlash(path), file: file, walked: walked})
	}
}

// named adds a path that the caller named: such a path is always read.
func (w *walker) named(path string) {
	info, err := os.Stat(path)
	if err != nil {
		w.fail(path, err)
		return
	}
	real, err := realPath(path)
	switch {
	case err != nil && !info.IsDir():
		// A pipe such as /dev/fd/63 has no path of its own.
		w.add(path, path, path, false)
	case err != nil:
		w.fail(path, err)
	case info.IsDir():
		var rules *ignoreRules
		if !w.noIgnore {
			rules = rootIgnore(real)
		}
		w.folder(path, real, rules)
	default:
		w.add(path, path, real, false)
	}
}

// folder adds the files of a folder. Symbolic links in it are not followed:
// they lead to files that are listed elsewhere, or that the caller did not
// name.
func (w *walker) folder(path, real string, rules *ignoreRules) {
	entries, err := os.ReadDir(real)
	if err != nil {
		w.fail(path, err)
		return
	}
	if !w.noIgnore {
		rules = rules.with(real, filepath.Join(real, ".gitignore"))
	}
	for _, entry := range entries {
		name := entry.Name()
		below, belowReal := filepath.Join(path, name), filepath.Join(real, name)
		switch {
		case name == ".git", rules.ignored(belowReal, entry.IsDir()):
		case entry.IsDir():
			w.folder(below, belowReal, rules)
		case entry.Type()&fs.ModeType == 0:
			w.add(below, below, belowReal, true)
		}
	}
}

func realPath(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}
