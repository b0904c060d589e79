package diagnostics_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
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
)

// An exception is a fix that was declared safe but is not.
type exception struct {
	seed          uint64
	of            *slips.Case
	how           string // "alone", "in a chain", "fix-all"
	code, title   string
	why           string
	before, after string
	bad           *run
}

func (e *exception) String() string {
	return fmt.Sprintf("case %d, %v %s, without tools %v, %s: %s: %q: %s\n--- before\n%s\n--- after\n%s\n--- got\n%s %s\n--- want\n%s",
		e.seed, e.of.Slips, e.of.Around, e.of.Blind, e.how, e.code, e.title, e.why, e.before, e.after, e.bad.tool, shown(e.bad.arguments), shownIntents(e.of.Calls))
}

// shown formats a value for a person.
func shown(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		return fmt.Sprint(value)
	}
	return b.String()
}

func shownIntents(calls []slips.Intent) string {
	text := "nothing"
	for i, c := range calls {
		if i == 0 {
			text = ""
		}
		text += c.Tool + " " + shown(c.Arguments)
	}
	return text
}

// TestSlips plants slips in valid calls, one to four per call: whatever safe fixes are
// applied, each alone, in chains and all at once, a call runs with exactly the intended
// values or does not run.
//
//	go test ./diagnostics -run TestSlips -slips 100000
//
// runs more cases; -slips-from 17 -slips 1 repeats case 17.
func TestSlips(t *testing.T) {
	all := make([][]exception, *slipCases)
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
				all[i] = judgeCase(*slipFrom + uint64(i))
			}
		})
	}
	group.Wait()
	bad := slices.DeleteFunc(all, func(list []exception) bool { return len(list) == 0 })
	for _, list := range bad[:min(len(bad), *slipShow)] {
		t.Log(list[0].String()) // the others of a case are usually the same
	}
	if len(bad) > 0 {
		t.Errorf("in %d of %d cases a safe fix makes a call run with other data", len(bad), *slipCases)
	}
}

// judgeCase draws a case and tries its safe fixes.
func judgeCase(seed uint64) (bad []exception) {
	r := rand.New(rand.NewPCG(11, seed))
	c := slips.Draw(r)
	f := fixerOf(&c)
	check := func(how string, fix safeFix, before *state, text string) (*state, bool) {
		after := stateOf(&c, text)
		why, run := breach(&c, f, before, after)
		if why != "" {
			bad = append(bad, exception{seed, &c, how, fix.code, fix.title, why, before.text, text, run})
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
	check("fix-all", safeFix{title: "fix all"}, before, f.fixAll(c.Text))
	return bad
}
