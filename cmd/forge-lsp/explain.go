package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/agext/levenshtein"
	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
)

func newExplainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Explain a rule, or list all rules",
		Long: `explain prints what a rule reports, what the runtime does there, and how it is
mended. Without a rule it lists all rules.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef(cmd, "explain takes one rule, not %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: completeRule,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listRules(cmd)
			}
			rule := diagnostics.Lookup(args[0])
			if rule == nil {
				return unknownRule(args[0])
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), strings.TrimRight(rule.Reference(), "\n"))
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

func unknownRule(name string) error {
	message := fmt.Sprintf("no rule is called %q", name)
	var codes []string
	for _, rule := range diagnostics.Rules() {
		codes = append(codes, rule.Code)
	}
	if near := nearest(name, codes); near != "" {
		message += fmt.Sprintf("; did you mean %q?", near)
	}
	return fmt.Errorf("%s\nRun 'forge-lsp explain' for all rules.", message)
}

// nearest returns that of some names which is most like a name, "" where none is
// much like it.
func nearest(name string, among []string) string {
	const enough = 0.5 // of 1, by edit distance and common prefix
	best, found := enough, ""
	params := levenshtein.NewParams().BonusThreshold(enough)
	for _, other := range among {
		if score := levenshtein.Similarity(strings.ToLower(name), strings.ToLower(other), params); score > best {
			best, found = score, other
		}
	}
	return found
}

func completeRule(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var codes []cobra.Completion
	if len(args) == 0 {
		for _, rule := range diagnostics.Rules() {
			codes = append(codes, cobra.CompletionWithDesc(rule.Code, rule.Summary))
		}
	}
	return codes, cobra.ShellCompDirectiveNoFileComp
}
