package tools

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/toolspec"
)

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
				return cli.Usagef(cmd, "explain takes one rule, not %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return cli.CompleteRules(cmd, args, begun)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRules(cmd)
			}
			rule := diagnostics.Lookup(args[0])
			if rule == nil {
				return fmt.Errorf("%w\nRun 'forge-lsp explain' for all rules.", UnknownRule(args[0]))
			}
			page := Page(rule)
			if style := term.StyleOf(cmd.OutOrStdout(), "auto"); style.Terminal {
				page = rendered(page, &style)
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(page, "\n"))
			return err
		},
	}
}

func listRules(cmd *cobra.Command) error {
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, rule := range diagnostics.Rules() {
		fmt.Fprintf(table, "%s\t%s\t%s\n", rule.Code, rule.Severity, rule.Summary)
	}
	return table.Flush()
}

// UnknownRule returns the error that there is no rule of a name.
func UnknownRule(name string) error {
	message := fmt.Sprintf("unknown rule %q", name)
	if near := toolspec.Nearest(name, diagnostics.Codes()); len(near) > 0 {
		message += fmt.Sprintf("; did you mean %q?", near[0])
	}
	return errors.New(message)
}
