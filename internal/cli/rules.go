package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/internal/report/term"
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
	var format *Choice
	cmd := &cobra.Command{
		Use:   "rules [flags]",
		Short: "List all rules",
		Long:  rulesLong,
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all := describeRules()
			return printAs(cmd, format, describedRules{report.JSONVersion, all}, func(out io.Writer) error {
				var lines [][]string
				for _, r := range all {
					severity, fix := r.Severity, "-"
					if r.Off {
						severity += " (off)"
					}
					if r.Fix != "none" {
						fix = r.Fix
					}
					lines = append(lines, []string{r.Code, severity, fix, r.Summary})
				}
				return writeTable(out, lines)
			}, nil)
		},
	}
	format = NewChoice(cmd, "format", "output `format`: text or json", "text", "json")
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

// Explain returns the command explain.
func Explain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Explain a rule, or list all rules",
		Long: `explain prints the page of a rule: what it reports, what happens to such a
call, and how to fix it; in Markdown unless on a terminal. Without a rule it
lists all rules.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return Usagef(cmd, "explain takes one rule, not %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return completeRules(cmd, args, begun)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRules(cmd)
			}
			rule := diagnostics.Lookup(args[0])
			if rule == nil {
				return fmt.Errorf("%w\nRun 'forge-lsp explain' for all rules.", unknown("rule", args[0], diagnostics.Codes()))
			}
			page := ""
			if style := term.StyleOf(cmd.OutOrStdout(), "auto"); style.Terminal {
				page = rendered(pageOf(rule, ""), &style)
			} else {
				page = pageOf(rule, docsURL)
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(page, "\n"))
			return err
		},
	}
}

func listRules(cmd *cobra.Command) error {
	var lines [][]string
	for _, rule := range diagnostics.Rules() {
		lines = append(lines, []string{rule.Code, rule.Severity.String(), rule.Summary})
	}
	return writeTable(cmd.OutOrStdout(), lines)
}
