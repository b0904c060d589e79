package changes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// A sum is the number n of some calls, and the number k of those that are counted.
type sum struct {
	n, k   float64
	np, kp float64 // pairs of calls in the same session: all of them, and those with both counted
	day    int     // for a sum over one day
}

func (s *sum) add(o sum) {
	s.n += o.n
	s.k += o.k
	s.np += o.np
	s.kp += o.kp
}

func (s sum) rate() float64 { return s.k / s.n }

// others returns the sum with the other calls counted.
func (s sum) others() sum { return sum{n: s.n, k: s.n - s.k} }

func total(days []sum) (t sum) {
	for _, d := range days {
		t.add(d)
	}
	return t
}

// of returns the calls of a cell, and counts those with a finding of the rule, or refusals for "".
func (c *cell) of(rule string) sum {
	for i := range c.counted {
		if c.counted[i].rule == rule {
			return c.counted[i].sum
		}
	}
	return sum{n: float64(c.Calls), np: float64(c.Pairs[corpus.AllPairs]), day: c.day}
}

// byDay returns the sum of each day that has calls.
func (g *grid) byDay(cells []int, rule string) (days []sum) {
	for _, i := range cells {
		s := g.cells[i].of(rule)
		if n := len(days); n == 0 || days[n-1].day != s.day {
			days = append(days, s)
			continue
		}
		days[len(days)-1].add(s)
	}
	return days
}

// likelihood returns the log-likelihood of k of n calls at a share of k/n.
func likelihood(s sum) float64 {
	part := func(k float64) float64 { return k * math.Log(max(k, 1)/s.n) }
	return part(s.k) + part(s.n-s.k)
}

// ratio returns the statistic of the likelihood ratio test: two shares against a common one.
func ratio(a, b sum) float64 {
	both := sum{n: a.n + b.n, k: a.k + b.k}
	return 2 * (likelihood(a) + likelihood(b) - likelihood(both))
}

// chance returns the p-value of a change: the probability of a difference at least as large
// between the calls before and after, if nothing changed. days are the sums by day; those from
// index n on are after the change.
//
// The test is a two-sided binomial test: if nothing changed, the counted calls of each tool,
// model and prompt divide between the two sides in the same proportion as all of its calls.
func (g *grid) chance(cells []int, rule string, days []sum, n int) float64 {
	before, after := total(days[:n]), total(days[n:])
	inverse := before.k+after.k > (before.n+after.n)/2 // the rarer outcome gives more exact numbers
	var counted, later, expected float64               // later: those of them after the change
	for _, s := range g.strata(cells, rule, days[n].day) {
		if inverse {
			s.before, s.after = s.before.others(), s.after.others()
		}
		both := s.before.k + s.after.k
		counted, later, expected = counted+both, later+s.after.k, expected+both*s.after.n/(s.before.n+s.after.n)
	}
	if counted == 0 {
		return 1
	}
	few, share := counted-later, 1-expected/counted // on the side with fewer than expected
	if inverse != (after.rate() < before.rate()) {
		few, share = later, expected/counted
	}
	test := func(factor float64) float64 {
		return min(1, 2*atMost(math.Ceil(few/factor), counted/factor, share))
	}
	alike := design(before, after)
	spread, freedom := squares(days[:n])+squares(days[n:]), float64(len(days)-2)
	switch {
	case !g.uneven && !(differ(spread/alike, freedom) && g.isUneven(g.steps(days, n), alike, 1)):
		return test(alike)
	case min(n, len(days)-n) < 2:
		return 1 // when days differ, one day does not make a change
	}
	// The spread is estimated from few days, so the z value is taken as a Student's t value.
	z := mathext.NormalQuantile(test(max(alike, spread/freedom)) / 2)
	return mathext.RegIncBeta(freedom/2, 0.5, freedom/(z*z+freedom))
}

// atMost returns the probability of at most k successes in n trials with probability p each: the
// cumulative binomial distribution. gonum's distuv has it too, but depends on all of its linear
// algebra, which makes the program 2 MB larger.
func atMost(k, n, p float64) float64 {
	if k >= n {
		return 1
	}
	return mathext.RegIncBeta(n-k, k+1, 1-p)
}

// differ reports whether days differ by more than chance. If they do, an incident on one day
// cannot be distinguished from a change. The limit is strict, so that it is rarely exceeded by
// chance.
func differ(spread, freedom float64) bool {
	return freedom > 0 && mathext.GammaIncRegComp(freedom/2, spread/2) < 0.001
}

// design returns the design effect: the factor by which the variance of the number of counted
// calls exceeds that of independent calls, because calls of one session are alike. It is the
// larger of the two sides' effects.
func design(before, after sum) float64 {
	share := (before.k + after.k) / (before.n + after.n)
	effect := 1.0
	for _, s := range [...]sum{before, after} {
		variance := s.k * (1 - share)
		if share > 0.5 {
			variance = (s.n - s.k) * share
		}
		if variance > 0 {
			effect = max(effect, 1+2*(s.kp-share*share*s.np)/variance)
		}
	}
	return effect
}

// squares returns the chi-squared statistic of the days: the squared deviations from their common
// share, divided by the variance that chance gives.
func squares(days []sum) (squares float64) {
	share := total(days).rate()
	if share == 0 || share == 1 {
		return 0
	}
	for _, d := range days {
		squares += (d.k - d.n*share) * (d.k - d.n*share) / (d.n * share * (1 - share))
	}
	return squares
}

// steps returns the chi-squared statistic of each pair of consecutive days. The step to day n, and
// the step from one tally to the next, are left out.
func (g *grid) steps(days []sum, n int) (list []float64) {
	for i := 1; i < len(days); i++ {
		if a, b := days[i-1], days[i]; i != n && (a.day >= g.next || b.day < g.next) {
			list = append(list, squares([]sum{a, b}))
		}
	}
	return list
}

// isUneven reports whether most days differ from the previous one by more than chance. It uses
// the median step, because an incident or a change makes only a few large ones. times is how
// often each step occurs in the list.
func (g *grid) isUneven(steps []float64, effect, times float64) bool {
	if len(steps) == 0 || len(steps) == 1 && g.next == 0 {
		return false // with three days, the second step may be the end of an incident
	}
	slices.Sort(steps)
	// The standard error of the median is 2.33 times its value, divided by the root of their number.
	off := 3 * 2.33 / math.Sqrt(float64(len(steps))/times)
	usual := 2 * mathext.GammaIncRegInv(0.5, 0.5)
	return steps[(len(steps)-1)/2]/effect > (1.1+off)*usual
}

// A stratum is the calls of a tool, a model and a prompt before and after a change.
type stratum struct{ before, after sum }

// strata returns the strata of some calls that have calls on both sides of a day. Prompts with
// calls on one side only are combined, and then models.
func (g *grid) strata(cells []int, rule string, at int) (list []*stratum) {
	for _, d := range [...]dims{all, tool | model, tool} {
		groups := map[key]*stratum{}
		for _, i := range cells {
			c := &g.cells[i]
			s, ok := groups[c.only(d)]
			if !ok {
				s = &stratum{}
				groups[c.only(d)], list = s, append(list, s)
			}
			if c.day < at {
				s.before.add(c.of(rule))
			} else {
				s.after.add(c.of(rule))
			}
		}
		list = slices.DeleteFunc(list, (*stratum).isOneSided)
		cells = slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return !groups[g.cells[i].only(d)].isOneSided() })
	}
	return list
}

func (s *stratum) isOneSided() bool { return s.before.n == 0 || s.after.n == 0 }
