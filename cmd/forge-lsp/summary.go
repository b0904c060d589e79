package main

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// newSummary counts the calls and findings of a file.
func newSummary(d *diagnostics.Document, found [diagnostics.Hint + 1]int) summary {
	calls := d.Summary()
	s := summary{callCounts: countsOf(calls), More: calls.MoreProblems}
	s.Errors = found[diagnostics.Error]
	s.Warnings = found[diagnostics.Warning]
	s.Informations = found[diagnostics.Information]
	s.Hints = found[diagnostics.Hint]
	s.Suppressed = d.Suppressed()
	return s
}

// countsOf counts the calls of a file.
func countsOf(calls diagnostics.Summary) callCounts {
	return callCounts{
		Files:         1,
		Calls:         calls.Calls,
		Refused:       calls.Refused,
		Repaired:      calls.Repaired,
		ToolAccepts:   calls.ToolAccepts,
		ToolRefuses:   calls.ToolRefuses,
		ToolUnknown:   calls.ToolUnknown,
		ToolUnchecked: calls.ToolUnchecked,
		AsWritten:     calls.Outcomes[diagnostics.Runs],
		Outcomes: outcomeCounts{
			Runs: calls.Outcomes[diagnostics.Runs], Repaired: calls.Outcomes[diagnostics.Repaired],
			Altered: calls.Outcomes[diagnostics.Altered], Refused: calls.Outcomes[diagnostics.Refused],
			Ignored: calls.Outcomes[diagnostics.Ignored],
		},
	}
}

func (s *callCounts) add(o callCounts) {
	sum, files := s.tally(), s.Files+o.Files
	sum.Add(o.tally())
	*s = countsOf(sum)
	s.Files = files
}

func (s *summary) add(o summary) {
	s.callCounts.add(o.callCounts)
	s.Errors += o.Errors
	s.Warnings += o.Warnings
	s.Informations += o.Informations
	s.Hints += o.Hints
	s.More += o.More
	s.Suppressed += o.Suppressed
}

// calls describes the calls: "3 files, 12 calls: 9 run, 2 repaired, 1 refused by
// its tool".
func (s *callCounts) calls() string { return count(s.Files, "file") + ", " + s.tally().String() }

// tally returns the counts of described calls.
func (s *callCounts) tally() diagnostics.Summary {
	t := diagnostics.Summary{
		Calls: s.Calls, Refused: s.Refused, Repaired: s.Repaired,
		ToolAccepts: s.ToolAccepts, ToolRefuses: s.ToolRefuses, ToolUnknown: s.ToolUnknown, ToolUnchecked: s.ToolUnchecked,
	}
	t.Outcomes[diagnostics.Runs], t.Outcomes[diagnostics.Repaired] = s.Outcomes.Runs, s.Outcomes.Repaired
	t.Outcomes[diagnostics.Altered] = s.Outcomes.Altered
	t.Outcomes[diagnostics.Refused], t.Outcomes[diagnostics.Ignored] = s.Outcomes.Refused, s.Outcomes.Ignored
	return t
}

// findings describes the findings: "7 errors, 3 warnings".
func (s *summary) findings() string {
	var parts []string
	if s.Errors > 0 {
		parts = append(parts, count(s.Errors, "error"))
	}
	if s.Warnings > 0 {
		parts = append(parts, count(s.Warnings, "warning"))
	}
	if s.Informations > 0 {
		parts = append(parts, fmt.Sprintf("%d informational", s.Informations))
	}
	if s.Hints > 0 {
		parts = append(parts, count(s.Hints, "hint"))
	}
	if len(parts) == 0 {
		return "no findings"
	}
	text := strings.Join(parts, ", ")
	if s.More > 0 {
		text += " and more in " + count(s.More, "call")
	}
	return text
}

// count returns a number with its noun: "1 call", "2 calls".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands.Separate(n) + " " + noun
}
