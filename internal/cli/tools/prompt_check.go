package tools

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/entrhq/forge-lsp/internal/cli"
)

// generating are the flags of prompt that --check does not have, and checking those that only it has.
var (
	generating = []string{"all", "auto", "escape", "cdata"}
	checking   = []string{"format", "fail-on"}
)

// addCheck adds the flags of --check, as check, the command that does the work, has them.
func (o *exampleOptions) addCheck(cmd, check *cobra.Command) {
	cmd.Flags().BoolVar(&o.check, "check", false, "check the prompts in FILE...: their calls, and the tools that they describe")
	for _, name := range checking {
		cmd.Flags().AddFlag(check.Flags().Lookup(name))
	}
}

// checkPrompts runs the command check on files, each of which is a prompt.
func checkPrompts(cmd, check *cobra.Command, files []string) error {
	var args []string
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		for _, name := range generating {
			if f.Name == name {
				err = cli.Usagef(cmd, "--%s cannot be combined with --check", name)
			}
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, value := range values {
			if f.Name != "check" {
				args = append(args, "--"+f.Name+"="+value)
			}
		}
	})
	if len(files) == 0 {
		err = cli.Usagef(cmd, "prompt --check needs a file")
	}
	if err != nil {
		return err
	}
	check.SetArgs(append(append(args, "--"), files...))
	check.SetIn(cmd.InOrStdin())
	check.SetOut(cmd.OutOrStdout())
	check.SetErr(cmd.ErrOrStderr())
	check.SilenceErrors, check.SilenceUsage = true, true
	return check.ExecuteContext(cmd.Context())
}
