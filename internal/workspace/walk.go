package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/internal/replace"
)

// A walker lists the files under the paths that the caller named. A file that
// is named twice, or named and found, is listed once.
type walker struct {
	noIgnore bool
	seen     map[string]int // index in sources by real path
	sources  []Source
	in       string // the folder being walked, "" for none
	ignores  *ignoreReader
}

// Sources returns the files under the given paths, which may be relative: in the order
// of the paths, and within a folder by name. In folders it omits files that a .gitignore or
// .ignore excludes, and folders that programs fill ([ErrInstalled]), unless all is true, and
// does not follow symbolic links. What is named is never omitted. A path that does not exist and has a *, ?, [ or { is a pattern for
// files that are named.
func Sources(paths []string, all bool) []Source {
	w := &walker{noIgnore: all, seen: make(map[string]int)}
	for _, path := range paths {
		w.named(path)
	}
	return w.sources
}

func (w *walker) fail(path string, err error) {
	w.sources = append(w.sources, Source{Path: filepath.ToSlash(path), Err: err})
}

// add adds a file, or the reason why it cannot be read. A file that is both found and
// named is treated as named.
func (w *walker) add(real string, src Source) {
	i, seen := w.seen[real]
	if !seen {
		i = len(w.sources)
		w.seen[real] = i
		src.Path = filepath.ToSlash(src.Path)
		w.sources = append(w.sources, src)
	} else if !src.Walked {
		w.sources[i].Walked, w.sources[i].Err = false, src.Err
	}
	if w.in != "" {
		w.sources[i].In = append(w.sources[i].In, w.in)
	}
}

// named adds a path that the caller named: it is always read.
func (w *walker) named(path string) {
	info, err := os.Stat(path)
	if isPattern(path, err) {
		w.pattern(path)
		return
	}
	if err != nil {
		w.fail(path, err)
		return
	}
	real, err := realPath(path)
	switch why := files.Special(info.Mode()); {
	case isDescriptor(path): // which may have no path of its own
		w.add(path, Source{Path: path, File: path})
	case err != nil:
		w.fail(path, err)
	case info.IsDir():
		w.walk(path, real)
	case why != "":
		w.add(real, Source{Path: path, Err: &UncheckedError{Path: filepath.ToSlash(path), Why: why}})
	default:
		w.add(real, Source{Path: path, File: path})
	}
}

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

// walk adds the files of a folder that the caller named.
func (w *walker) walk(path, real string) {
	w.in = path
	defer func() { w.in, w.ignores = "", nil }()
	if w.noIgnore {
		w.content(path, real, nil)
		return
	}
	ignores, err := newIgnoreReader(real, w.failIgnore)
	if err != nil {
		w.fail(path, err)
		return
	}
	defer ignores.close()
	w.ignores = ignores
	w.content(path, real, ignores.above(real))
}

// failIgnore adds the error of a file of patterns, once.
func (w *walker) failIgnore(err *IgnoreError) {
	key := err.Path + "\x00" // not the file itself, which may be read as well
	err.Path = filepath.ToSlash(Shorten(err.Path))
	w.add(key, Source{Path: err.Path, Walked: true, Err: err})
}

// content adds the files of a folder. Symbolic links in it are not followed: they lead
// to files that are listed elsewhere, or that the caller did not name. Entries that are
// neither files nor folders are listed as unreadable.
func (w *walker) content(path, real string, rules *ignoreRules) {
	entries, err := files.Entries(real)
	if err != nil {
		w.fail(path, err)
		return
	}
	if !w.noIgnore {
		if path != w.in && installed(filepath.Base(real), entries) {
			w.add(real, Source{Path: path, Walked: true, Err: ErrInstalled})
			return
		}
		rules = w.ignores.enter(rules, real)
	}
	w.sources = slices.Grow(w.sources, len(entries))
	in, inReal := prefixOf(path), prefixOf(real)
	for _, entry := range entries {
		name := entry.Name()
		below, belowReal := in+name, inReal+name
		switch {
		case name == ".git", replace.IsTemporary(name), rules.ignored(belowReal, entry.IsDir()):
		case slices.Contains(ignoreNames[:], name) && w.ignores != nil && !entry.Type().IsRegular(): // reported
		case entry.IsDir():
			w.content(below, belowReal, rules)
		case entry.Type().IsRegular():
			w.add(belowReal, Source{Path: below, File: below, Walked: true})
		default:
			if why := files.Special(entry.Type()); why != "" {
				w.add(belowReal, Source{Path: below, Walked: true, Err: &UncheckedError{Path: filepath.ToSlash(below), Why: why, Walked: true}})
			}
		}
	}
}

// prefixOf returns the prefix of the paths of a folder's entries.
func prefixOf(folder string) string { return strings.TrimSuffix(filepath.Join(folder, "x"), "x") }
