package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"forge-lsp": func() { os.Exit(Execute(program(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// program has the commands of this package.
func program() *cobra.Command {
	root := &cobra.Command{Use: "forge-lsp"}
	root.AddCommand(Commands()...)
	return root
}

// runCommand runs a command line in this process.
func runCommand(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Execute(program(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}
