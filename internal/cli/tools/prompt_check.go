package tools

import (
	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/check"
)

// generating are the flags of prompt that --check does not have, and checking those that only it has.
var (
	generating = []string{"all", "encoding"}
	checking   = []string{"format", "fail-on"}
)

// addCheck adds the flags of --check, as the command check has them.
func (o *exampleOptions) addCheck(cmd *cobra.Command, check *check.PromptCheck) {
	cmd.Flags().BoolVar(&o.check, "check", false, "check the prompts in FILE...: their calls, and the tools that they describe")
	for _, name := range checking {
		cmd.Flags().AddFlag(check.Flags.Lookup(name))
	}
}

// checkPrompts checks files, each of which is a prompt.
func (o *exampleOptions) checkPrompts(cmd *cobra.Command, check *check.PromptCheck, files []string) error {
	for _, name := range generating {
		if cmd.Flags().Changed(name) {
			return cli.Usagef(cmd, "--%s cannot be combined with --check", name)
		}
	}
	if len(files) == 0 {
		return cli.Usagef(cmd, "prompt --check needs a file")
	}
	return check.Run(cmd, o.tools.Flags, files)
}
