package diagnostics_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/slips"
)

// A pressed is what the first suggestion of a text, pressed alone, leads to.
type pressed struct {
	seed               uint64
	slips              []string
	code, title        string
	before, after      string
	sound, ran, silent bool // before: runs as it was meant; after: it runs, it runs with other data and no error or warning
	grade              grade
	want               []slips.Intent
}

func (p *pressed) String() string {
	return fmt.Sprintf("case %d, %v, %s: %q\n--- before\n%s\n--- after\n%s\n--- want\n%s", p.seed, p.slips, p.code, p.title, p.before, p.after, shownIntents(p.want))
}

// TestSlipsSuggested draws calls with slips, and presses the first suggestion of each alone: one that runs with
// what was meant all the same still does, at most one of a hundred that do not runs with other data
// without an error or a warning, and of those with one slip that run only now at least 80 of 100 run as they were meant. Of several calls of a reply
// another one may run.
func TestSlipsSuggested(t *testing.T) {
	broken, made, right, madeOne, rightOne, silent, sound, changed := 0, 0, 0, 0, 0, 0, 0, 0
	wrongs := map[string]int{}
	show := *slipShow
	for seed := range uint64(2 * *slipCases) { // the rare ones among them are counted
		p, isBroken := press(*slipFrom + seed)
		if isBroken {
			broken++
		}
		switch {
		case p == nil:
			continue
		case p.sound:
			if sound++; !p.ran || p.grade == wrong {
				changed++
				t.Errorf("a sound call is changed: %v", p)
			}
			continue
		case p.silent:
			silent++
		}
		if p.ran {
			made++
			if len(p.slips) == 1 {
				madeOne++
			}
			if p.grade != wrong {
				right++
				if len(p.slips) == 1 {
					rightOne++
				}
			}
		}
		if p.silent || p.ran && p.grade == wrong {
			kind := "loud"
			if p.silent {
				kind = "silent"
			}
			wrongs[fmt.Sprintf("%-6s %-24s %-40.40s %v", kind, p.code, p.title, firstOf(p.slips))]++
			if text := p.String(); show > 0 && strings.Contains(kind+" "+text, *slipOnly) {
				show--
				t.Log(kind, text)
			}
		}
	}
	var list strings.Builder
	keys := slices.SortedFunc(maps.Keys(wrongs), func(x, y string) int { return wrongs[y] - wrongs[x] })
	for _, key := range keys[:min(len(keys), 60)] {
		fmt.Fprintf(&list, "%5d %s\n", wrongs[key], key)
	}
	t.Logf("%d broken: %d run with other data and no error; %d run only now, %d as they were meant (of one slip %d, %d); %d sound, %d changed\n%s",
		broken, silent, made, right, madeOne, rightOne, sound, changed, &list)
	if silent*100 > broken {
		t.Errorf("%d of %d broken calls run with other data without an error", silent, broken)
	}
	if rightOne*100 < madeOne*80 {
		t.Errorf("%d of %d calls with one slip that run only now run as they were meant", rightOne, madeOne)
	}
}

func firstOf(slips []string) string {
	if len(slips) > 1 {
		return "several slips"
	}
	return slips[0]
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
	p = &pressed{seed: seed, slips: c.Slips, code: code, title: fix.Title, before: c.Text, after: text, sound: sound, want: c.Calls}
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
