package filetools

import (
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/files"
)

// A pattern is a line of an ignore file, by which read_file refuses files. What it means is not
// what Git makes of it.
type pattern struct {
	text    string
	negated bool
}

const (
	// defaults are the patterns of the runtime.
	defaults = `node_modules/ .git/ .env .env.* *.log .DS_Store vendor/ __pycache__/ *.pyc .vscode/ .idea/ dist/ build/
		tmp/ temp/ coverage/ .next/ .nuxt/ target/ *.swp *.swo *~`
	// maxIgnores is the size in bytes of an ignore file that is read, and maxPatterns how many patterns apply.
	maxIgnores, maxPatterns = 256 << 10, 10_000
)

// readIgnores returns the patterns of a workspace. Those in folders below the root do not count.
func (w *Workspace) readIgnores() (list []pattern) {
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
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' || len(list) == maxPatterns {
			continue
		}
		var p pattern
		p.text, p.negated = strings.CutPrefix(line, "!")
		p.text = strings.TrimSuffix(p.text, "/")
		list = append(list, p)
	}
	return list
}

// ignored reports whether a file is ignored. The last pattern that matches decides.
func (w *Workspace) ignored(name string) (ignored bool) {
	var parts []string // the steps, and the paths to them
	for at := name; at != path.Dir(at); at = path.Dir(at) {
		parts = append(parts, at, path.Base(at))
	}
	for _, p := range w.ignores() {
		if slices.ContainsFunc(parts, func(part string) bool {
			matches, _ := path.Match(p.text, part) // fails for what is no pattern
			return matches || part == p.text
		}) {
			ignored = !p.negated
		}
	}
	return ignored
}
