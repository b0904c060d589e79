package report

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

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
