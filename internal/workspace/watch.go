package workspace

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/config"
)

// A Watch is a set of paths to be watched for changes: the files and folders below an
// open folder whose paths match a glob.
type Watch struct {
	// Folder is one of the open folders.
	Folder string
	// Glob is relative to Folder and slash-separated, in the syntax of the
	// Language Server Protocol.
	Glob string
}

// searched are the names that are searched for in a folder and in those above it.
var searched = []string{config.Name, definitionsFolder, topMark}

// A watchList collects watches.
type watchList struct {
	roots map[string]string // as of the results
	real  map[string]string // targets of symbolic links, by path in roots
	list  []Watch
	// elsewhere reports whether something is outside the open folders. Clients are not
	// asked to watch that: for most, watching a home folder for one name means watching
	// everything below it.
	elsewhere bool
}

// watches returns the paths to be watched for the open documents, in order, and whether
// they depend on anything outside the open folders.
func (r *results) watches(open []string) (list []Watch, elsewhere bool) {
	l := watchList{roots: r.rootAt, real: map[string]string{}}
	for _, root := range r.roots {
		for _, name := range searched {
			l.add(root, "**/"+name)
		}
		l.add(root, "**/"+definitionsFolder+"/**")
	}
	dirs := map[string]bool{"": true}
	for _, path := range open {
		if dir := r.of(path).dir; !dirs[dir] {
			dirs[dir] = true
			top, _ := Repository(dir)
			l.elsewhere = l.elsewhere || l.rootOf(top) == ""
		}
	}
	configurations, sets := r.known()
	for _, c := range configurations {
		l.files(c.Files())
	}
	for _, s := range sets {
		l.files(s.depends())
	}
	slices.SortFunc(l.list, func(a, b Watch) int {
		return cmp.Or(cmp.Compare(a.Folder, b.Folder), cmp.Compare(a.Glob, b.Glob))
	})
	return slices.Compact(l.list), l.elsewhere
}

func (l *watchList) add(folder, glob string) { l.list = append(l.list, Watch{folder, glob}) }

// files adds files and folders that are depended on by name, and the targets of
// symbolic links among them.
func (l *watchList) files(files []string) {
	for _, file := range files {
		file = absolute(file)
		l.target(file)
		if real, err := filepath.EvalSymlinks(file); err == nil && !l.sameBelow(file, real) {
			l.target(real)
		}
	}
}

// sameBelow reports whether two paths differ at most in the spelling of the open folder
// that contains both.
func (l *watchList) sameBelow(file, real string) bool {
	root := l.rootOf(file)
	realRoot, known := l.real[root]
	if !known && root != "" {
		realRoot, _ = filepath.EvalSymlinks(root)
		l.real[root] = realRoot
	}
	if realRoot == "" {
		return file == real
	}
	below, err := filepath.Rel(root, file)
	realBelow, realErr := filepath.Rel(realRoot, real)
	return err == nil && realErr == nil && below == realBelow
}

func (l *watchList) target(file string) {
	root := l.rootOf(file)
	if root == "" {
		l.elsewhere = true
		return
	}
	below, err := filepath.Rel(root, file)
	if err != nil {
		return
	}
	glob := literal(filepath.ToSlash(below))
	if !covered(glob) {
		l.add(root, glob)
	}
	if isFolder(file) {
		l.add(root, path.Join(glob, "**"))
	}
}

// rootOf returns the outermost open folder that contains a path, or "".
func (l *watchList) rootOf(path string) string {
	found := ""
	for path = filepath.Clean(path); ; path = filepath.Dir(path) {
		if root, ok := l.roots[pathKey(path)]; ok {
			found = root
		}
		if path == filepath.Dir(path) {
			return found
		}
	}
}

// covered reports whether a path below an open folder is watched by its name.
func covered(glob string) bool {
	return path.Base(glob) == config.Name || slices.Contains(strings.Split(path.Dir(glob), "/"), definitionsFolder)
}

// literal returns a glob for a path. The protocol does not define a way to escape
// special characters, so each is replaced by a wildcard for any character.
func literal(path string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`*?{}[]\`, r) {
			return '?'
		}
		return r
	}, path)
}
