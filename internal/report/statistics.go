package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// statistics count findings by rule, and calls by tool, the largest numbers first.
type statistics struct {
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
	rules, tools := map[string]int{}, Tools{}
	for i := range files {
		for k := range files[i].Findings {
			rules[files[i].Findings[k].Code]++
		}
		tools.add(files[i].Tools)
	}
	s := &statistics{[]ruleCount{}, []toolCount{}}
	for code, n := range rules {
		s.Rules = append(s.Rules, ruleCount{code, n})
	}
	for tool, calls := range tools {
		s.Tools = append(s.Tools, toolCount{tool, *calls})
	}
	slices.SortStableFunc(s.Rules, func(a, b ruleCount) int {
		return cmp.Or(cmp.Compare(b.Findings, a.Findings), cmp.Compare(a.Code, b.Code))
	})
	slices.SortStableFunc(s.Tools, func(a, b toolCount) int { return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Tool, b.Tool)) })
	return s
}

// Tools are counts of calls by the name of their tool.
type Tools map[string]*diagnostics.Summary

// of returns the counts of a tool.
func (t Tools) of(tool string) *diagnostics.Summary {
	if t[tool] == nil {
		t[tool] = &diagnostics.Summary{}
	}
	return t[tool]
}

func (t Tools) add(more Tools) {
	for tool, calls := range more {
		t.of(tool).Add(*calls)
	}
}

// Tables returns the statistics of formats that have no place for them, which are read by services.
func Tables(files []File, o *Settings) string {
	if !o.Statistics || o.Diff || o.Format == "text" || o.Format == "concise" || o.Format == "json" {
		return ""
	}
	return statisticsOf(files).text()
}

// text returns the counts as tables.
func (s *statistics) text() string {
	var b strings.Builder
	write := func(rows [][]string) {
		if len(rows) > 1 {
			name := len(rows[0]) - 1
			b.WriteString(strings.Join(term.Table(rows, func(column int) bool { return column == name }), "\n") + "\n\n")
		}
	}
	rules := [][]string{{"findings", "rule"}}
	for _, r := range s.Rules {
		rules = append(rules, []string{thousands.Separate(r.Findings), r.Code})
	}
	write(rules)
	tools := [][]string{{"calls"}}
	for _, o := range diagnostics.Outcomes {
		tools[0] = append(tools[0], o.Words())
	}
	tools[0] = append(tools[0], "tool")
	for _, t := range s.Tools {
		row := []string{thousands.Separate(t.Calls)}
		for _, o := range diagnostics.Outcomes {
			row = append(row, thousands.Separate(t.Outcomes[o]))
		}
		tools = append(tools, append(row, cmp.Or(term.Cut(foreign.Line(t.Tool), term.MaxToolName), "(none)")))
	}
	write(tools)
	return b.String()
}
