package tools

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tiktoken-go/tokenizer/codec"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// generating are the flags of prompt that --check does not have, and checking those that only it has.
var (
	generating = []string{"all", "auto", "escape", "cdata"}
	checking   = []string{"format", "fail-on"}
)

// addCheck adds the flags of --check, as check, the command that does the work, has them.
func (o *exampleOptions) addCheck(cmd, check *cobra.Command) {
	cmd.Flags().BoolVar(&o.check, "check", false, "check the prompts in FILE...: their examples, tools and advice")
	for _, name := range checking {
		cmd.Flags().AddFlag(check.Flags().Lookup(name))
	}
}

// checkPrompts runs the command check on files, each of which is a prompt.
func (o *exampleOptions) checkPrompts(cmd, check *cobra.Command, files []string) error {
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
	err = check.ExecuteContext(cmd.Context())
	if cmd.Flags().Lookup("format").Value.String() == "text" {
		for _, file := range files {
			if table := o.sizes(file); table != "" {
				fmt.Fprint(cmd.OutOrStdout(), table)
			}
		}
	}
	return err
}

// sizes returns a table of the sizes of the tools that a prompt describes, "" if it describes none, or cannot be
// read, which check has reported.
func (o *exampleOptions) sizes(file string) string {
	src := workspace.Source{Path: file, File: file}
	content, err := src.Read(nil)
	if err != nil {
		return ""
	}
	o.tools.Prompts = true
	options := o.tools.Settings(src).Options()
	described := options.Open(text.New(content), diagnostics.KindOf(file)).PromptTools()
	if len(described) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", foreign.Line(file))
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "bytes\ttokens\texample with escapes\ttokens\twith CDATA\ttokens\t tool")
	write := func(row [6]int, tool string) {
		for _, n := range row {
			fmt.Fprintf(table, "%s\t", thousands.Separate(n))
		}
		fmt.Fprintf(table, " %s\n", tool)
	}
	var total [6]int
	tokens := codec.NewCl100kBase()
	for _, d := range described {
		texts := [3]string{d.Text}
		if found, err := Named(options.Toolset().Tools(), d.Tool); err == nil {
			for i, method := range []encode.Method{encode.Escapes, encode.Sections} {
				texts[1+i], _ = found[0].ExampleCall(toolspec.ExampleOptions{Method: method})
			}
		}
		var row [6]int
		for i, text := range texts {
			row[2*i], row[2*i+1] = len(text), tokensOf(text, tokens)
		}
		for i, n := range row {
			total[i] += n
		}
		write(row, foreign.Line(d.Tool))
	}
	write(total, "total")
	_ = table.Flush() // to memory
	return b.String()
}
