// Package changes finds the shares of calls that changed: between two tallies, or on a day of one.
//
// A share is the proportion of calls that do not run, or that a rule reports something about,
// among the calls of a tool, a model and a prompt, or of any of these. A binomial test decides
// whether it changed, on the day on which a change is most likely. The test allows for two causes
// of additional variation: calls of one session are alike, because an agent retries a refused
// call, and days may differ. Sessions are assumed to be independent.
//
// The p-value is multiplied by the number of shares and days (the Bonferroni correction), and must
// be at most [FamilyError].
//
// A change of one prompt also affects the share of all prompts and those of its tools, and a change
// of a rule affects the share of all calls that do not run. The likeliest of these is reported; the
// others are tested again without it.
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
	// fewest is the minimum number of counted calls, and of others, for a share to be tested. With
	// fewer, no change could be found.
	fewest = 5
	// leastRatio is the smallest likelihood ratio that is tested: with any smaller one, the p-value
	// is above FamilyError.
	leastRatio = 10
	// leastChange is the smallest change that is reported, relative to the share of counted calls,
	// or of the others if that is smaller: with enough calls, every change is significant, and few
	// are of interest.
	leastChange = 0.1
	// most is the maximum number of reported changes. Sets of them are bits of a uint64.
	most = 50
)

// A change is a change of the share of a slice.
type change struct {
	*slice
	rule   string // "" for refusals
	at     int    // the first day of the new share
	rises  bool
	chance float64  // its p-value, corrected for all shares
	weight float64  // the likelihood ratio
	with   []string // rules that changed at the same time
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
		return &Report{Changes: []Change{}} // one tally has no calls
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

// compare orders changes by how well they explain the others. Of changes of the same calls, one of
// a new prompt or model comes first, and then one of a rule.
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

// place returns the day on which a share most likely changed, the likelihood ratio, and the number
// of days that were tried.
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

// isChange reports whether a share changed in addition to the changes already found, and sets the
// fields of its likeliest change. It tests again only if the last found change may be the reason.
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

// isLarge reports whether a change is large enough to be of interest.
func isLarge(before, after sum) bool {
	share := (before.k + after.k) / (before.n + after.n)
	return math.Abs(after.rate()-before.rate()) >= leastChange*min(share, 1-share)
}

// isRelated reports whether a found change may be the reason why another share changed: it is of
// the same rule, or that rule changed with it; one of the two is of refusals; or both are of the
// same calls, and in the same direction.
func isRelated(found, c *change) bool {
	switch {
	case found.rule == c.rule, found.rule == "", slices.Contains(found.with, c.rule):
		return true
	case c.rule == "":
		return found.caused
	}
	return found.slice == c.slice && found.rises == c.rises
}

// parts divides the calls of a share so that none of the found changes is within a part. New
// values are compared with the calls since the last change.
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
