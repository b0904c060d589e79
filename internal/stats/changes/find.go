// Package changes finds which shares of calls changed: between two tallies, or on a day of one.
//
// A share is that of the calls that do not run, or of those about which a rule reports something,
// among all calls of a tool, a model and a prompt, or of all tools, models or prompts. The binomial
// test shows whether it changed, on the day on which it most likely did. Two things make counts
// vary by more than that test expects, and are allowed for: calls of one session are alike, because
// an agent tries a refused call again, and days may differ. Sessions count as independent.
//
// The p-value is multiplied by the number of shares and of days (Bonferroni's method), and has to
// be [FamilyError] at most.
//
// A change of one prompt also shows in the share of all prompts and in those of its tools, and a
// change of a rule in the share of all calls that do not run. The likeliest of these is reported;
// the others are tested again without it.
package changes

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// FamilyError is the probability that any change is reported if there is none.
const FamilyError = 0.001

const (
	// fewest is how many calls a share has to be about, and not to be about, to be tested: the
	// least with which a change could be found.
	fewest = 5
	// leastRatio is the likelihood ratio below which nothing is computed: the p-value of any
	// smaller one is more than FamilyError.
	leastRatio = 10
	// leastChange is the least change that is reported, as a share of the calls that are
	// counted, or of those that are not if these are fewer: with enough calls, every change is
	// more than chance, and few are of interest.
	leastChange = 0.1
	// most is how many changes are reported. Sets of them are bits of 64.
	most = 50
)

// A change is one of the share of a slice.
type change struct {
	*slice
	rule   string // "" for refusals
	at     int    // the first day of the new share
	rises  bool
	chance float64  // of it where nothing changed, corrected for all shares
	weight float64  // the likelihood ratio
	with   []string // rules that changed with it
	caused bool     // the rule is the first error of most of the calls
	inside []bool   // the cells that changed
}

func (c *change) counter() counter {
	if c.rule == "" {
		return refused
	}
	return withRule(c.rule)
}

// Between returns the changes from one tally to another.
func Between(base, next *corpus.Tally) *Report {
	g := newGrid(base, next)
	if g.next == 0 || g.next == len(g.days) {
		return &Report{Changes: []Change{}} // one has no calls
	}
	return g.report()
}

// OverDays returns the changes between the days of a tally, or nil if fewer than two days are
// known.
func OverDays(t *corpus.Tally) *Report {
	g := newGrid(t)
	if len(g.days) < 2 {
		return nil
	}
	return g.report()
}

func (g *grid) report() *Report {
	list := g.shares()
	var found []*change
	for len(found) < most {
		list = slices.DeleteFunc(list, func(c *change) bool { return !g.isChange(c, found) })
		if len(list) == 0 {
			break
		}
		c := *slices.MinFunc(list, compare)
		s := g.sides(c.cells, 0, c.at, len(g.days))
		c.caused = isMost(s.rise(causedByRule(c.rule)), s.rise(withRule(c.rule)))
		for _, o := range list {
			if o.rule != "" && o.rule != c.rule && o.slice == c.slice && o.at == c.at && o.rises == c.rises {
				c.with = append(c.with, o.rule)
			}
		}
		c.inside = make([]bool, len(g.cells))
		for _, i := range c.cells {
			c.inside[i] = g.cells[i].day >= c.since
		}
		found = append(found, &c)
	}
	r := &Report{Shares: g.tested, DaysDiffer: g.uneven, Changes: []Change{}}
	for _, c := range found {
		r.Changes = append(r.Changes, g.describe(c, found))
	}
	r.sort()
	return r
}

// compare orders changes by how well they explain the others. Among those with the same calls,
// that of a new prompt or model comes first, and that of a rule.
func compare(a, b *change) int {
	return cmp.Or(cmp.Compare(b.weight, a.weight), first(a.fresh > 0, b.fresh > 0), first(a.rule != "", b.rule != ""),
		cmp.Compare(bits.OnesCount8(uint8(b.dims)), bits.OnesCount8(uint8(a.dims))), cmp.Compare(a.rule, b.rule))
}

// shares returns the shares that may have changed, and sets the number of all of them and
// whether days are uneven.
func (g *grid) shares() (list []*change) {
	var steps []float64
	for _, s := range g.slices() {
		rules := map[string]bool{}
		for _, i := range s.cells {
			for _, counted := range g.cells[i].counted {
				rules[counted.rule] = true
			}
		}
		for _, rule := range slices.Sorted(maps.Keys(rules)) {
			days := g.byDay(s.cells, rule)
			whole := total(days)
			if whole.n < 2*fewest || min(whole.k, whole.n-whole.k) < fewest {
				continue
			}
			g.tested++
			if whole.k > float64(fewest*len(days)) {
				for _, step := range g.steps(days, 0) {
					steps = append(steps, step/design(whole, sum{}))
				}
			}
			if _, ratio, _ := g.place(s, days); ratio >= leastRatio {
				list = append(list, &change{slice: s, rule: rule})
			}
		}
	}
	g.uneven = (g.next > 0 || len(g.days) > 3) && g.isUneven(steps, 1, 8) // a cell is in eight slices at most
	return list
}

// place returns the place between two of the days at which a share most likely changed, its
// likelihood ratio, and of how many places.
func (g *grid) place(s *slice, days []sum) (best int, most float64, tried int) {
	whole := total(days)
	var before sum
	for n := 1; n < len(days); n++ {
		before.add(days[n-1])
		if only := max(s.since, g.next); only > 0 && (days[n-1].day >= only || days[n].day < only) {
			continue
		}
		tried++
		if ratio := ratio(before, sum{n: whole.n - before.n, k: whole.k - before.k}); ratio > most {
			best, most = n, ratio
		}
	}
	return best, most, tried
}

// isChange reports whether a share changed, besides the changes that were found. It is only
// computed again if the last one of these may be why, and then sets all about the likeliest one.
func (g *grid) isChange(c *change, found []*change) bool {
	if len(found) > 0 && !isRelated(found[len(found)-1], c) {
		return true
	}
	c.weight = 0
	for _, cells := range g.parts(c, found) {
		days := g.byDay(cells, c.rule)
		n, ratio, tried := g.place(c.slice, days)
		if ratio < leastRatio {
			continue
		}
		before, after := total(days[:n]), total(days[n:])
		weight := ratio / design(before, after)
		if weight <= c.weight || !isLarge(before, after) {
			continue
		}
		if chance := g.chance(cells, c.rule, days, n) * float64(tried*g.tested); chance <= FamilyError {
			c.weight, c.chance, c.at, c.rises = weight, chance, days[n].day, after.rate() > before.rate()
		}
	}
	return c.weight > 0
}

// isLarge reports whether a share changes by enough to be of interest.
func isLarge(before, after sum) bool {
	share := (before.k + after.k) / (before.n + after.n)
	return math.Abs(after.rate()-before.rate()) >= leastChange*min(share, 1-share)
}

// isRelated reports whether a change that was found may be why another share changed: one of
// the same rule, or with which that rule changed, that of refusals for their rules and the other
// way round, and several rules about the same calls: one that rises does not explain one that falls.
func isRelated(found, c *change) bool {
	switch {
	case found.rule == c.rule, found.rule == "", slices.Contains(found.with, c.rule):
		return true
	case c.rule == "":
		return found.caused
	}
	return found.slice == c.slice && found.rises == c.rises
}

// parts returns the calls of a share in parts, in each of which nothing changed that was found.
// What is new is compared with what is there since the last change.
func (g *grid) parts(c *change, found []*change) (list [][]int) {
	type name struct{ of, after uint64 } // sets of changes
	parts := map[name]int{}
cells:
	for _, i := range c.cells {
		var own name
		for n, f := range found {
			isAfter := g.cells[i].day >= f.at
			switch {
			case !f.inside[i] || !isRelated(f, c):
			case c.fresh > 0 && f.at < c.since && !isAfter:
				continue cells
			case c.fresh > 0 && f.at < c.since:
			case isAfter:
				own.after |= 1 << n
				fallthrough
			case c.fresh == 0:
				own.of |= 1 << n
			}
		}
		at, ok := parts[own]
		if !ok {
			at = len(list)
			parts[own], list = at, append(list, nil)
		}
		list[at] = append(list[at], i)
	}
	return list
}
