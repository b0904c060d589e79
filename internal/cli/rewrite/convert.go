package rewrite

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

const convertLong = `convert rewrites <tool> calls in another encoding, with the same values:

  --to elements  calls and arguments in JSON become elements
  --to escapes   CDATA sections become escaped text: a &amp;&amp; b
  --to cdata     escaped values become CDATA sections where ADR-0024 prefers
                 them: with five or more special characters, or with any and
                 more than 1,000 bytes

Each conversion is proven by reading the text again, like a fix: a call that
runs gets the same values, a call in JSON runs as meant, and the rest of the
file is read as before. A call for which this cannot be proven is not changed,
but listed with the reason, as is a call that does not run as written: run
check --fix first. Converting again changes nothing.

At the end it prints the size of the converted calls, before and after.

In folders it reads the files that check reads, except JSON transcripts, which
are records; name one to convert it. Compressed transcripts and logs of Inspect
are never converted. With - it converts standard input to standard output, and
reports to standard error.

Each file is replaced in one step, as with check --fix. --check, --diff and
--report write nothing. --report prints how many calls of each file can be
converted and how many are left, and the reasons, the most frequent first.

` + cli.SettingsHelp + `

` + cli.PositionsHelp + `

Exit codes:
  0  everything that can be converted is
  1  with --check, --diff or --report: a file would change
  2  wrong usage, a file that cannot be read or written or is not UTF-8 text, or
     an error in the definition of a tool or in the configuration`

// Convert returns the command convert.
func Convert() *cobra.Command {
	c := &converter{rewriter: rewriter{verb: "convert", done: "converted"}}
	cmd := &cobra.Command{
		Use:   "convert --to FORM [flags] PATH... | -",
		Short: "Rewrite calls as elements, with escapes or with CDATA",
		Long:  convertLong,
		Example: `  forge-lsp convert --to elements prompts/
  forge-lsp convert --to escapes --diff .
  forge-lsp convert --to cdata --check --format json prompts/
  forge-lsp convert --to elements --stdin-filename prompt.md - < prompt.md`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.Flags.Add(cmd)
	c.addRewrite(cmd)
	var words []string
	for _, notation := range diagnostics.Notations() {
		words = append(words, notation.String())
	}
	c.to = cli.NewChoice(cmd, "to", "the `notation`: "+strings.Join(words, ", ")+" (required)", words...)
	cmd.Flags().BoolVar(&c.tabled, "report", false, "do not write files; count what can be converted and what is left, with the reasons")
	c.to.Value = ""
	cmd.Flags().Lookup("to").DefValue = ""
	return cmd
}

// A converter runs one convert command.
type converter struct {
	rewriter
	to       *cli.Choice
	notation diagnostics.Notation
	tabled   bool // --report
	progress
	total convertOutput
}

func (c *converter) run(cmd *cobra.Command, args []string) error {
	for _, notation := range diagnostics.Notations() {
		if notation.String() == c.to.Value {
			c.notation = notation
		}
	}
	json := c.Format.Value == "json"
	switch {
	case c.to.Value == "":
		return cli.Usagef(cmd, "convert needs --to elements, --to escapes or --to cdata")
	case c.diff && json:
		return cli.Usagef(cmd, "--diff has no JSON form")
	case c.diff && c.tabled:
		return cli.Usagef(cmd, "--diff cannot be combined with --report")
	}
	c.check = c.check || c.tabled
	c.total = convertOutput{Version: cli.JSONVersion, To: c.notation.String(), Files: []convertedFile{}}
	c.rewrite = c.convert
	c.emitted = c.describe
	switch {
	case c.tabled && !json:
		c.emitted = c.progress.add
	case !json:
		c.emitted = c.tell
	}
	c.finish = func() error {
		if json {
			return cli.WriteJSON(c.report, c.total)
		}
		if c.tabled {
			return c.progress.write(c.report)
		}
		c.summarize()
		return nil
	}
	return c.rewriter.run(cmd, args)
}

// convert converts the calls of one file.
func (c *converter) convert(file *rewritten) {
	var calls []diagnostics.Conversion
	file.after, calls = file.Scan(file.Text).Convert(c.notation)
	if len(calls) == 0 {
		return
	}
	index := cli.NewLineIndex(file.Text)
	for i := range calls {
		file.calls = append(file.calls, describeConversion(&calls[i], index))
	}
}

// describe adds a file to the report.
func (c *converter) describe(file *rewritten) {
	described := convertedFile{
		Path: file.src.Path, Changed: file.changed(),
		Before: len(file.Text), After: len(file.after), Calls: file.calls,
	}
	if described.Calls == nil {
		described.Calls = []convertedCall{}
	}
	if described.Changed || len(described.Calls) > 0 {
		c.total.Files = append(c.total.Files, described)
	}
	c.total.Summary.add(summaryOf(file))
}

// tell prints the results for a file.
func (c *converter) tell(file *rewritten) {
	s := summaryOf(file)
	c.total.Summary.add(s)
	if c.quiet {
		return
	}
	if file.changed() {
		fmt.Fprintf(c.report, "%s: %s, %s\n", c.name(file), thousands.Count(s.Converted, "call"), s.bytes())
	}
	index := cli.NewLineIndex(file.Text) // of the file on the disk
	if c.writes() {
		index = cli.NewLineIndex(file.after)
	}
	for i := range file.calls {
		call := &file.calls[i]
		start := index.Position(call.Start)
		if c.writes() {
			start = index.Position(call.after)
		}
		for _, left := range call.Left {
			at := c.ink.Path.Sprintf("%s:%d:%d:", foreign.Line(file.src.Path), start.Line, start.Column)
			fmt.Fprintf(c.report, "%s %s: %s\n", at, c.ink.Changed.Sprint("left"), left.describe(call))
		}
	}
}

func (c *converter) summarize() {
	if c.quiet {
		return
	}
	s := &c.total.Summary
	fmt.Fprintf(c.report, "%s %s in %s", c.doing(), thousands.Count(s.Converted, "call"), thousands.Count(c.changed, "file"))
	if s.Left > 0 {
		fmt.Fprint(c.report, ", ", thousands.Separate(s.Left), " left")
	}
	if s.Converted > 0 {
		fmt.Fprintf(c.report, "; %s", s.bytes())
	}
	fmt.Fprintln(c.report)
}
