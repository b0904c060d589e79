package diagnostics_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// TestOutcomes checks the outcomes of the texts that all places are compared with.
func TestOutcomes(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range cases.Outcomes(t) {
		r := diagnostics.Options{}.Opened(text.Text, document.KindOf(text.File))
		var got []cases.OutcomeCall
		for i := range r.Calls {
			c := &r.Calls[i]
			if c.Outcome() != diagnostics.NoCall {
				line := 1 + strings.Count(text.Text[:c.Span.Start], "\n")
				got = append(got, cases.OutcomeCall{Line: line, Tool: c.Block().ToolName(), Outcome: c.Outcome().String(), By: string(c.By())})
			}
			seen[fmt.Sprint(c.Outcome(), c.By())] = true
		}
		if diff := cmp.Diff(text.Calls, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text.File, diff)
		}
	}
	if len(seen) != len(diagnostics.Outcomes)+2 { // calls are refused by two, and an empty block is not one
		t.Errorf("seen: %v", seen)
	}
}
