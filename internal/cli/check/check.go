// Package check has the command check: which files are read again, what is fixed, what is known from
// before, and in which order reports are printed.
package check

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/cli/rewrite"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

const checkLong = `check reads files, and the text files in folders, and reports the <tool> calls
that do not run as meant. Without a path it checks the current folder.

More help: forge-lsp help files, which files are read; forge-lsp help fixes,
what --fix and --diff do; forge-lsp help settings, which tools and which
configuration apply.

--fix applies the safe fixes: those after which the call is proven to run with
exactly the intended values. With - the fixed text goes to standard output and
the report to standard error.

--format selects the output: text or concise (one line per finding) for people;
json for programs; sarif (2.1.0), github (annotations in Actions), gitlab (a
code quality report) or junit for services; and agent, the message to a model
about each call that did not run as meant. See docs/ci.md.

--select and --ignore take rules and groups of rules: syntax, safety, envelope,
schema, files, messages, prompts and style (docs/rules/README.md lists them).
--fix then fixes what is selected. Findings that they, --min-severity or
--baseline exclude do not count, and do not affect the exit code.

--write-baseline FILE accepts all current findings. With --baseline FILE they
are not reported again, even if their call moves; fixed ones are listed on
standard error.

` + cli.PositionsHelp + `

` + exitCodesHelp + `

With --diff also 1 if --fix would change a file, with --max-warnings if there
are more warnings, and with --exit-non-zero-on-fix if a file was fixed. With
--fix-only otherwise 0, and with --exit-zero 0 in place of 1.`

const exitCodesHelp = `Exit codes:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on
  2  wrong usage, a file that cannot be read or written or is not checked, or
     an error in the definition of a tool or in the configuration
  130  interrupted (Ctrl-C), or 143 on SIGTERM`

// A checker runs one check command.
type checker struct {
	cli.Flags
	checkFlags
	fixFlags
	fix, diff bool
	failOn    *cli.Choice

	stdin  io.Reader
	stderr io.Writer
	report *bufio.Writer // findings and summary
	text   *bufio.Writer // the diff, or the fixed standard input
	style  term.Style    // of report
	ink    term.Style    // of text

	printer  report.Printer
	total    report.Total
	covered  cli.Coverage
	baseline *baseline // may be nil
	progress *term.Progress
}

// Command returns the command check.
func Command() *cobra.Command {
	_, cmd := newChecker()
	return cmd
}

// Prompts returns a command like check for which every file is a prompt.
func Prompts() *cobra.Command {
	c, cmd := newChecker()
	c.Tools.Prompts = true
	return cmd
}

func newChecker() (*checker, *cobra.Command) {
	c := &checker{}
	cmd := &cobra.Command{
		Use:        "check [flags] [PATH...] | -",
		SuggestFor: []string{"fix", "lint"},
		Short:      "Report and fix calls that will not run as meant",
		Long:       checkLong,
		Example: `  forge-lsp check prompts/ README.md
  forge-lsp check --diff prompts/
  forge-lsp check --fix prompt.md
  forge-lsp check --as reply --fix - < reply.txt > fixed.txt
  forge-lsp check --rule prefer-cdata=hint --rule empty-call=off prompts/
  forge-lsp check --format json --fail-on warning .
  forge-lsp check --format sarif --output forge-lsp.sarif .
  forge-lsp check --select safety,schema --changed=origin/main .`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return c.run(cmd, args)
		},
	}
	c.Here = true
	c.Flags.Add(cmd, report.Formats...)
	c.AddFiles(cmd)
	c.Tools.AddRules(cmd)
	c.checkFlags.add(cmd)
	c.addFix(cmd)
	cmd.Flags().BoolVar(&c.fix, "fix", false, "apply the safe fixes, then report the remaining findings")
	cmd.Flags().BoolVar(&c.diff, "diff", false, "print what --fix would change, without writing files")
	c.failOn = cli.NewChoice(cmd, "fail-on", "the lowest `severity` that makes the exit code 1: error, warning, information, hint or never",
		"error", "warning", "information", "hint", "never")
	return c, cmd
}

func (c *checker) run(cmd *cobra.Command, args []string) (err error) {
	if cmd.Flags().Changed("changed") && args[0] == workspace.Stdin {
		return cli.Usagef(cmd, "--changed needs files, not standard input")
	}
	if err := c.checkFix(cmd, c); err != nil {
		return err
	}
	switch format := c.Format.Value; {
	case c.diff && format == "json":
		return cli.Usagef(cmd, "--diff has no JSON form; --format json alone includes the edits")
	case c.diff && format != "text":
		return cli.Usagef(cmd, "--diff cannot be combined with --format %s", format)
	}
	if err := c.checkFlags.check(cmd, c); err != nil {
		return err
	}
	if !c.quiet {
		c.progress = term.NewProgress(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	defer c.progress.Stop()
	stdout, stderr := c.progress.Beside(cmd.OutOrStdout()), c.progress.Beside(cmd.ErrOrStderr())
	c.stdin, c.stderr = cmd.InOrStdin(), stderr
	c.report, c.style = bufio.NewWriter(stdout), c.Flags.Style(cmd.OutOrStdout())
	if c.diff || c.fix && args[0] == workspace.Stdin {
		c.text, c.ink = c.report, c.style
		c.report, c.style = bufio.NewWriter(stderr), c.Flags.Style(cmd.ErrOrStderr())
	}
	c.total, c.covered = report.NewTotal(), cli.NewCoverage(args)

	if c.output != "" {
		file, failed := os.Create(c.output)
		if failed != nil {
			return fmt.Errorf("cannot write the output: %w", failed)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		c.report, c.style = bufio.NewWriter(file), term.NewStyle(c.Color.Value == "always")
	}
	c.printer = report.NewPrinter(&report.Options{
		Format: c.Format.Value, Style: c.style, Quiet: c.quiet, Statistics: c.statistics, FailOn: report.SeverityOf(c.failOn.Value),
		Fix: c.fix, FixOnly: c.fixOnly, Diff: c.diff,
	})
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	err = c.checkAll(ctx, cmd, args)
	c.progress.Stop()
	if err == nil {
		err = errors.Join(c.finish(), c.finishBaseline(args))
	}
	if err != nil {
		_ = c.flush() // what is known so far; err is the one to report
		return err
	}
	return c.exit()
}

// finish writes what comes after the last file.
func (c *checker) finish() error {
	if c.changed == "" {
		c.total.Missing = c.Missing(&c.covered)
	}
	err := c.printer.Finish(c.report, &c.total)
	failed := c.flush()
	if c.statistics {
		fmt.Fprint(c.stderr, c.total.Tables(c.Format.Value))
	}
	if failed != nil { // err is often the same one
		err = cli.Without(err, errors.Unwrap(failed))
	}
	return errors.Join(err, failed)
}

// checkAll checks the files named by the arguments.
func (c *checker) checkAll(ctx context.Context, cmd *cobra.Command, args []string) error {
	var list []workspace.Source
	// On a goroutine, so that an interrupt can end it.
	err := cli.InOrder(ctx, slices.Values([][]string{args}), func(args []string) (err error) {
		list = c.withoutReports(c.Sources(args))
		if cmd.Flags().Changed("changed") {
			if list, err = onlyChanged(ctx, list, c.changed); err != nil {
				return err
			}
		}
		if c.fix && !c.diff {
			rewrite.Clean(list)
		}
		return nil
	}, func(err error) error { return err })
	done := 0
	if err == nil {
		c.progress.Begin(len(list), func() int64 { return cli.SizeOf(list) }, true)
		err = cli.InOrder(ctx, slices.Values(list), func(src workspace.Source) checked { return c.check(ctx, src) }, func(file checked) error {
			if err := c.emit(ctx, &file); err != nil {
				return err
			}
			done++
			return c.flush()
		})
	}
	if c.fix {
		return cli.Interrupted(ctx, err, "%s fixed; the others are unchanged", thousands.Count(len(c.total.Fixed), "file"))
	}
	return cli.Interrupted(ctx, err, "%s of %s checked", thousands.Separate(done), thousands.Count(len(list), "file"))
}
