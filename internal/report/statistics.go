package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// statistics count findings by rule, and calls by tool.
type statistics struct {
	rules map[string]int
	tools map[string]*diagnostics.Summary
}

// The statistics in JSON form.
type describedStatistics struct {
	Rules []ruleCount `json:"rules"`
	Tools []toolCount `json:"tools"`
}

type ruleCount struct {
	Code     string `json:"code"`
	Findings int    `json:"findings"`
}

type toolCount struct {
	// Tool is the name in the calls, "" for those that name none.
	Tool string `json:"tool"`
	diagnostics.Summary
}

// statisticsOf counts in files.
func statisticsOf(files []File) *statistics {
	s := &statistics{map[string]int{}, map[string]*diagnostics.Summary{}}
	for i := range files {
		for k := range files[i].Findings {
			s.rules[files[i].Findings[k].Code]++
		}
		for tool, tally := range files[i].Tools {
			if s.tools[tool] == nil {
				s.tools[tool] = &diagnostics.Summary{}
			}
			s.tools[tool].Add(*tally)
		}
	}
	return s
}

// describe returns the counts, the largest first.
func (s *statistics) describe() *describedStatistics {
	out := &describedStatistics{Rules: []ruleCount{}, Tools: []toolCount{}}
	for _, code := range slices.Sorted(maps.Keys(s.rules)) {
		out.Rules = append(out.Rules, ruleCount{code, s.rules[code]})
	}
	for _, tool := range slices.Sorted(maps.Keys(s.tools)) {
		out.Tools = append(out.Tools, toolCount{tool, *s.tools[tool]})
	}
	slices.SortStableFunc(out.Rules, func(a, b ruleCount) int { return cmp.Compare(b.Findings, a.Findings) })
	slices.SortStableFunc(out.Tools, func(a, b toolCount) int { return cmp.Compare(b.Calls, a.Calls) })
	return out
}

// Tables returns the statistics of formats that have no place for them, which are read by services.
func Tables(files []File, o *Options) string {
	if !o.Statistics || o.Diff || o.Format == "text" || o.Format == "concise" || o.Format == "json" {
		return ""
	}
	return statisticsOf(files).text()
}

// text returns the counts as tables.
func (s *statistics) text() string {
	var b strings.Builder
	all := s.describe()
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	if len(all.Rules) > 0 {
		fmt.Fprintln(table, "findings\t  rule")
		for _, r := range all.Rules {
			fmt.Fprintf(table, "%s\t  %s\n", thousands.Separate(r.Findings), r.Code)
		}
		_ = table.Flush() // of a strings.Builder
		b.WriteByte('\n')
	}
	if len(all.Tools) > 0 {
		fmt.Fprintf(table, "calls\t%s\t  tool\n", OutcomeWords("\t"))
		for _, t := range all.Tools {
			fmt.Fprint(table, thousands.Separate(t.Calls))
			for _, o := range diagnostics.Outcomes {
				fmt.Fprint(table, "\t", thousands.Separate(t.Outcomes[o]))
			}
			fmt.Fprintf(table, "\t  %s\n", cmp.Or(term.Cut(foreign.Line(t.Tool), term.MaxToolName), "(none)"))
		}
		_ = table.Flush()
		b.WriteByte('\n')
	}
	return b.String()
}
