package filetools

import (
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
)

const (
	// defaults are the patterns of the runtime.
	defaults = `node_modules/ .git/ .env .env.* *.log .DS_Store vendor/ __pycache__/ *.pyc .vscode/ .idea/ dist/ build/
		tmp/ temp/ coverage/ .next/ .nuxt/ target/ *.swp *.swo *~`
	// maxIgnores is the size in bytes of an ignore file that is read, and maxPatterns how many patterns apply.
	maxIgnores, maxPatterns = 256 << 10, 10_000
)

// readIgnores returns the patterns by which read_file refuses files: lines of ignore files, but not of those in folders below
// the root. What they mean is not what Git makes of them.
func (w *Workspace) readIgnores() (list []string) {
	lines := strings.Fields(defaults)
	if in, err := files.OpenFolder(w.root); err == nil {
		defer func() { _ = in.Close() }()
		for _, name := range []string{".gitignore", ".forgeignore"} {
			if text, err := files.Read(in, name, maxIgnores); err == nil {
				lines = append(lines, strings.Split(string(text), "\n")...)
			}
		}
	}
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list[:min(len(list), maxPatterns)]
}

// ignored reports whether a file is ignored. The last pattern that matches decides.
func (w *Workspace) ignored(name string) (ignored bool) {
	var parts []string // the steps, and the paths to them
	for at := name; at != path.Dir(at); at = path.Dir(at) {
		parts = append(parts, at, path.Base(at))
	}
	for _, line := range w.ignores() {
		pattern, negated := strings.CutPrefix(strings.TrimSuffix(line, "/"), "!")
		if slices.ContainsFunc(parts, func(part string) bool {
			matches, _ := path.Match(pattern, part) // fails for what is no pattern
			return matches || part == pattern
		}) {
			ignored = !negated
		}
	}
	return ignored
}
