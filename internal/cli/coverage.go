package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A Coverage records in which of the named folders a file was checked.
type Coverage struct {
	args    []string
	checked map[string]bool
}

// NewCoverage returns the coverage of named folders and files, in which nothing is checked yet.
func NewCoverage(args []string) Coverage { return Coverage{args, make(map[string]bool)} }

// Add adds a source that was checked.
func (c *Coverage) Add(src workspace.Source) {
	for _, folder := range src.In {
		c.checked[folder] = true
	}
}

// missing returns the folders without anything to check, or "".
func (c *Coverage) missing() string {
	var empty []string
	for _, arg := range c.args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() && !c.checked[arg] {
			empty = append(empty, foreign.Line(filepath.ToSlash(arg)))
		}
	}
	if len(empty) == 0 {
		return ""
	}
	return "nothing to check in " + strings.Join(empty, ", ")
}
