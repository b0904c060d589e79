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

// rulesCommand returns the command rules.
func rulesCommand() *cobra.Command {
	var format *Choice
	cmd := &cobra.Command{
		Use:   "rules [flags]",
		Short: "List all rules",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all := []describedRule{}
			for _, r := range diagnostics.Rules() {
				all = append(all, describedRule{
					Code: r.Code, Group: r.Group, Severity: r.Severity.String(), Off: r.OffByDefault,
					Fix: fixOf(r), Summary: r.Summary, Page: r.URL(),
				})
			}
			printAs(cmd, format, describedRules{report.JSONVersion, all}, func(out io.Writer) {
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
				writeTable(out, lines)
			})
			return nil
		},
	}
	format = NewChoice(cmd, "format", "output `format`: text or json", "text", "json")
	return cmd
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

// explainCommand returns the command explain.
func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Explain a rule, or list all rules",
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
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				var lines [][]string
				for _, rule := range diagnostics.Rules() {
					lines = append(lines, []string{rule.Code, rule.Severity.String(), rule.Summary})
				}
				writeTable(out, lines)
				return nil
			}
			rule := diagnostics.Lookup(args[0])
			if rule == nil {
				return fmt.Errorf("%w\nRun 'forge-lsp explain' for all rules.", unknown("rule", args[0], diagnostics.Codes()))
			}
			page := pageOf(rule, docsURL)
			if style := term.StyleOf(out, "auto"); style.Terminal {
				page = rendered(pageOf(rule, ""), &style)
			}
			fmt.Fprintln(out, strings.TrimRight(page, "\n"))
			return nil
		},
	}
}
