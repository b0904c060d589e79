package tools

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/text"
)

const rulesLong = `rules lists all rules: their default severity, whether they offer a safe or a
suggested fix, what they report, and whether they are off by default.

forge-lsp explain RULE prints the page of a rule, and forge-lsp config the
levels that apply to a file.`

// describedRules is the output of rules.
type describedRules struct {
	Version int             `json:"version"`
	Rules   []describedRule `json:"rules"`
}

type describedRule struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	// Fix is "safe", "suggested" or "none": the best fix in the rule's own bad example.
	Fix     string `json:"fix"`
	Summary string `json:"summary"`
	// Page is the rule's page in the reference.
	Page  string `json:"page"`
	Group string `json:"group"`
	Off   bool   `json:"off_by_default"`
}

// Rules returns the command rules.
func Rules() *cobra.Command {
	var format *cli.Choice
	cmd := &cobra.Command{
		Use:   "rules [flags]",
		Short: "List all rules",
		Long:  rulesLong,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all := describeRules()
			return cli.Print(cmd, format, describedRules{report.JSONVersion, all}, func(out io.Writer) error {
				table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
				for _, r := range all {
					severity, fix := r.Severity, "-"
					if r.Off {
						severity += " (off)"
					}
					if r.Fix != "none" {
						fix = r.Fix
					}
					fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.Code, severity, fix, r.Summary)
				}
				return table.Flush()
			}, cli.ExitOK)
		},
	}
	format = cli.NewChoice(cmd, "format", "output `format`: text or json", "text", "json")
	return cmd
}

func describeRules() []describedRule {
	all := []describedRule{}
	for _, r := range diagnostics.Rules() {
		all = append(all, describedRule{
			Code: r.Code, Group: r.Group, Severity: r.Severity.String(), Off: r.OffByDefault,
			Fix: fixOf(r), Summary: r.Summary, Page: r.URL(),
		})
	}
	return all
}

// fixOf returns the best kind of fix in the rule's bad example.
func fixOf(r *diagnostics.Rule) string {
	best := "none"
	options := diagnostics.Options{Rules: map[string]diagnostics.Level{r.Code: diagnostics.AsError}}
	for f, fixes := range options.Open(text.New(r.Bad()), document.Reply).Proven() {
		switch {
		case f.Code != r.Code:
		case slices.ContainsFunc(fixes, func(x diagnostics.Fix) bool { return x.Safe() }):
			return "safe"
		case len(fixes) > 0:
			best = "suggested"
		}
	}
	return best
}
