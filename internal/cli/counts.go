package cli

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// CallCounts are counts of calls by outcome.
type CallCounts struct {
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
	Outcomes  OutcomeCounts `json:"outcomes"`
	// Native is the number of native calls, which are not among Calls, and NativeBroken of those that
	// do not run as written.
	Native       int `json:"native,omitzero"`
	NativeBroken int `json:"native_broken,omitzero"`
	// Leaked is the number of calls that leaked into text, and Formats are those of other calls in formats of other
	// runtimes. They are not among Calls.
	Leaked  int                       `json:"leaked,omitzero"`
	Formats []diagnostics.FormatCount `json:"formats,omitempty"`
}

// OutcomeCounts are the numbers of calls by outcome; they add up to all calls.
type OutcomeCounts struct {
	Runs     int `json:"runs"`
	Repaired int `json:"repaired"`
	Altered  int `json:"altered"`
	Refused  int `json:"refused"`
	Ignored  int `json:"ignored"`
}

// CountsOf counts the calls of a file.
func CountsOf(calls diagnostics.Summary) CallCounts {
	return CallCounts{
		Files:         1,
		Calls:         calls.Calls,
		Refused:       calls.Refused,
		Repaired:      calls.Repaired,
		ToolAccepts:   calls.ToolAccepts,
		ToolRefuses:   calls.ToolRefuses,
		ToolUnknown:   calls.ToolUnknown,
		ToolUnchecked: calls.ToolUnchecked,
		AsWritten:     calls.Outcomes[diagnostics.Runs],
		Native:        calls.Native,
		NativeBroken:  calls.NativeBroken,
		Leaked:        calls.Leaked,
		Formats:       calls.Formats,
		Outcomes: OutcomeCounts{
			Runs: calls.Outcomes[diagnostics.Runs], Repaired: calls.Outcomes[diagnostics.Repaired],
			Altered: calls.Outcomes[diagnostics.Altered], Refused: calls.Outcomes[diagnostics.Refused],
			Ignored: calls.Outcomes[diagnostics.Ignored],
		},
	}
}

// Add adds the counts of another file.
func (s *CallCounts) Add(o CallCounts) {
	sum, files := s.Tally(), s.Files+o.Files
	sum.Add(o.Tally())
	*s = CountsOf(sum)
	s.Files = files
}

// Describe describes the calls: "3 files, 12 calls: 9 run, 2 repaired, 1 refused by
// its tool".
func (s *CallCounts) Describe() string {
	return thousands.Count(s.Files, "file") + ", " + s.Tally().String()
}

// Tally returns the counts of described calls.
func (s *CallCounts) Tally() diagnostics.Summary {
	t := diagnostics.Summary{
		Calls: s.Calls, Refused: s.Refused, Repaired: s.Repaired,
		ToolAccepts: s.ToolAccepts, ToolRefuses: s.ToolRefuses, ToolUnknown: s.ToolUnknown, ToolUnchecked: s.ToolUnchecked,
		Native: s.Native, NativeBroken: s.NativeBroken, Leaked: s.Leaked, Formats: s.Formats,
	}
	t.Outcomes[diagnostics.Runs], t.Outcomes[diagnostics.Repaired] = s.Outcomes.Runs, s.Outcomes.Repaired
	t.Outcomes[diagnostics.Altered] = s.Outcomes.Altered
	t.Outcomes[diagnostics.Refused], t.Outcomes[diagnostics.Ignored] = s.Outcomes.Refused, s.Outcomes.Ignored
	return t
}

// OutcomeWords returns the words for the outcomes of calls.
func OutcomeWords(separator string) string {
	var words []string
	for _, o := range diagnostics.Outcomes {
		words = append(words, o.Words())
	}
	return strings.Join(words, separator)
}

// OutcomeOfCall is what happens to a call.
type OutcomeOfCall struct {
	Outcome string `json:"outcome" jsonschema:"what happens to the call: runs, repaired (it runs thanks to a fallback), altered (it runs with other data than was written), refused, or ignored (it never runs)"`
	// By is who refuses the call.
	By string `json:"by,omitempty" jsonschema:"who refuses the call: reader or tool"`
	// Why is the reason for the outcome.
	Why string `json:"why,omitempty" jsonschema:"the reason for the outcome; absent where there is nothing to say"`
}

// OutcomeOf describes what happens to a call. line returns the line of an offset of the file.
func OutcomeOf(c *diagnostics.Call, line func(offset int) int) OutcomeOfCall {
	return OutcomeOfCall{c.Outcome().String(), string(c.By()), c.Why(line)}
}
