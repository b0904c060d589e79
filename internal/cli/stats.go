package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/stats"
)

type counter struct {
	inputFlags
	by        []string
	since     string
	failUnder float64
	breaker   int
	facts     string
	tally     string
	merge     bool
	base      string
	failWorse bool
	examples  exampleFolder

	out   io.Writer
	style term.Style
	rows  *rowFile // nil if no rows are requested
	total *stats.Tally
}

// statsCommand returns the command stats.
func statsCommand() *cobra.Command {
	c := &counter{}
	cmd := &cobra.Command{
		Use:   "stats [flags] PATH... | -",
		Short: "Count what happens to the calls of transcripts",
		RunE:  func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.Add(cmd, "markdown", "openmetrics")
	flags := cmd.Flags()
	flags.StringSliceVar(&c.by, "by", nil, "group by `DIMENSION`: tool, rule, cause, model, day, method, prompt, form; several are crossed, comma-separated")
	flags.StringVar(&c.since, "since", "", "skip calls before `DAY` in UTC, such as 2026-11-01, and calls without a date")
	flags.Float64Var(&c.failUnder, "fail-under", 0, "exit with code 1 if the reader runs or repairs less than `PERCENT` of the calls")
	flags.IntVar(&c.breaker, "breaker", stats.DefaultBreaker, "count the sessions in which `N` calls in a row fail, as a circuit breaker does")
	flags.StringVar(&c.facts, "facts", "", "write a row for each call and reply to `FILE`: .jsonl, .jsonl.zst or .jsonl.gz")
	flags.StringVar(&c.tally, "tally", "", "write the counts to `FILE`, for --merge")
	flags.BoolVar(&c.merge, "merge", false, "add up the named --tally files instead of reading transcripts")
	flags.StringVar(&c.base, "compare", "", "show the counts beside those of `FILE`, which --tally wrote")
	flags.BoolVar(&c.failWorse, "fail-on-worse", false, "exit with code 1 if a larger share of calls than in --compare does not run, or runs with other data")
	flags.StringVar(&c.examples.dir, "examples", "", "write calls that do not run as written to the folder `DIR`")
	flags.IntVar(&c.examples.each, "examples-each", defaultExamples, "write up to `N` examples for each rule and tool")
	flags.BoolVar(&c.examples.places, "examples-places", false, "list the file and line of each original in the index of the examples")
	completeFlag(cmd, "by", cobra.FixedCompletions(stats.Names(stats.Dimensions), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// checkFlags refuses incompatible flags, and returns the dimensions of --by.
func (c *counter) checkFlags(cmd *cobra.Command) (by []stats.Dimension, err error) {
	for _, word := range c.by {
		d := stats.Dimension(word)
		switch {
		case !slices.Contains(stats.Dimensions, d):
			return nil, Usagef(cmd, "--by %s: must be one of %s", word, strings.Join(stats.Names(stats.Dimensions), ", "))
		case slices.Contains(by, d):
			return nil, Usagef(cmd, "--by has %s twice", word)
		case d == stats.ByCause && slices.Contains(by, stats.ByRule), d == stats.ByRule && slices.Contains(by, stats.ByCause):
			return nil, Usagef(cmd, "--by rule and --by cause cannot be crossed: a cause is a rule")
		}
		by = append(by, d)
	}
	if _, err := time.Parse(time.DateOnly, c.since); c.since != "" && err != nil {
		return nil, Usagef(cmd, "--since %s: write a day, such as 2026-11-01", c.since)
	}
	if c.failUnder < 0 || c.failUnder > 100 {
		return nil, Usagef(cmd, "--fail-under %v: must be a percentage", c.failUnder)
	}
	if c.breaker < 1 {
		return nil, Usagef(cmd, "--breaker %d: must be at least 1", c.breaker)
	}
	if c.merge && (c.facts != "" || c.since != "") {
		return nil, Usagef(cmd, "--merge adds up counts: it cannot be combined with --facts or --since")
	}
	if c.failWorse && c.base == "" {
		return nil, Usagef(cmd, "--fail-on-worse needs --compare")
	}
	if err := c.examples.check(cmd, c.merge); err != nil {
		return nil, err
	}
	return by, nil
}

func (c *counter) run(cmd *cobra.Command, args []string) error {
	by, err := c.checkFlags(cmd)
	if err != nil {
		return err
	}
	c.progress = term.NewProgress(cmd.OutOrStdout(), cmd.ErrOrStderr())
	defer c.progress.Stop()
	c.Stdin, c.Stderr = cmd.InOrStdin(), c.progress.Beside(cmd.ErrOrStderr())
	c.out, c.style = cmd.OutOrStdout(), c.Style(cmd.OutOrStdout())
	c.total = stats.NewTally()
	var base *stats.Tally
	if c.base != "" { // before counting for minutes
		if base, err = readTally(c.base, c.Stdin); err != nil {
			return err
		}
	}
	if c.merge {
		err = c.mergeAll(args)
	} else {
		err = c.count(cmd.Context(), args)
	}
	if err == nil && c.tally != "" {
		err = cannotWrite("the tally", os.WriteFile(c.tally, c.total.Marshal(), 0o644))
	}
	if err == nil && c.examples.dir != "" {
		err = c.examples.write(c.total)
	}
	if err != nil {
		return err
	}
	c.progress.Stop()
	r := &stats.Report{Tally: c.total, By: by}
	if base != nil {
		r.Compared = stats.Compare(base, c.total)
	}
	switch c.Format.Value {
	case "json":
		fmt.Fprint(c.out, r.JSON())
	case "markdown":
		fmt.Fprint(c.out, r.Markdown())
	case "openmetrics":
		fmt.Fprint(c.out, r.OpenMetrics())
	default:
		c.print(r)
	}
	read := &c.total.Totals
	return c.Exit(float64(read.Read())*100 < c.failUnder*float64(read.Judged()) || c.failWorse && r.Compared.Worse)
}
