package agents

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/check"
	"github.com/entrhq/forge-lsp/internal/cli/inspect"
	"github.com/entrhq/forge-lsp/internal/cli/stats"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"forge-lsp": func() { os.Exit(cli.Execute(program(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// program has the commands for agents, and those that they are compared with.
func program() *cobra.Command {
	root := &cobra.Command{Use: "forge-lsp"}
	root.AddCommand(check.Command(), inspect.Command(), stats.Command(), Hook(), MCP())
	return root
}

// runCommand runs a command line in this process.
func runCommand(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Execute(program(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}
