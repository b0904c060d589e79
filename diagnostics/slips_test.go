package diagnostics_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/slips"
)

var (
	slipCases = flag.Int("slips", 700, "how many cases TestSlips, TestFirstLaw and TestSoundCalls draw each")
	slipFrom  = flag.Uint64("slips-from", 0, "the first case that TestSlips draws")
	slipShow  = flag.Int("slips-show", 5, "how many exceptions TestSlips shows in full")
	slipOnly  = flag.String("slips-only", "", "show only exceptions whose description has this text")
)

// An exception is a fix that was declared safe but is not.
type exception struct {
	seed          uint64
	slips         []string
	blind         bool
	how           string // "alone", "in a chain", "fix-all"
	code, title   string
	why           string
	before, after string
	bad           *run
	intended      []slips.Intent
}

func (e *exception) String() string {
	tools := ""
	if e.blind {
		tools = ", without tools"
	}
	return fmt.Sprintf("case %d, %v%s, %s: %s: %q: %s\n--- before\n%s\n--- after\n%s\n--- got\n%s %s\n--- want\n%s",
		e.seed, e.slips, tools, e.how, e.code, e.title, e.why, e.before, e.after, e.bad.tool, shown(e.bad.arguments), shownIntents(e.intended))
}

// A verdict is the result of a case.
type verdict struct {
	slips   []string // without variants, including surroundings
	broken  bool     // whether it did not run as intended
	unseen  bool     // whether it ran with other data, and no error was reported
	blind   bool     // whether no definition of the tool was available
	outcome string
	bad     []exception
}

// TestSlips plants slips in valid calls, one to four per call: whatever safe fixes are
// applied, each alone, in chains and all at once, a call runs with exactly the intended
// values or does not run.
//
//	go test ./diagnostics -run TestSlips -slips 100000
//
// runs more cases; -slips-from 17 -slips 1 repeats case 17.
func TestSlips(t *testing.T) {
	n := *slipCases
	verdicts := make([]verdict, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				verdicts[i] = judgeCase(*slipFrom + uint64(i))
			}
		})
	}
	group.Wait()
	t.Log(table(verdicts))
	shownBad, bad := 0, 0
	for i := range verdicts {
		if len(verdicts[i].bad) > 0 {
			bad++
		}
		for k := range verdicts[i].bad {
			if text := verdicts[i].bad[k].String(); shownBad < *slipShow && strings.Contains(text, *slipOnly) {
				shownBad++
				t.Log(text)
				break // the others of a case are usually the same
			}
		}
	}
	if bad > 0 {
		t.Errorf("in %d of %d cases a safe fix makes a call run with other data\n%s", bad, n, classes(verdicts))
	}
}

// judgeCase draws a case and tries its safe fixes.
func judgeCase(seed uint64) verdict {
	r := rand.New(rand.NewPCG(11, seed))
	c := slips.Draw(r)
	f := fixerOf(&c)
	v := verdict{blind: c.Blind}
	names := append([]string{}, c.Slips...)
	if c.Around != "" {
		names = append(names, c.Around)
	}
	for _, name := range names {
		name, _, _ = strings.Cut(name, "/")
		v.slips = append(v.slips, name)
	}
	check := func(how string, fix safeFix, before *state, text string) (*state, bool) {
		after := stateOf(&c, text)
		why, bad := breach(&c, f, before, after)
		if why != "" {
			v.bad = append(v.bad, exception{seed, names, c.Blind, how, fix.code, fix.title, why, before.text, text, bad, c.Calls})
		}
		return after, why == ""
	}
	before := stateOf(&c, c.Text)
	first, errors, warnings := f.look(c.Text)
	before.errors, before.warnings = errors, warnings
	tried := map[string]bool{}
	for _, fix := range first {
		if text := f.apply(c.Text, fix); !tried[text] {
			tried[text] = true
			check("alone", fix, before, text)
		}
	}
	for at, step, safe := before, 0, first; step < 6 && len(safe) > 0; step++ {
		fix := safe[r.IntN(len(safe))]
		after, ok := check("in a chain", fix, at, f.apply(at.text, fix))
		if !ok {
			break
		}
		at = after
		safe, at.errors, at.warnings = f.look(at.text)
	}
	after, _ := check("fix-all", safeFix{title: "fix all"}, before, f.fixAll(c.Text))
	v.grade(&c, f, before, after)
	return v
}

// grade sets the outcome of a case.
func (v *verdict) grade(c *slips.Case, f fixer, before, after *state) {
	was, is := before.main(c), after.main(c)
	v.broken = was == nil || was.grade(c) != right
	v.unseen = was != nil && was.grade(c) != right && before.errors == 0
	switch {
	case is == nil:
		v.outcome = "refused"
	case is.grade(c) == unseen:
		v.outcome = "unseen"
	case is.grade(c) == wrong:
		v.outcome = "other"
	case !v.broken:
		v.outcome = "ran"
	case is.strict && after.count(f) == 0:
		v.outcome = "fixed"
	default:
		v.outcome = "fixed+" // runs as intended, with something left to report
	}
}
