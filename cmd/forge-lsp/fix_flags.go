package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// fixFlags are the flags of check that specify what is fixed, and how often.
type fixFlags struct {
	fixOnly     bool
	unsafeFixes bool
	exitOnFix   bool
	watch       bool
}

func (f *fixFlags) addFix(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.fixOnly, "fix-only", false, "apply the safe fixes without reporting the remaining findings; the exit code is 0")
	flags.BoolVar(&f.unsafeFixes, "unsafe-fixes", false, "with --fix, --fix-only or --diff, also apply suggested fixes, which are not proven, and print each of them")
	flags.BoolVar(&f.exitOnFix, "exit-non-zero-on-fix", false, "with --fix or --fix-only, exit with code 1 if a file was fixed")
	flags.BoolVar(&f.watch, "watch", false, "check again whenever a file, the configuration or the definition of a tool changes")
}

// checkFix refuses incompatible flags.
func (f *fixFlags) checkFix(cmd *cobra.Command, c *checker) error {
	if f.fixOnly {
		c.fix = true
		switch {
		case c.Format.Value != "text":
			return cli.Usagef(cmd, "--fix-only does not report findings, so it cannot be combined with --format %s", c.Format.Value)
		case c.output != "" || c.statistics || c.writeBaseline != "":
			return cli.Usagef(cmd, "--fix-only does not report findings, so it cannot be combined with --output, --statistics or --write-baseline")
		}
	}
	switch {
	case f.unsafeFixes && !c.fix && !c.diff:
		return cli.Usagef(cmd, "--unsafe-fixes needs --fix, --fix-only or --diff")
	case f.exitOnFix && (!c.fix || c.diff):
		return cli.Usagef(cmd, "--exit-non-zero-on-fix needs --fix or --fix-only, without --diff")
	}
	return nil
}

// A suggestedFix is a fix that was applied although it is not proven.
type suggestedFix struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	// Start is the place where it was applied, in the fixed file.
	Start cli.Position `json:"start"`
}

// fixedOf returns a document with the requested fixes, and the suggested ones among them.
func (c *checker) fixedOf(d *diagnostics.Document) (*diagnostics.Document, []suggestedFix) {
	if !c.unsafeFixes {
		return d.Fixed(c.keepsFixes()), nil
	}
	fixed, applied := d.FixedAsSuggested(c.keepsFixes())
	index := cli.IndexOf(fixed.Text())
	suggested := make([]suggestedFix, len(applied))
	for i, a := range applied {
		suggested[i] = suggestedFix{a.Code, a.Title, index.Position(a.At)}
	}
	return fixed, suggested
}

// describe describes a suggested fix in a file.
func (f *suggestedFix) describe(path string, s term.Style) string {
	return fmt.Sprintf("%s %s %s: %s\n", s.Path.Sprintf("%s:%d:%d:", foreign.Line(path), f.Start.Line, f.Start.Column),
		s.Changed.Sprint("suggested fix"), f.Code, foreign.Line(f.Title))
}
