package diagnostics_test

import (
	"math/rand/v2"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/slips"
)

// TestSoundCalls draws valid calls, whose contents are code, markup and texts in
// natural languages: none may have an error or a warning, and fix-all must not change
// them.
func TestSoundCalls(t *testing.T) {
	drawn := map[string]int{}
	for i := range uint64(*slipCases) {
		c := slips.DrawSound(rand.New(rand.NewPCG(13, i)))
		res := diagnostics.Options{Tools: c.Tools}.Opened(c.Text, c.Kind)
		if len(res.Calls) != 1 {
			t.Errorf("case %d: %d calls\n%s", i, len(res.Calls), c.Text)
		}
		for _, f := range res.Diagnostics {
			if f.Severity > diagnostics.Warning {
				continue
			}
			if drawn[f.Code]++; drawn[f.Code] <= 2 {
				t.Errorf("case %d: %s: %s\n%s", i, f.Code, f.Message, c.Text)
			}
		}
		before := stateOf(&c, c.Text)
		if why, bad := breach(&c, fixerOf(&c), before, stateOf(&c, fixerOf(&c).fixAll(c.Text))); why != "" {
			t.Errorf("case %d: after fix-all it %s: %v\n%s", i, why, bad, c.Text)
		}
	}
	if len(drawn) > 0 {
		t.Errorf("errors and warnings in %d sound calls, by rule: %v", *slipCases, drawn)
	}
}
