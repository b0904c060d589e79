package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/toolspec"
)

// A checker runs one check command.
type checker struct {
	inputFlags
	fix, diff, all                          bool
	failOn                                  *Choice
	output                                  string
	quiet, statistics, exitZero             bool
	selected, ignored                       []string
	baselineFile, writeBaseline, changedRef string

	rules    map[string]bool // whether each code is reported; nil for all
	baseline *baseline       // nil for none
	text     *bufio.Writer   // the diff, or the fixed standard input; nil if there is none
	ink      term.Style      // of text
	report   report.Settings
	files    []report.File
}

// checkCommand returns the command check.
func checkCommand() *cobra.Command {
	_, cmd := newChecker()
	return cmd
}

// newChecker returns a check and its command, whose flags another command may have, too.
func newChecker() (*checker, *cobra.Command) {
	c := &checker{}
	cmd := &cobra.Command{
		Use:        "check [flags] [PATH...] | -",
		SuggestFor: []string{"fix", "lint"},
		Short:      "Report and fix calls that will not run as meant",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			return c.run(cmd, args)
		},
	}
	c.Here = true
	c.Add(cmd, report.Formats...)
	c.AddFiles(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&c.fix, "fix", false, "apply the safe fixes, then report the remaining findings")
	flags.BoolVar(&c.diff, "diff", false, "print what --fix would change, without writing files")
	flags.StringVarP(&c.output, "output", "o", "", "write the report to a `file` instead of standard output")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "print only findings, no summary")
	flags.BoolVar(&c.all, "all", false, "on a terminal, show all findings, and not the same three times")
	flags.BoolVar(&c.statistics, "statistics", false, "print the number of findings per rule and the outcomes per tool instead of the findings; in json in addition to them, for other formats on standard error")
	flags.StringSliceVar(&c.selected, "select", nil, "report only these `RULES` or groups, separated by commas; may be repeated. Naming a rule that is off by default enables it")
	flags.StringSliceVar(&c.ignored, "ignore", nil, "do not report these `RULES` or groups; may be repeated")
	flags.StringVar(&c.baselineFile, "baseline", "", "do not report the findings in `file`, which --write-baseline wrote")
	flags.StringVar(&c.writeBaseline, "write-baseline", "", "write the findings to `file` instead of reporting them")
	flags.StringVar(&c.changedRef, "changed", "", "check only untracked files and files that changed since the branch left `REF`, according to git (default HEAD)")
	flags.Lookup("changed").NoOptDefVal = "HEAD"
	flags.BoolVar(&c.exitZero, "exit-zero", false, "exit with code 0 even if there are findings")
	c.failOn = NewChoice(cmd, "fail-on", "the lowest `severity` that makes the exit code 1: error, warning, information, hint or never",
		"error", "warning", "information", "hint", "never")
	completeFlag(cmd, "select", completeSelectors)
	completeFlag(cmd, "ignore", completeSelectors)
	return c, cmd
}

// completeSelectors completes the names of groups and rules.
func completeSelectors(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	rules, files := completeRules(cmd, args, begun)
	return append(diagnostics.Groups(), rules...), files
}

// run goes from the paths to the report.
func (c *checker) run(cmd *cobra.Command, args []string) (err error) {
	if err := c.checkFlags(cmd, args); err != nil {
		return err
	}
	if !c.quiet {
		c.progress = term.NewProgress(cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	defer c.progress.Stop()
	stdout := cmd.OutOrStdout().(*term.Output)
	stdout.Beside(c.progress)
	out, style := stdout.Writer, c.Style(stdout)
	c.Stdin, c.Stderr = cmd.InOrStdin(), c.progress.Beside(cmd.ErrOrStderr())
	if c.diff || c.fix && args[0] == workspace.Stdin {
		c.text, c.ink = out, style
		out, style = bufio.NewWriter(c.Stderr), c.Style(cmd.ErrOrStderr())
	}
	if c.output != "" {
		file, failed := os.Create(c.output)
		if failed != nil {
			return cannotWrite("the output", failed)
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		out, style = bufio.NewWriter(file), term.NewStyle(c.Color.Value == "always")
	}
	build := ThisBuild()
	c.report = report.Settings{
		Format: c.Format.Value, Style: style, Quiet: c.quiet, Statistics: c.statistics, All: c.all,
		FailOn: report.SeverityOf(c.failOn.Value), Fix: c.fix, Diff: c.diff, Version: build.Version, Build: build.Brief(), Released: build.Date,
	}
	ctx, release := interruptible(cmd.Context())
	defer release()
	interrupted := c.lintAll(ctx, args)
	c.progress.Stop()
	if c.report.Failed = c.Failed; c.changedRef == "" {
		c.report.Missing = c.Missing()
	}
	report.Write(out, c.files, &c.report)
	err = flush(c.text, out)
	fmt.Fprint(c.Stderr, report.Tables(c.files, &c.report))
	if interrupted != nil || err != nil {
		return errors.Join(interrupted, err)
	}
	if err := c.finishBaseline(args); err != nil {
		return err
	}
	total := report.Sum(c.files)
	return c.Exit(!c.exitZero && (total.Worst <= c.report.FailOn || c.diff && len(total.Fixed) > 0))
}

// checkFlags refuses flags that cannot be meant, and reads the values of the others.
func (c *checker) checkFlags(cmd *cobra.Command, args []string) (err error) {
	usage := func(wrong bool, text string) {
		if wrong && err == nil {
			err = Usagef(cmd, "%s", text)
		}
	}
	format := c.Format.Value
	usage(c.changedRef != "" && args[0] == workspace.Stdin, "--changed needs files, not standard input")
	usage(c.diff && format == "json", "--diff has no JSON form; --format json alone includes the edits")
	usage(c.diff && format != "text", "--diff cannot be combined with --format "+format)
	usage(cmd.Flags().Changed("output") && c.output == "", "--output needs a file")
	usage(c.diff && c.output != "", "--diff cannot be combined with --output; the diff is on standard output")
	usage(c.diff && c.writeBaseline != "", "--diff cannot be combined with --write-baseline")
	usage(c.diff && c.statistics, "--statistics cannot be combined with --diff")
	usage(c.baselineFile != "" && c.writeBaseline != "", "--baseline cannot be combined with --write-baseline, which writes all findings")
	if err == nil {
		err = c.choose(cmd)
	}
	if err == nil {
		c.baseline, err = openBaseline(c.baselineFile, c.writeBaseline)
	}
	return err
}

// choose reads --select and --ignore.
func (c *checker) choose(cmd *cobra.Command) error {
	if len(c.selected)+len(c.ignored) == 0 {
		return nil
	}
	c.rules = make(map[string]bool)
	for _, code := range diagnostics.Codes() {
		c.rules[code] = len(c.selected) == 0
	}
	for _, flag := range []struct {
		name  string
		words []string
		on    bool
	}{{"select", c.selected, true}, {"ignore", c.ignored, false}} {
		for _, word := range flag.words {
			codes := diagnostics.InGroup(word)
			if rule := diagnostics.Lookup(word); rule != nil {
				codes = []string{word}
				if flag.on {
					c.Tools.On = append(c.Tools.On, word)
				}
			}
			if len(codes) == 0 {
				message := fmt.Sprintf("--%s %s: unknown rule or group %s", flag.name, word, word)
				if near := toolspec.Nearest(word, slices.Concat(diagnostics.Groups(), diagnostics.Codes())); len(near) > 0 {
					message += "; did you mean " + near[0] + "?"
				}
				return Usagef(cmd, "%s", message)
			}
			for _, code := range codes {
				c.rules[code] = flag.on
			}
		}
	}
	return nil
}

// lintAll checks the files that the arguments name, several at a time. The error is that of an interrupt.
func (c *checker) lintAll(ctx context.Context, args []string) error {
	var list []workspace.Source
	// On a goroutine, so that an interrupt can end it.
	err := inOrder(ctx, slices.Values([][]string{args}), func(args []string) (err error) {
		list = c.withoutReports(c.Sources(args))
		if c.changedRef != "" {
			if list, err = onlyChanged(ctx, list, c.changedRef); err != nil {
				return err
			}
		}
		if c.fix && !c.diff {
			clean(list)
		}
		return nil
	}, func(err error) error { return err })
	done := 0
	if err == nil {
		c.begin(list)
		err = inOrder(ctx, slices.Values(list), func(src workspace.Source) linted { return c.lint(ctx, src) }, func(file linted) error {
			c.collect(&file)
			done++
			return nil
		})
	}
	if c.fix {
		return interrupted(ctx, err, "%s fixed; the others are unchanged", thousands.Count(len(report.Sum(c.files).Fixed), "file"))
	}
	return interrupted(ctx, err, "%s of %s checked", thousands.Separate(done), thousands.Count(len(list), "file"))
}

// withoutReports excludes the files that the command itself writes.
func (c *checker) withoutReports(sources []workspace.Source) []workspace.Source {
	return slices.DeleteFunc(sources, func(s workspace.Source) bool {
		return s.Walked && slices.ContainsFunc([]string{c.output, c.baselineFile, c.writeBaseline}, func(own string) bool {
			return own != "" && filepath.Base(own) == filepath.Base(s.File) && absolute(own) == absolute(s.File)
		})
	})
}
