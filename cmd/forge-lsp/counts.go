package main

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// callCounts are counts of calls by outcome.
type callCounts struct {
	Files int `json:"files"`
	Calls int `json:"calls"`
	// Refused and Repaired are the reader's verdicts.
	Refused  int `json:"refused"`
	Repaired int `json:"repaired"`
	// The tools' verdicts; they add up to Calls.
	ToolAccepts   int `json:"tool_accepts"`
	ToolRefuses   int `json:"tool_refuses"`
	ToolUnknown   int `json:"tool_unknown"`
	ToolUnchecked int `json:"tool_unchecked"`
	// AsWritten is the number of calls that run as written.
	AsWritten int           `json:"as_written"`
	Outcomes  outcomeCounts `json:"outcomes"`
}

// outcomeCounts are the numbers of calls by outcome; they add up to all calls.
type outcomeCounts struct {
	Runs     int `json:"runs"`
	Repaired int `json:"repaired"`
	Altered  int `json:"altered"`
	Refused  int `json:"refused"`
	Ignored  int `json:"ignored"`
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

// calls describes the calls: "3 files, 12 calls: 9 run, 2 repaired, 1 refused by
// its tool".
func (s *callCounts) calls() string {
	return thousands.Count(s.Files, "file") + ", " + s.tally().String()
}

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

// outcomeWords returns the words for the outcomes of calls.
func outcomeWords(separator string) string {
	var words []string
	for _, o := range diagnostics.Outcomes {
		words = append(words, o.Words())
	}
	return strings.Join(words, separator)
}
