package main

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// newSummary counts the calls and findings of a file.
func newSummary(d *diagnostics.Document, found [diagnostics.Hint + 1]int) summary {
	tally := d.Summary()
	s := summary{callCounts: countsOf(tally), More: tally.MoreProblems}
	s.Errors = found[diagnostics.Error]
	s.Warnings = found[diagnostics.Warning]
	s.Informations = found[diagnostics.Information]
	s.Hints = found[diagnostics.Hint]
	s.Suppressed = d.Suppressed()
	return s
}

// countsOf counts the calls of a file.
func countsOf(tally diagnostics.Summary) callCounts {
	return callCounts{
		Files:         1,
		Calls:         tally.Calls,
		Refused:       tally.Refused,
		Repaired:      tally.Repaired,
		ToolAccepts:   tally.ToolAccepts,
		ToolRefuses:   tally.ToolRefuses,
		ToolUnknown:   tally.ToolUnknown,
		ToolUnchecked: tally.ToolUnchecked,
		AsWritten:     tally.AsWritten,
	}
}

func (s *callCounts) add(o callCounts) {
	s.Files += o.Files
	s.Calls += o.Calls
	s.Refused += o.Refused
	s.Repaired += o.Repaired
	s.ToolAccepts += o.ToolAccepts
	s.ToolRefuses += o.ToolRefuses
	s.ToolUnknown += o.ToolUnknown
	s.ToolUnchecked += o.ToolUnchecked
	s.AsWritten += o.AsWritten
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
	return diagnostics.Summary{
		Calls: s.Calls, Refused: s.Refused, ToolRefuses: s.ToolRefuses, ToolUnknown: s.ToolUnknown, AsWritten: s.AsWritten,
	}
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
	return fmt.Sprintf("%d %s", n, noun)
}
