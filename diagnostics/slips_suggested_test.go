package diagnostics_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/slips"
)

// A pressed is what the first suggestion of a text, pressed alone, leads to.
type pressed struct {
	of                 slips.Case
	code, title, after string
	sound, ran, silent bool // before: runs as it was meant; after: it runs, it runs with other data and no error or warning
	grade              grade
}

// TestSlipsSuggested draws calls with slips, and presses the first suggestion of each alone: one that runs with
// what was meant all the same still does, at most one of a hundred that do not runs with other data
// without an error or a warning, and of those with one slip that run only now at least 80 of 100 run as they were meant. Of several calls of a reply
// another one may run.
func TestSlipsSuggested(t *testing.T) {
	broken, made, right, silent := 0, 0, 0, 0
	for i := range uint64(2 * *slipCases) { // the rare ones among them are counted
		seed := *slipFrom + i
		p, isBroken := press(seed)
		if isBroken {
			broken++
		}
		if p == nil {
			continue
		}
		if p.silent {
			silent++
		}
		if p.ran && !p.sound && len(p.of.Slips) == 1 {
			made++
			if p.grade != wrong {
				right++
			}
		}
		text := func() string {
			return fmt.Sprintf("case %d, %v, %s: %q\n--- before\n%s\n--- after\n%s\n--- want\n%s",
				seed, p.of.Slips, p.code, p.title, p.of.Text, p.after, shownIntents(p.of.Calls))
		}
		if p.sound && (!p.ran || p.grade == wrong) {
			t.Errorf("a sound call is changed: %s", text())
		} else if p.silent && silent <= *slipShow {
			t.Log(text())
		}
	}
	t.Logf("%d broken: %d run with other data and no error; of one slip %d run only now, %d as they were meant", broken, silent, made, right)
	if silent*100 > broken {
		t.Errorf("%d of %d broken calls run with other data without an error", silent, broken)
	}
	if right*100 < made*80 {
		t.Errorf("%d of %d calls with one slip that run only now run as they were meant", right, made)
	}
}

// press draws a case and presses its first suggestion, if it has one. broken reports whether it does not run as
// it was meant.
func press(seed uint64) (p *pressed, broken bool) {
	c := slips.Draw(rand.New(rand.NewPCG(19, seed)))
	before := stateOf(&c, c.Text).main(&c)
	sound := before != nil && before.grade(&c) == right
	f := fixerOf(&c)
	fix, code := f.firstSuggestion(c.Text)
	if fix == nil {
		return nil, !sound
	}
	text := diagnostics.Apply(c.Text, fix.Edits)
	after := stateOf(&c, text)
	p = &pressed{of: c, code: code, title: fix.Title, after: text, sound: sound}
	if run := after.main(&c); run != nil {
		p.grade = run.grade(&c)
		p.ran = sound || before == nil
		p.silent = p.grade == wrong && !sound && after.count(f)+after.warnings == 0
	}
	return p, !sound
}

// firstSuggestion returns the first fix of the first error of the only call that has fixes, of which none is safe,
// or nil, and the code of the error.
func (f fixer) firstSuggestion(text string) (*diagnostics.Fix, string) {
	res := f.options.Opened(text, f.kind)
	if len(res.Calls) > 1 {
		return nil, ""
	}
	for i := range res.Diagnostics {
		if fixes := res.Prove(i); res.Diagnostics[i].Severity == diagnostics.Error && len(fixes) > 0 && res.SafeFix(i) == nil {
			return &fixes[0], res.Diagnostics[i].Code
		}
	}
	return nil, ""
}
