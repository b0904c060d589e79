// Forge-lsp reports what the Forge runtime would do with the tool calls of a file, and
// fixes them: as a language server and on the command line.
package main

import (
	"os"

	"github.com/entrhq/forge-lsp/internal/cli"
)

func main() {
	cli.SetBuild(release, commit, date)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
