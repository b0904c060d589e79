package diagnostics_test

import (
	"math/rand/v2"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/slips"
)

// TestSlipsSuggested draws calls with slips. Where one runs with what was meant all the same, pressing the
// first suggestion of its text alone does not change that. Of several calls of a reply another one may run.
func TestSlipsSuggested(t *testing.T) {
	pressed := 0
	for seed := range uint64(*slipCases) {
		c := slips.Draw(rand.New(rand.NewPCG(19, seed)))
		before := stateOf(&c, c.Text).main(&c)
		if before == nil || before.grade(&c) != right {
			continue
		}
		fix := fixerOf(&c).firstSuggestion(c.Text)
		if fix == nil {
			continue
		}
		pressed++
		text := diagnostics.Apply(c.Text, fix.Edits)
		if after := stateOf(&c, text).main(&c); after == nil || after.grade(&c) == wrong {
			t.Errorf("case %d, %v: %q changes a sound call\n--- before\n%s\n--- after\n%s", seed, c.Slips, fix.Title, c.Text, text)
		}
	}
	t.Logf("%d suggestions are pressed", pressed)
}

// firstSuggestion returns the first fix of the first error of the only call that has fixes, of which none is safe,
// or nil.
func (f fixer) firstSuggestion(text string) *diagnostics.Fix {
	res := f.options.Opened(text, f.kind)
	if len(res.Calls) > 1 {
		return nil
	}
	for i := range res.Diagnostics {
		if fixes := res.Prove(i); res.Diagnostics[i].Severity == diagnostics.Error && len(fixes) > 0 && res.SafeFix(i) == nil {
			return &fixes[0]
		}
	}
	return nil
}
