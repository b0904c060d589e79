package changes_test

import (
	"flag"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/changes"
)

// numbers are what differs from one draw to another.
var numbers = regexp.MustCompile(`[0-9.]+ %`)

// words returns changes, a line each, without their numbers.
func words(r *changes.Report) string {
	var b strings.Builder
	for i := range r.Changes {
		c := &r.Changes[i]
		fmt.Fprintf(&b, "%s %s\n", map[bool]string{true: "better", false: "worse"}[c.Better], numbers.ReplaceAllString(c.Words(quote), "N %"))
	}
	return b.String()
}

// TestPlanted checks that a change of half a point on one of several prompts with 20,000 calls a
// day, over a share of one percent, is found: the day, the rule and the prompt, and nothing else.
func TestPlanted(t *testing.T) {
	for on := 1; on < 14; on++ {
		for seed := range uint64(4) {
			w := newWorld(100*seed + uint64(on))
			w.rules[0].share = rises(0.004, 0.005, on, is("77aa00000000"))
			want := fmt.Sprintf("worse refusals rose from N %% to N %% on %d November 2026 with prompt <77aa00000000>; cause raw-less-than, from N %% to N %%\n", on+1)
			r := changes.OverDays(w.tally(t))
			if got := words(r); got != want {
				t.Errorf("on day %d, %d:\n%swant\n%s", on, seed, got, want)
				continue
			}
			c := &r.Changes[0]
			if before, after := percent(c.Before), percent(c.After); math.Abs(before-1) > 0.15 || math.Abs(after-1.5) > 0.25 || c.Chance > changes.FamilyError || !c.Error {
				t.Errorf("from %.2f to %.2f, %+v", before, after, c)
			}
		}
	}
}

func percent(s changes.Share) float64 { return 100 * float64(s.Calls) / float64(s.Of) }

// TestPlantedAlone checks the same with the share of the rule at one percent, without
// any other rule.
func TestPlantedAlone(t *testing.T) {
	for seed := range uint64(10) {
		w := newWorld(seed)
		w.rules = []rule{{"raw-less-than", true, rises(0.01, 0.005, 7, is("c0de00000000"))}}
		const want = "worse refusals rose from N % to N % on 8 November 2026 with prompt <c0de00000000>; cause raw-less-than\n"
		if got := words(changes.OverDays(w.tally(t))); got != want {
			t.Errorf("%swant\n%s", got, want)
		}
	}
}

var corpora = flag.Uint64("corpora", 20, "how many corpora of each kind TestNothing draws")

// TestNothing checks that nothing is found without changes.
func TestNothing(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(w *world)
	}{
		{"a share for all", func(*world) {}},
		{"few calls", func(w *world) { w.calls = func(int, string) float64 { return 60 } }},
		{"a share for each prompt", func(w *world) {
			w.rules[0].share = func(_ int, of corpus.Series) float64 { return 0.002 * float64(1+of.Prompt[0]%7) }
		}},
		{"another mixture", func(w *world) { // of prompts with different shares
			w.rules[0].share = func(_ int, of corpus.Series) float64 {
				return map[bool]float64{true: 0.05, false: 0.002}[of.Prompt < "5"]
			}
			w.calls = func(day int, prompt string) float64 {
				return map[bool]float64{true: 2000, false: 20_000}[(prompt < "5") == (day < 6)]
			}
		}},
		{"days that differ", func(w *world) { w.wild = 0.4 }},
		{"sessions that are alike", func(w *world) { w.cluster = 12 }},
		{"prompts that come and go", func(w *world) {
			w.prompts = nil
			for i := range 40 {
				w.prompts = append(w.prompts, fmt.Sprintf("%012x", i))
			}
			w.calls = func(day int, prompt string) float64 {
				n, _ := strconv.ParseUint(prompt, 16, 64)
				return map[bool]float64{true: 3000}[day == int(n)/3 || day == int(n)/3+1]
			}
		}},
		{"a prompt for each session", func(w *world) { // whose calls all fail or none
			w.tools, w.models, w.prompts, w.cluster = w.tools[:1], w.models[:1], nil, 20
			for i := range 600 {
				w.prompts = append(w.prompts, fmt.Sprintf("%012x", i))
			}
			w.calls = func(day int, prompt string) float64 {
				n, _ := strconv.ParseUint(prompt, 16, 64)
				return map[bool]float64{true: 30}[int(n)%w.days == day]
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for seed := range *corpora {
				w := newWorld(1000 + seed)
				test.make(w)
				if got := words(changes.OverDays(w.tally(t))); got != "" {
					t.Errorf("corpus %d:\n%s", seed, got)
				}
			}
		})
	}
}

// What is found of several changes, and of those that are about fewer or more calls.
func TestExplain(t *testing.T) {
	diff := func(of corpus.Series) bool { return of.Tool == "apply_diff" && of.Prompt == "3f2a00000000" }
	for _, test := range []struct {
		name string
		make func(w *world)
		want string
	}{
		{"a tool with a prompt", func(w *world) { w.rules[0].share = rises(0.004, 0.015, 11, diff) }, `
worse refusals of <apply_diff> rose from N % to N % on 12 November 2026 with prompt <3f2a00000000>; cause raw-less-than, from N % to N %
`},
		{"all calls", func(w *world) {
			w.rules[1].share = rises(0.003, 0.003, 5, func(corpus.Series) bool { return true })
		}, `
worse refusals rose from N % to N % on 6 November 2026; cause unclosed-element, from N % to N %
`},
		{"a model", func(w *world) {
			w.rules[0].share = rises(0.004, -0.002, 3, func(of corpus.Series) bool { return of.Model == "m-2" })
		}, `
better refusals fell from N % to N % on 4 November 2026 by model <m-2>; cause raw-less-than, from N % to N %
`},
		{"up and down", func(w *world) {
			w.rules[0].share = func(day int, of corpus.Series) float64 {
				if day >= 4 && day < 9 && of.Prompt == "77aa00000000" {
					return 0.02
				}
				return 0.004
			}
		}, `
worse refusals rose from N % to N % on 5 November 2026 with prompt <77aa00000000>; cause raw-less-than, from N % to N %
better refusals fell from N % to N % on 10 November 2026 with prompt <77aa00000000>; cause raw-less-than, from N % to N %
`},
		{"two rules at once", func(w *world) {
			w.rules[0].share = rises(0.004, 0.01, 7, is("77aa00000000"))
			w.rules[2].share = rises(0.003, 0.005, 7, is("77aa00000000"))
		}, `
worse refusals rose from N % to N % on 8 November 2026 with prompt <77aa00000000>; cause raw-less-than, from N % to N %; also type-mismatch
`},
		{"two changes", func(w *world) {
			w.rules[0].share = rises(0.004, 0.01, 7, is("77aa00000000"))
			w.rules[2].share = rises(0.003, 0.01, 3, func(of corpus.Series) bool { return of.Tool == "write_file" })
		}, `
worse refusals of <write_file> rose from N % to N % on 4 November 2026; cause type-mismatch, from N % to N %
worse refusals rose from N % to N % on 8 November 2026 with prompt <77aa00000000>; cause raw-less-than, from N % to N %
`},
		{"a rule that refuses nothing", func(w *world) { w.rules[3].share = rises(0.3, 0.1, 7, diff) }, `
worse calls of <apply_diff> with missing-server-name rose from N % to N % on 8 November 2026 with prompt <3f2a00000000>
`},
		{"a new prompt", func(w *world) {
			w.calls = func(day int, prompt string) float64 {
				return map[bool]float64{true: 20_000}[prompt != "77aa00000000" || day >= 9]
			}
			w.rules[0].share = rises(0.004, 0.008, 0, is("77aa00000000"))
		}, `
worse refusals rose from N % to N % on 10 November 2026 with the new prompt <77aa00000000>; cause raw-less-than, from N % to N %
`},
		{"a prompt in place of another", func(w *world) {
			w.prompts = w.prompts[:2]
			w.calls = func(day int, prompt string) float64 {
				return map[bool]float64{true: 20_000}[(prompt == "77aa00000000") == (day >= 9)]
			}
			w.rules[0].share = rises(0.004, 0.008, 9, is("77aa00000000"))
		}, `
worse refusals rose from N % to N % on 10 November 2026 with the new prompt <77aa00000000>; cause raw-less-than, from N % to N %
`},
		{"a prompt of one tool", func(w *world) { // what goes with it is told
			w.calls = func(int, string) float64 { return 20_000 }
			w.tools = []string{"read_file", "write_file"}
			w.rules[0].share = rises(0.004, 0.01, 7, func(of corpus.Series) bool { return of.Tool == "write_file" && of.Model == "m-1" })
		}, `
worse refusals of <write_file> rose from N % to N % on 8 November 2026 by model <m-1>; cause raw-less-than, from N % to N %
`},
	} {
		for seed := range uint64(5) {
			w := newWorld(50 + seed)
			test.make(w)
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), words(changes.OverDays(w.tally(t)))); diff != "" {
				t.Errorf("%s, %d: %s", test.name, seed, diff)
			}
		}
	}
}

// TestFoundInNoise checks that a change that is large is also found if days differ and
// calls of a session are alike.
func TestFoundInNoise(t *testing.T) {
	for _, noise := range []func(w *world){func(w *world) { w.wild = 0.15 }, func(w *world) { w.cluster = 12 }} {
		for seed := range uint64(5) {
			w := newWorld(70 + seed)
			w.days = 30
			noise(w)
			w.rules[0].share = rises(0.004, 0.02, 15, is("77aa00000000"))
			const want = "worse refusals rose from N % to N % on 16 November 2026 with prompt <77aa00000000>; cause raw-less-than, from N % to N %\n"
			if got := words(changes.OverDays(w.tally(t))); got != want {
				t.Errorf("%swant\n%s", got, want)
			}
		}
	}
}

// TestBetween checks changes between two tallies.
func TestBetween(t *testing.T) {
	for seed := range uint64(10) {
		base, next := newWorld(200+seed), newWorld(300+seed)
		base.days, next.days = 1+int(seed%3), 1+int(seed%2)
		next.from = next.from.AddDate(0, 0, int(seed%2)) // days may be the same
		if got := words(changes.Between(base.tally(t), next.tally(t))); got != "" {
			t.Errorf("nothing changed:\n%s", got)
		}
		next.rules[0].share = rises(0.004, 0.006, 0, func(of corpus.Series) bool { return of.Prompt == "3f2a00000000" })
		next.rules[3].share = flat(0.2)
		const want = "worse refusals rose from N % to N % with prompt <3f2a00000000>; cause raw-less-than, from N % to N %\n" +
			"better calls with missing-server-name fell from N % to N %\n"
		r := changes.Between(base.tally(t), next.tally(t))
		if got := words(r); got != want || !r.Worse() {
			t.Errorf("%swant\n%s", got, want)
		}
		if got := words(changes.Between(base.tally(t), corpus.NewTally())); got != "" {
			t.Errorf("to nothing:\n%s", got)
		}
	}
}

// TestOneDay checks that nothing is reported for fewer than two days.
func TestOneDay(t *testing.T) {
	w := newWorld(1)
	w.days = 1
	if r := changes.OverDays(w.tally(t)); r != nil || r.Worse() {
		t.Errorf("%+v", r)
	}
	if r := changes.OverDays(corpus.NewTally()); r != nil {
		t.Errorf("%+v", r)
	}
}

// TestOrder checks that the result does not depend on how tallies were added up.
func TestOrder(t *testing.T) {
	w := newWorld(4)
	w.rules[0].share = rises(0.004, 0.006, 6, is("77aa00000000"))
	parts := []*corpus.Tally{w.tally(t), w.tally(t), w.tally(t)}
	a, b := corpus.NewTally(), corpus.NewTally()
	for i := range parts {
		a.Merge(parts[i])
		b.Merge(parts[len(parts)-1-i])
	}
	if diff := cmp.Diff(changes.OverDays(a), changes.OverDays(b)); diff != "" {
		t.Error(diff)
	}
}

// BenchmarkOverDays measures the cost of a full tally.
func BenchmarkOverDays(b *testing.B) {
	w := newWorld(5)
	w.days = 100
	w.prompts = nil
	for i := range 100 {
		w.prompts = append(w.prompts, fmt.Sprintf("%012x", i))
	}
	tally := w.tally(b)
	b.ReportAllocs()
	for b.Loop() {
		if r := changes.OverDays(tally); len(r.Changes) > 0 {
			b.Fatal(words(r))
		}
	}
}
