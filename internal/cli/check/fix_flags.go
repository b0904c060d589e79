package check

import (
	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
)

// fixFlags are the flags of check that specify what is fixed, and how often.
type fixFlags struct {
	fixOnly     bool
	unsafeFixes bool
	exitOnFix   bool
}

func (f *fixFlags) addFix(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.fixOnly, "fix-only", false, "apply the safe fixes without reporting the remaining findings; the exit code is 0")
	flags.BoolVar(&f.unsafeFixes, "unsafe-fixes", false, "with --fix, --fix-only or --diff, also apply suggested fixes, which are not proven, and print each of them")
	flags.BoolVar(&f.exitOnFix, "exit-non-zero-on-fix", false, "with --fix or --fix-only, exit with code 1 if a file was fixed")
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

// fixedOf returns a document with the requested fixes, and the suggested ones among them.
func (c *checker) fixedOf(d *diagnostics.Document) (*diagnostics.Document, []report.SuggestedFix) {
	if !c.unsafeFixes {
		return d.Fixed(c.keepsFixes()), nil
	}
	fixed, applied := d.FixedAsSuggested(c.keepsFixes())
	index := cli.IndexOf(fixed.Text())
	suggested := make([]report.SuggestedFix, len(applied))
	for i, a := range applied {
		suggested[i] = report.SuggestedFix{Code: a.Code, Title: a.Title, Start: index.Position(a.At)}
	}
	return fixed, suggested
}
