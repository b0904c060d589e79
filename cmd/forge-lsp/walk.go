package main

import (
	"os"
	"path/filepath"
	"strings"
)

// stdinArg is the argument that stands for standard input.
const stdinArg = "-"

// A source is one file to read, or the reason why it cannot be.
type source struct {
	path   string // as reported: as given, slash-separated
	file   string // as opened; stdinArg for standard input
	walked bool   // found in a folder, not named by the caller
	err    error
	in     []string // the folders that the caller named and that it was found in
}

// A walker lists the files under the paths that the caller named. A file that
// is named twice, or named and found, is listed once.
type walker struct {
	noIgnore bool
	seen     map[string]int // index in sources by real path
	sources  []source
	in       string // the folder that is walked, "" for none
}

// sourcesOf returns the files under the given paths: in the order of the
// paths, and within a folder by name.
func sourcesOf(paths []string, noIgnore bool) []source {
	w := &walker{noIgnore: noIgnore, seen: make(map[string]int)}
	for _, path := range paths {
		w.named(path)
	}
	return w.sources
}

func (w *walker) fail(path string, err error) {
	w.sources = append(w.sources, source{path: filepath.ToSlash(path), err: err})
}

// add adds a file, or the reason why it cannot be read. One that is found and
// named counts as named.
func (w *walker) add(real string, src source) {
	i, seen := w.seen[real]
	if !seen {
		i = len(w.sources)
		w.seen[real] = i
		src.path = filepath.ToSlash(src.path)
		w.sources = append(w.sources, src)
	} else if !src.walked {
		w.sources[i].walked, w.sources[i].err = false, src.err
	}
	if w.in != "" {
		w.sources[i].in = append(w.sources[i].in, w.in)
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
	switch why := notFile(info.Mode()); {
	case isDescriptor(path): // which may have no path of its own
		w.add(path, source{path: path, file: path})
	case err != nil:
		w.fail(path, err)
	case info.IsDir():
		var rules *ignoreRules
		if !w.noIgnore {
			rules = rootIgnore(real)
		}
		w.in = path
		w.folder(path, real, rules)
		w.in = ""
	case why != "":
		w.add(real, source{path: path, err: &uncheckedError{filepath.ToSlash(path), why, false}})
	default:
		w.add(real, source{path: path, file: path})
	}
}

// folder adds the files of a folder. Symbolic links in it are not followed:
// they lead to files that are listed elsewhere, or that the caller did not
// name. What is neither a file nor a folder is listed as what cannot be read.
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
		case entry.Type().IsRegular():
			w.add(belowReal, source{path: below, file: below, walked: true})
		default:
			if why := notFile(entry.Type()); why != "" {
				w.add(belowReal, source{path: below, walked: true, err: &uncheckedError{filepath.ToSlash(below), why, true}})
			}
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

// A coverage knows in which of the folders that the caller named a file was
// checked.
type coverage struct {
	args    []string
	checked map[string]bool
}

func newCoverage(args []string) coverage { return coverage{args, make(map[string]bool)} }

// add adds a source that was checked.
func (c *coverage) add(src source) {
	for _, folder := range src.in {
		c.checked[folder] = true
	}
}

// missing names the folders in which there was nothing to check, "" for none.
func (c *coverage) missing() string {
	var empty []string
	for _, arg := range c.args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() && !c.checked[arg] {
			empty = append(empty, visible(filepath.ToSlash(arg)))
		}
	}
	if len(empty) == 0 {
		return ""
	}
	return "nothing to check in " + strings.Join(empty, ", ")
}
