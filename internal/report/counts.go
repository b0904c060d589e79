package report

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// CallCounts are counts of calls by outcome.
type CallCounts struct {
	Files    int           `json:"files"`
	Calls    int           `json:"calls"`
	Outcomes OutcomeCounts `json:"outcomes"`
	// Native is the number of native calls, which are not among Calls, and NativeBroken of those that
	// do not run as written.
	Native       int `json:"native,omitzero"`
	NativeBroken int `json:"native_broken,omitzero"`
	// Leaked is the number of calls that leaked into text, and Formats are those of other calls in formats of other
	// runtimes. They are not among Calls.
	Leaked  int                       `json:"leaked,omitzero"`
	Formats []diagnostics.FormatCount `json:"formats,omitempty"`

	tally diagnostics.Summary
}

// OutcomeCounts are the numbers of calls by outcome; they add up to all calls.
type OutcomeCounts struct {
	Runs     int `json:"runs"`
	Repaired int `json:"repaired"`
	Altered  int `json:"altered"`
	Refused  int `json:"refused"`
	Ignored  int `json:"ignored"`
}

// CountsOf counts the calls of some files.
func CountsOf(files int, calls diagnostics.Summary) CallCounts {
	o := &calls.Outcomes
	return CallCounts{
		Files: files, Calls: calls.Calls, Native: calls.Native, NativeBroken: calls.NativeBroken, Leaked: calls.Leaked, Formats: calls.Formats,
		Outcomes: OutcomeCounts{o[diagnostics.Runs], o[diagnostics.Repaired], o[diagnostics.Altered], o[diagnostics.Refused], o[diagnostics.Ignored]},
		tally:    calls,
	}
}

// Add adds the counts of other files.
func (s *CallCounts) Add(o CallCounts) {
	s.tally.Add(o.tally)
	*s = CountsOf(s.Files+o.Files, s.tally)
}

// Describe describes the calls: "3 files, 12 calls: 9 run, 2 repaired, 1 refused by
// its tool".
func (s *CallCounts) Describe() string {
	return thousands.Count(s.Files, "file") + ", " + s.tally.String()
}

// Tally returns the counts as those of a document.
func (s *CallCounts) Tally() diagnostics.Summary { return s.tally }

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
