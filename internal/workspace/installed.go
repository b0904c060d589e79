package workspace

import (
	"fmt"
	"io/fs"
	"slices"
)

// ErrInstalled is the error for a folder that is not entered, because programs fill it: with what they
// install, with caches, with their own state. Unlike an ignored folder it is named in a report: nobody
// has said that its text does not matter.
var ErrInstalled = fmt.Errorf("filled by a program: %w", ErrSkipped)

// installedNames are the names of folders that nobody writes text in. Those that may also be somebody's
// own, such as vendor and build, are not among them.
var installedNames = []string{
	".bzr", ".direnv", ".eggs", ".gradle", ".hg", ".jj", ".mypy_cache", ".nox", ".pnpm-store", ".pytest_cache", ".ruff_cache",
	".svn", ".terraform", ".tox", ".venv", "__pycache__", "bower_components", "node_modules", "site-packages",
}

// installedMarks are files that a program writes into a folder that it fills: a Python environment, and
// a cache (https://bford.info/cachedir/), which is what the target of Cargo is.
var installedMarks = []string{"CACHEDIR.TAG", "pyvenv.cfg"}

// installed reports whether a folder with a name is filled by a program. A folder with a .gitignore, such as an
// environment of uv, says itself what in it is to be read.
func installed(name string, entries []fs.DirEntry) bool {
	has := func(names ...string) bool {
		return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return slices.Contains(names, e.Name()) })
	}
	return slices.Contains(installedNames, name) || has(installedMarks...) && !has(".gitignore")
}
