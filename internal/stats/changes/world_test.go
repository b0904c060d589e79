package changes_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// A world is what tallies are drawn from: calls on days, of tools, models and prompts, of which
// some are refused for some rules. Whole tallies are made, and no calls: a corpus of a million
// takes milliseconds.
type world struct {
	*rand.Rand
	tools, models, prompts []string
	days                   int
	// calls is how many there are of a day with a prompt, about.
	calls func(day int, prompt string) float64
	rules []rule
	// wild is by how much more than chance the days differ: the standard deviation of what shares
	// are multiplied by. A cluster is how many calls of a session are alike.
	wild    float64
	cluster int
	// from is the first day.
	from time.Time
}

// A rule reports something about a share of the calls.
type rule struct {
	code  string
	cause bool // those calls are refused
	share func(day int, of corpus.Series) float64
}

func newWorld(seed uint64) *world {
	return &world{
		Rand:  rand.New(rand.NewPCG(seed, 9)),
		tools: []string{"apply_diff", "read_file", "write_file"}, models: []string{"m-1", "m-2"},
		prompts: []string{"3f2a00000000", "77aa00000000", "90b100000000", "c0de00000000", "e1e100000000"},
		days:    14, calls: func(int, string) float64 { return 20_000 },
		rules: []rule{
			{"raw-less-than", true, flat(0.004)},
			{"unclosed-element", true, flat(0.003)},
			{"type-mismatch", true, flat(0.003)},
			{"missing-server-name", false, flat(0.3)},
		},
		cluster: 1, from: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC),
	}
}

// flat is a share that never changes.
func flat(share float64) func(int, corpus.Series) float64 {
	return func(int, corpus.Series) float64 { return share }
}

// rises is a share that rises where something is so, on a day.
func rises(base, by float64, on int, where func(corpus.Series) bool) func(int, corpus.Series) float64 {
	return func(day int, of corpus.Series) float64 {
		if day >= on && where(of) {
			return base + by
		}
		return base
	}
}

func (w *world) day(n int) string { return w.from.AddDate(0, 0, n).Format(time.DateOnly) }

// binomial draws how many of n calls something is so for.
func (w *world) binomial(n int64, share float64) (k int64) {
	if share > 0.5 {
		return n - w.binomial(n, 1-share)
	}
	mean := float64(n) * share
	switch variance := mean * (1 - share); {
	case mean <= 0:
		return 0
	case variance > 100: // about normal, which is quicker
		return min(max(int64(math.Round(mean+math.Sqrt(variance)*w.NormFloat64())), 0), n)
	}
	for at := int64(0); ; k++ { // from one to the next
		at += 1 + int64(math.Log(1-w.Float64())/math.Log1p(-share))
		if at > n {
			return k
		}
	}
}

// drawn draws how many of n calls in sessions something is so for, and the pairs of them.
func (w *world) drawn(n int64, share float64) (k, pairs int64) {
	c := int64(w.cluster)
	groups := w.binomial(n/c, share)
	return groups * c, groups * c * (c - 1) / 2
}

// tally draws a tally.
func (w *world) tally(t testing.TB) *corpus.Tally {
	t.Helper()
	names := corpus.CountNames()
	calls, written, refusals := slices.Index(names, "calls"), slices.Index(names, "as_written"), slices.Index(names, "refused")
	list := []cells{}
	for day := range w.days {
		wild := make([]float64, len(w.rules))
		for i := range wild {
			wild[i] = math.Exp(w.wild * w.NormFloat64())
		}
		for _, prompt := range w.prompts {
			for _, tool := range w.tools {
				for _, model := range w.models {
					mean := w.calls(day, prompt) / float64(len(w.tools)*len(w.models))
					n := int64(mean + math.Sqrt(mean)*w.NormFloat64())
					if n = n / int64(w.cluster) * int64(w.cluster); n <= 0 {
						continue
					}
					c := cells{Key: []string{w.day(day), tool, model, prompt, corpus.Plain}, Rules: map[string]int64{}, Causes: map[string]int64{}, Pairs: map[string]int64{}}
					refused, pairs := int64(0), int64(0)
					for i, r := range w.rules {
						k, alike := w.drawn(n-refused, r.share(day, corpus.Series{Tool: tool, Model: model, Prompt: prompt})*wild[i])
						if k == 0 {
							continue
						}
						c.Rules[r.code], c.Pairs[r.code] = k, alike
						if r.cause {
							c.Causes[r.code] = k
							refused, pairs = refused+k, pairs+alike
						}
					}
					c.Counts = make([]int64, refusals+1)
					c.Counts[calls], c.Counts[written], c.Counts[refusals] = n, n-refused, refused
					c.Pairs[corpus.AllPairs], c.Pairs[corpus.RefusedPairs] = n*int64(w.cluster-1)/2, pairs
					list = append(list, c)
				}
			}
		}
	}
	return readCells(t, list)
}

// cells are the calls of a series on a day, as a file of a tally has them.
type cells struct {
	Key    []string         `json:"key"`
	Counts []int64          `json:"n"`
	Rules  map[string]int64 `json:"rules"`
	Causes map[string]int64 `json:"causes"`
	Pairs  map[string]int64 `json:"pairs"`
}

// readCells returns the tally of cells.
func readCells(t testing.TB, list []cells) *corpus.Tally {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"format": "forge-lsp tally", "version": corpus.TallyVersion, "counts": corpus.CountNames(), "groups": map[string]any{"cells": list},
	})
	if err != nil {
		t.Fatal(err)
	}
	tally, err := corpus.ReadTally(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

func is(prompt string) func(corpus.Series) bool {
	return func(s corpus.Series) bool { return s.Prompt == prompt }
}

func quote(name string) string { return fmt.Sprintf("<%s>", name) }
