package rewrite

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

const fmtLong = `fmt formats <tool> calls: one element per line, and arguments indented by two
spaces per level. It changes only white space between elements, never inside a
value. A call is left alone unless it is proven that its tool gets the same
values, for instance if it does not run, or shares its lines with other text.

In folders it reads the files that check reads, except JSON transcripts, which
are records; name one to format it. Compressed transcripts and logs of Inspect
are never formatted. With - it formats standard input to standard output.

Each file is replaced in one step, as with check --fix. --check and --diff
write nothing.

` + cli.SettingsHelp + `

Exit codes:
  0  all files are formatted
  1  with --check or --diff: a file would change
  2  wrong usage, a file that cannot be read or written or is not UTF-8 text, or
     an error in the definition of a tool or in the configuration`

// Fmt returns the command fmt.
func Fmt() *cobra.Command {
	w := &rewriter{verb: "format", done: "formatted"}
	cmd := &cobra.Command{
		Use:     "fmt [flags] PATH... | -",
		Aliases: []string{"format"},
		Short:   "Format calls",
		Long:    fmtLong,
		Example: `  forge-lsp fmt prompts/
  forge-lsp fmt --check .
  forge-lsp fmt --diff prompt.md
  forge-lsp fmt --stdin-filename prompt.md - < prompt.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			silent := w.quiet || w.toStdout(args) // where only the text is wanted
			w.rewrite = func(file *rewritten) {
				file.after = diagnostics.Apply(file.Text, file.Scan(file.Text).Format(0, len(file.Text)))
			}
			w.emitted = func(file *rewritten) {
				if file.changed() && !silent && !w.diff {
					fmt.Fprintln(w.report, w.name(file))
				}
			}
			w.finish = func() error {
				if !silent {
					fmt.Fprintf(w.report, "%s %s, %s unchanged\n", w.doing(), thousands.Count(w.changed, "file"), thousands.Separate(w.same))
				}
				return nil
			}
			return w.run(cmd, args)
		},
	}
	w.AddInput(cmd)
	w.addRewrite(cmd)
	return cmd
}
