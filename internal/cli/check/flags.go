package check

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/toolspec"
)

// checkFlags are the flags of check that specify what is reported, and where.
type checkFlags struct {
	output        string
	quiet         bool
	statistics    bool
	minSeverity   *cli.Choice
	selected      []string
	ignored       []string
	exitZero      bool
	maxWarnings   int
	baselineFile  string
	writeBaseline string
	changed       string

	rules map[string]bool // whether each code is reported; nil for all
}

func (f *checkFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&f.output, "output", "o", "", "write the report to a `file` instead of standard output")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print only findings, no summary")
	flags.BoolVar(&f.statistics, "statistics", false, "print the number of findings per rule and the outcomes per tool instead of the findings; in json in addition to them, for other formats on standard error")
	f.minSeverity = cli.NewChoice(cmd, "min-severity", "the lowest `severity` that is reported: hint, information, warning or error",
		"hint", "information", "warning", "error")
	flags.StringSliceVar(&f.selected, "select", nil, "report only these `RULES` or groups, separated by commas; may be repeated. Naming a rule that is off by default enables it")
	flags.StringSliceVar(&f.ignored, "ignore", nil, "do not report these `RULES` or groups; may be repeated")
	f.addBaseline(cmd)
	flags.StringVar(&f.changed, "changed", "", "check only untracked files and files that changed since the branch left `REF`, according to git (default HEAD)")
	flags.Lookup("changed").NoOptDefVal = "HEAD"
	flags.BoolVar(&f.exitZero, "exit-zero", false, "exit with code 0 even if there are findings")
	flags.IntVar(&f.maxWarnings, "max-warnings", -1, "exit with code 1 if there are more than `N` warnings")
	cli.Complete(cmd, "select", completeRules)
	cli.Complete(cmd, "ignore", completeRules)
}

// check validates the flags and their combination.
func (f *checkFlags) check(cmd *cobra.Command, c *checker) error {
	if cmd.Flags().Changed("max-warnings") && f.maxWarnings < 0 {
		return cli.Usagef(cmd, "--max-warnings %d: must be 0 or more", f.maxWarnings)
	}
	if cmd.Flags().Changed("output") && f.output == "" {
		return cli.Usagef(cmd, "--output needs a file")
	}
	if c.diff && f.output != "" {
		return cli.Usagef(cmd, "--diff cannot be combined with --output; the diff is on standard output")
	}
	if c.diff && f.writeBaseline != "" {
		return cli.Usagef(cmd, "--diff cannot be combined with --write-baseline")
	}
	if f.statistics && c.diff {
		return cli.Usagef(cmd, "--statistics cannot be combined with --diff")
	}
	if err := f.choose(cmd, c); err != nil {
		return err
	}
	var err error
	c.baseline, err = f.readBaseline(cmd)
	return err
}

// choose reads --select and --ignore.
func (f *checkFlags) choose(cmd *cobra.Command, c *checker) error {
	if len(f.selected)+len(f.ignored) == 0 {
		return nil
	}
	f.rules = make(map[string]bool)
	for _, code := range diagnostics.Codes() {
		f.rules[code] = len(f.selected) == 0
	}
	for _, flag := range []struct {
		name  string
		words []string
		on    bool
	}{{"select", f.selected, true}, {"ignore", f.ignored, false}} {
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
				return cli.Usagef(cmd, "%s", message)
			}
			for _, code := range codes {
				f.rules[code] = flag.on
			}
		}
	}
	return nil
}

// completeRules completes the names of groups and rules.
func completeRules(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	words := diagnostics.Groups()
	for _, rule := range diagnostics.Rules() {
		words = append(words, cobra.CompletionWithDesc(rule.Code, rule.Summary))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// filters reports whether the flags exclude findings.
func (c *checker) filters() bool {
	return c.rules != nil || c.minSeverity.Value != "hint" || c.baseline != nil
}

// shows reports whether a finding is reported, unless the baseline has it.
func (c *checker) shows(f *diagnostics.Diagnostic) bool {
	return f.Severity <= report.SeverityOf(c.minSeverity.Value) && (c.rules == nil || c.rules[f.Code])
}

// keepsFixes returns the findings that --fix considers, nil for all.
func (c *checker) keepsFixes() func(*diagnostics.Diagnostic) bool {
	if c.rules == nil {
		return nil
	}
	return func(f *diagnostics.Diagnostic) bool { return c.rules[f.Code] }
}

// kept returns the findings of a document that are reported.
func (c *checker) kept(d *diagnostics.Document) report.Kept {
	if !c.filters() {
		return nil
	}
	k := report.Kept{}
	for p := range d.Diagnostics() {
		k = append(k, c.shows(p.Diagnostic))
	}
	return k
}

// withoutReports excludes the files that the command itself writes.
func (f *checkFlags) withoutReports(sources []workspace.Source) []workspace.Source {
	var own []os.FileInfo
	for _, name := range []string{f.output, f.baselineFile, f.writeBaseline} {
		if info, err := os.Stat(name); name != "" && err == nil {
			own = append(own, info)
		}
	}
	if len(own) == 0 {
		return sources
	}
	return slices.DeleteFunc(sources, func(s workspace.Source) bool {
		if !s.Walked || !slices.ContainsFunc(own, func(o os.FileInfo) bool { return strings.HasSuffix(s.Path, o.Name()) }) {
			return false
		}
		info, err := os.Stat(s.File)
		return err == nil && slices.ContainsFunc(own, func(o os.FileInfo) bool { return os.SameFile(o, info) })
	})
}
