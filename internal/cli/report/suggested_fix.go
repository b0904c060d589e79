package report

import (
	"fmt"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// A SuggestedFix is a fix that was applied although it is not proven.
type SuggestedFix struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	// Start is the place where it was applied, in the fixed file.
	Start cli.Position `json:"start"`
}

// Describe describes a suggested fix in a file.
func (f *SuggestedFix) Describe(path string, s term.Style) string {
	return fmt.Sprintf("%s %s %s: %s\n", s.Path.Sprintf("%s:%d:%d:", foreign.Line(path), f.Start.Line, f.Start.Column),
		s.Changed.Sprint("suggested fix"), f.Code, foreign.Line(f.Title))
}
