package diagnostics_test

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/text"
)

var (
	suggestedCases = flag.Int("slips-suggested", 130, "how many cases TestSlipsSuggested draws")
	suggestedFrom  = flag.Uint64("slips-suggested-from", 0, "the first case that TestSlipsSuggested draws")
	suggestedShow  = flag.Int("slips-suggested-show", 5, "how many exceptions TestSlipsSuggested shows")
	suggestedOnly  = flag.String("slips-suggested-only", "", "show only exceptions whose description has this text")
)

// An end is how a case ends after fixes. A call runs *silently other* if its values are neither
// those that were meant nor those that well-formed fields have, and no error is left.
type end uint8

const (
	stops    end = iota // it does not run
	meant               // it runs with the values that were meant, or that well-formed fields have
	reported            // it runs with other values, with an error
	silently            // it runs silently other
)

// A suggested is a case with its suggestions.
type suggested struct {
	seed  uint64
	blind bool // without definitions of tools, which show that something is lost
	slips []string
	// before is how it ends without a fix. after is how it does with all suggestions and safe
	// fixes, and first with the first suggestion of the first error and then safe fixes.
	before, after, first *ended
	title                string // of the first suggestion, with the code of its finding; "" if there is none
	made                 []diagnostics.SuggestedFix
	intended             []slips.Intent
}

type ended struct {
	end
	text string
	run  *run
}

// TestSlipsSuggested plants slips in valid calls and applies suggested fixes, which are guesses:
// all of them, as check --fix --unsafe-fixes does, and only the first, as a person may. No call
// that ran with the values that were meant may change, and hardly one may run silently other.
//
//	go test ./diagnostics -run TestSlipsSuggested -slips-suggested 20000 -v
//
// prints more cases by slip.
func TestSlipsSuggested(t *testing.T) {
	n := *suggestedCases
	list := make([]suggested, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				list[i] = suggestCase(*suggestedFrom + uint64(i))
			}
		})
	}
	group.Wait()
	total, blind, table := suggestedTable(list)
	t.Log(table)
	shown := 0
	for i := range list {
		s := &list[i]
		if why := s.exception(); why != "" {
			if text := s.String(); shown < *suggestedShow && strings.Contains(text, *suggestedOnly) {
				shown++
				t.Log(text)
			}
		}
	}
	switch { // the bounds are for calls to tools that are known
	case total.changed+blind.changed > 0:
		t.Errorf("%d calls that ran with the right values were changed", total.changed+blind.changed)
	case tooMany(total.silent, total.broken):
		t.Errorf("%d of %d calls run silently other after all suggestions, more than 1 %%", total.silent, total.broken)
	case tooMany(total.firstSilent, total.broken):
		t.Errorf("%d of %d calls run silently other after the first suggestion, more than 1 %%", total.firstSilent, total.broken)
	case 100*total.firstRight < 80*total.firstRuns:
		t.Errorf("of %d calls that run after the first suggestion, only %d are right, less than 80 %%", total.firstRuns, total.firstRight)
	}
}

// tooMany reports whether n cases are more than 1 % of a number of cases, and more than chance
// explains in so few (two standard deviations).
func tooMany(n, of int) bool {
	bound := float64(of) / 100
	return float64(n) > bound+2*math.Sqrt(bound)
}

// suggestCase draws a case and applies suggestions.
func suggestCase(seed uint64) suggested {
	c := slips.Draw(rand.New(rand.NewPCG(19, seed)))
	f := fixerOf(&c)
	s := suggested{seed: seed, blind: c.Blind, slips: append([]string{}, c.Slips...), intended: c.Calls}
	if c.Around != "" {
		s.slips = append(s.slips, c.Around)
	}
	s.before = f.endOf(&c, c.Text)
	fixed, made := f.options.Open(text.New(c.Text), c.Kind).FixedAsSuggested(nil)
	s.after, s.made = f.endOf(&c, fixed.Text().String()), made
	if code, fix := f.firstSuggestion(c.Text); fix != nil {
		s.title = code + ": " + fix.Title
		s.first = f.endOf(&c, f.fixAll(diagnostics.Apply(c.Text, fix.Edits)))
	}
	return s
}

// firstSuggestion returns the first fix of the first error that has fixes, of which none is
// safe, or nil, and the code of the error.
func (f fixer) firstSuggestion(text string) (code string, fix *diagnostics.Fix) {
	res := f.options.Opened(text, f.kind)
	for i := range res.Diagnostics {
		if fixes := res.Prove(i); res.Diagnostics[i].Severity == diagnostics.Error && len(fixes) > 0 && res.SafeFix(i) == nil {
			return res.Diagnostics[i].Code, &fixes[0]
		}
	}
	return "", nil
}

// endOf returns how a case ends with a text.
func (f fixer) endOf(c *slips.Case, text string) *ended {
	s := stateOf(c, text)
	e := &ended{text: text, run: s.main(c)}
	switch {
	case e.run == nil:
		e.end = stops
	case e.run.grade(c) != wrong:
		e.end = meant
	case s.count(f) > 0:
		e.end = reported
	default:
		e.end = silently
	}
	return e
}

// became reports whether a call that was not so before runs silently other.
func (s *suggested) became(e *ended) bool {
	return e != nil && e.end == silently && !(s.before.end == silently && reflect.DeepEqual(s.before.run.arguments, e.run.arguments))
}

// changes reports whether a call that ran with the right values has others.
func (s *suggested) changes() bool {
	if s.before.end != meant || s.after.run != nil && reflect.DeepEqual(s.before.run.arguments, s.after.run.arguments) {
		return false
	}
	return s.after.end != meant || len(s.made) > 0 // a safe fix may make another call of the reply run
}

// exception describes what is wrong with the suggestions of the case, or returns "".
func (s *suggested) exception() string {
	switch {
	case s.blind:
	case s.changes():
		return "a right call is changed"
	case s.became(s.after) && s.became(s.first):
		return "runs silently other, also after the first suggestion alone"
	case s.became(s.after):
		return "runs silently other"
	case s.became(s.first):
		return "runs silently other after the first suggestion alone"
	}
	return ""
}

func (s *suggested) String() string {
	e := s.after
	if !s.changes() && s.became(s.first) {
		e = s.first
	}
	var made strings.Builder
	for _, m := range s.made {
		fmt.Fprintf(&made, "%s: %q, ", m.Code, m.Title)
	}
	got := "nothing"
	if e.run != nil {
		got = e.run.tool + " " + shown(e.run.arguments)
	}
	return fmt.Sprintf("case %d, %v: %s; first %q; all: %s\n--- before\n%s\n--- after\n%s\n--- got\n%s\n--- want\n%s",
		s.seed, s.slips, s.exception(), s.title, &made, s.before.text, e.text, got, shownIntents(s.intended))
}

// A suggestedRow counts cases of one slip.
type suggestedRow struct {
	name                                                       string
	sound, changed                                             int // ran with the right values; and were changed
	broken, right, left, silent                                int // of the broken, after all suggestions
	offered, firstRuns, firstRight, firstReported, firstSilent int // of the broken, after the first
}

const suggestedHead = `                                        sound: changed   broken  after all: right  stops report silent   first: offered  runs right  silent`

func (r *suggestedRow) add(s *suggested) {
	if s.before.end == meant {
		r.sound++
		if s.changes() {
			r.changed++
		}
		return
	}
	r.broken++
	switch {
	case s.after.end == meant:
		r.right++
	case s.after.end == stops:
		r.left++
	case s.became(s.after):
		r.silent++
	}
	if s.first == nil {
		return
	}
	r.offered++
	if s.first.end == stops {
		return
	}
	r.firstRuns++
	switch {
	case s.first.end == meant:
		r.firstRight++
	case s.became(s.first):
		r.firstSilent++
	default:
		r.firstReported++
	}
}

func (r *suggestedRow) String() string {
	return fmt.Sprintf("%-40s %6d %6d %8d %17d %6d %6d %6d %16d %6d %5d %6d", r.name, r.sound, r.changed, r.broken,
		r.right, r.left, r.broken-r.right-r.left-r.silent, r.silent, r.offered, r.firstRuns, r.firstRight, r.firstSilent)
}

// suggestedTable shows the cases by slip.
func suggestedTable(list []suggested) (total, blind suggestedRow, table string) {
	total.name, blind.name = "all", "without definitions of tools"
	rows := map[string]*suggestedRow{}
	for i := range list {
		s := &list[i]
		if s.blind {
			blind.add(s)
			continue
		}
		total.add(s)
		name, _, _ := strings.Cut(s.slips[0], "/")
		if last := s.slips[len(s.slips)-1]; strings.HasPrefix(last, "around-") {
			name, _, _ = strings.Cut(last, "/")
		} else if len(s.slips) > 1 {
			name = fmt.Sprintf("%d slips", len(s.slips))
		}
		if rows[name] == nil {
			rows[name] = &suggestedRow{name: name}
		}
		rows[name].add(s)
	}
	all := make([]*suggestedRow, 0, len(rows))
	for _, r := range rows {
		all = append(all, r)
	}
	slices.SortFunc(all, func(x, y *suggestedRow) int {
		return cmp.Or(y.silent+y.firstSilent-x.silent-x.firstSilent, cmp.Compare(x.name, y.name))
	})
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n%v\n%v\n", suggestedHead, &total, &blind)
	for _, r := range all {
		fmt.Fprintln(&b, r)
	}
	return total, blind, b.String()
}
