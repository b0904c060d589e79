package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/report/term"
)

// run runs one command line and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	return cli.Execute(newRootCommand(), args, stdin, stdout, stderr)
}

func newRootCommand() *cobra.Command {
	serve := newServeCommand()
	root := cli.Describe(&cobra.Command{
		Use:     "forge-lsp",
		Short:   "Find and fix the tool calls of Forge agents that will not run",
		Version: cli.ThisBuild().String(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().NFlag() == 0 && term.IsTerminal(cmd.InOrStdin()) {
				return cmd.Help()
			}
			serve.SetContext(cmd.Context())
			return serve.RunE(serve, args)
		},
	})
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "Flags.FlagUsages", "Flags.FlagUsagesWrapped 80"))
	// Editors start the bare binary with the server's flags.
	root.Flags().AddFlagSet(serve.Flags())
	if root.Flags().Lookup("stdio") == nil {
		root.Flags().Bool("stdio", false, "serve on standard input and output (the default)")
	}
	cli.SetHelp(root)
	root.AddCommand(cli.Commands()...)
	root.AddCommand(serve, newInitCommand(), newVersionCommand())
	return root
}
