package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
)

// Values that the linker sets when the command is built for a package, about which Go
// itself has no information: -ldflags "-X main.release=v1.2.3 -X main.commit=… -X
// main.date=…".
var (
	release string // the version
	commit  string // the hash of the commit
	date    string // of the commit, in UTC, as in RFC 3339
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), cli.ThisBuild().String())
			return err
		},
	}
}
