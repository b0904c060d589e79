package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

// A coverage records in which of the named folders a file was checked.
type coverage struct {
	args    []string
	checked map[string]bool
}

func newCoverage(args []string) coverage { return coverage{args, make(map[string]bool)} }

// add adds a source that was checked.
func (c *coverage) add(src workspace.Source) {
	for _, folder := range src.In {
		c.checked[folder] = true
	}
}

// missing returns the folders without anything to check, or "".
func (c *coverage) missing() string {
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
