package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
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
	// Files hides the count of files, which does not apply to a tool.
	Files int `json:"files,omitempty"`
	cli.CallCounts
}

func newStatistics() *statistics {
	return &statistics{map[string]int{}, map[string]*diagnostics.Summary{}}
}

func statisticsOf(d *diagnostics.Document, k Kept) *statistics {
	s := newStatistics()
	for p := range k.of(d) {
		s.rules[p.Code]++
	}
	for c := range d.Calls() {
		if c.Outcome() != diagnostics.NoCall {
			s.tally(c.Block().ToolName()).Count(c.Call)
		}
	}
	return s
}

// tally returns the counts of a tool.
func (s *statistics) tally(tool string) *diagnostics.Summary {
	t := s.tools[tool]
	if t == nil {
		t = &diagnostics.Summary{}
		s.tools[tool] = t
	}
	return t
}

// add adds the counts of another file; nil adds nothing.
func (s *statistics) add(o *statistics) {
	if o == nil {
		return
	}
	for code, n := range o.rules {
		s.rules[code] += n
	}
	for tool, t := range o.tools {
		s.tally(tool).Add(*t)
	}
}

// describe returns the counts, the largest first.
func (s *statistics) describe() *describedStatistics {
	out := &describedStatistics{Rules: []ruleCount{}, Tools: []toolCount{}}
	for _, code := range slices.Sorted(maps.Keys(s.rules)) {
		out.Rules = append(out.Rules, ruleCount{code, s.rules[code]})
	}
	for _, tool := range slices.Sorted(maps.Keys(s.tools)) {
		out.Tools = append(out.Tools, toolCount{Tool: tool, CallCounts: cli.CountsOf(*s.tools[tool])})
	}
	slices.SortStableFunc(out.Rules, func(a, b ruleCount) int { return cmp.Compare(b.Findings, a.Findings) })
	slices.SortStableFunc(out.Tools, func(a, b toolCount) int { return cmp.Compare(b.Calls, a.Calls) })
	return out
}

// Tables returns the statistics of formats that have no place for them, which are read by services.
func (t *Total) Tables(format string) string {
	switch format {
	case "text", "concise", "json":
		return ""
	}
	return t.stats.text()
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
		fmt.Fprintf(table, "calls\t%s\t  tool\n", cli.OutcomeWords("\t"))
		for _, t := range all.Tools {
			tally := s.tools[t.Tool]
			fmt.Fprint(table, thousands.Separate(tally.Calls))
			for _, o := range diagnostics.Outcomes {
				fmt.Fprint(table, "\t", thousands.Separate(tally.Outcomes[o]))
			}
			fmt.Fprintf(table, "\t  %s\n", cmp.Or(term.Cut(foreign.Line(t.Tool), term.MaxToolName), "(none)"))
		}
		_ = table.Flush()
		b.WriteByte('\n')
	}
	return b.String()
}
