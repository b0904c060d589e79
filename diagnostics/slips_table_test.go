package diagnostics_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/test/slips"
)

// A tally counts the cases of one slip, or one pair of slips.
type tally struct {
	name                                             string
	n, fixed, plus, ran, refused, unseen, other, bad int
}

func (t *tally) add(v *verdict) {
	t.n++
	if len(v.bad) > 0 {
		t.bad++
	}
	switch v.outcome {
	case "fixed":
		t.fixed++
	case "fixed+":
		t.plus++
	case "ran":
		t.ran++
	case "refused":
		t.refused++
	case "unseen":
		t.unseen++
	default:
		t.other++
	}
}

func (t *tally) String() string {
	percent := func(k int) string {
		if k == 0 {
			return "    ."
		}
		return fmt.Sprintf("%4.0f%%", 100*float64(k)/float64(t.n))
	}
	return fmt.Sprintf("%-60s %6d %s %s %s %s %s %s %6d", t.name, t.n,
		percent(t.fixed), percent(t.plus), percent(t.ran), percent(t.refused), percent(t.unseen), percent(t.other), t.bad)
}

const tallyHead = "                                                                  n fixed     +   ran refus unsee other  wrong"

// table shows the cases by slip, by surroundings, and the worst pairs.
func table(verdicts []verdict) string {
	total, broken, blind := tally{name: "all cases"}, tally{name: "broken: not run, or not as it was meant"}, tally{name: "without a definition of the tool"}
	bySlip, byPair, byAround := map[string]*tally{}, map[string]*tally{}, map[string]*tally{}
	add := func(m map[string]*tally, name string, v *verdict) {
		if m[name] == nil {
			m[name] = &tally{name: name}
		}
		m[name].add(v)
	}
	hidden := 0
	for i := range verdicts {
		v := &verdicts[i]
		total.add(v)
		if v.broken {
			broken.add(v)
		}
		if v.blind {
			blind.add(v)
		}
		if v.unseen {
			hidden++
		}
		last := v.slips[len(v.slips)-1]
		switch {
		case v.blind:
		case strings.HasPrefix(last, "around-"):
			add(byAround, last, v)
		case len(v.slips) == 1:
			add(bySlip, last, v)
		case len(v.slips) == 2:
			pair := slices.Sorted(slices.Values(v.slips))
			add(byPair, strings.Join(pair, " "), v)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n%v\n%v\n%v\n%d ran with other data and without an error before any fix\n", tallyHead, &total, &broken, &blind, hidden)
	fmt.Fprintf(&b, "\none slip\n")
	names, arounds := slips.Names()
	for _, name := range names {
		if t := bySlip[name]; t != nil {
			fmt.Fprintln(&b, t)
		}
	}
	fmt.Fprintf(&b, "\nbeside one to four slips\n")
	for _, name := range arounds {
		if t := byAround[name]; t != nil {
			fmt.Fprintln(&b, t)
		}
	}
	var pairs []*tally
	for _, t := range byPair {
		if t.bad > 0 {
			pairs = append(pairs, t)
		}
	}
	slices.SortFunc(pairs, func(x, y *tally) int {
		return cmp.Or(y.bad-x.bad, cmp.Compare(x.name, y.name))
	})
	fmt.Fprintf(&b, "\nthe worst of %d pairs\n", len(byPair))
	for _, t := range pairs[:min(len(pairs), 15)] {
		fmt.Fprintln(&b, t)
	}
	return b.String()
}

// classes counts the cases with exceptions by how the fixes were applied, by the rule
// of the fix and, if only one slip was planted, by that.
func classes(verdicts []verdict) string {
	count, ways := map[string]int{}, map[string]int{}
	example := map[string]uint64{}
	for i := range verdicts {
		v := &verdicts[i]
		seen := map[string]bool{}
		for _, e := range v.bad {
			slip := "several slips"
			if len(v.slips) == 1 {
				slip = v.slips[0]
			}
			key := fmt.Sprintf("%-24s %-30s %s (%s)", cmp.Or(e.code, "-"), slip, e.why, e.how)
			if !seen[e.how] {
				ways[e.how]++
				seen[e.how] = true
			}
			if !seen[key] {
				count[key]++
				if _, ok := example[key]; !ok {
					example[key] = e.seed
				}
			}
			seen[key] = true
		}
	}
	keys := make([]string, 0, len(count))
	for key := range count {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(x, y string) int { return cmp.Or(count[y]-count[x], cmp.Compare(x, y)) })
	var b strings.Builder
	fmt.Fprintf(&b, "cases by how the fixes were applied: %v\n", ways)
	for _, key := range keys[:min(len(keys), 80)] {
		fmt.Fprintf(&b, "%6d  %s, as in case %d\n", count[key], key, example[key])
	}
	return b.String()
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
	if len(calls) == 0 {
		return "nothing"
	}
	var b strings.Builder
	for _, c := range calls {
		fmt.Fprintf(&b, "%s %s\n", c.Tool, shown(c.Arguments))
	}
	return b.String()
}
