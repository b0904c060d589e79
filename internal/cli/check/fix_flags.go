package check

import (
	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
)

// fixFlags are the flags of check that specify what is fixed, and how often.
type fixFlags struct {
	fixOnly   bool
	exitOnFix bool
}

func (f *fixFlags) addFix(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&f.fixOnly, "fix-only", false, "apply the safe fixes without reporting the remaining findings; the exit code is 0")
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
	if f.exitOnFix && (!c.fix || c.diff) {
		return cli.Usagef(cmd, "--exit-non-zero-on-fix needs --fix or --fix-only, without --diff")
	}
	return nil
}
