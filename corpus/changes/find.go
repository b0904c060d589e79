package changes

import (
	"cmp"
	"math"
	"slices"

	"github.com/entrhq/forge-lsp/corpus"
)

// FamilyError is the probability that any change is reported if there is none.
const FamilyError = 0.001

const (
	// fewest is how many calls a share has to be about, and not to be about, to be tested: the
	// least with which a change could be found.
	fewest = 5
	// leastRatio is the likelihood ratio below which nothing is computed: the chance of any
	// smaller one is more than FamilyError.
	leastRatio = 10
	// leastChange is the least change that is reported, as a share of the calls that are
	// counted, or of those that are not if these are fewer: with enough calls, every change is
	// more than chance, and few are of interest.
	leastChange = 0.1
)

// A candidate is a share that may have changed.
type candidate struct {
	*slice
	measure int32
	split   split
	rises   bool    // after the split
	chance  float64 // of it where nothing changed, corrected for all shares
	weight  float64 // the likelihood ratio, less what the design effect is of it
}

// Between returns the changes from one tally to another.
func Between(base, next *corpus.Tally) *Report {
	g := newGrid(base, next)
	if g.since == 0 {
		return &Report{Changes: []Change{}} // one has no calls
	}
	return g.report()
}

// OverDays returns the changes between the days of a tally, or nil if fewer than two days are
// known.
func OverDays(t *corpus.Tally) *Report {
	g := newGrid(t)
	if len(g.columns) < 2 {
		return nil
	}
	return g.report()
}

func (g *grid) report() *Report {
	list, tested := g.candidates()
	r := &Report{Shares: tested, DaysDiffer: g.spread, Changes: []Change{}}
	limit := FamilyError / float64(tested) // where none was, there is nothing to explain
	picks := g.explain(g.significant(list, tested), limit)
	for n, p := range picks {
		for i, at := range p.cuts {
			// A later change of the calls of a new prompt is one of all calls with the prompt, too.
			if !slices.ContainsFunc(picks[:n], func(o *pick) bool { return o.tells(p, at) }) {
				r.Changes = append(r.Changes, g.change(p, i, tested))
			}
		}
	}
	sortChanges(r.Changes)
	return r
}

// candidates returns the shares that may have changed, without their chance, and how many were
// looked at.
func (g *grid) candidates() (list []*candidate, tested int) {
	older := g.families()
	page := newSheet(g)
	var steps []float32
	width := len(g.columns)
	look := func(s *slice) {
		page.fill(s)
		whole := (&curve{n: page.n, k: page.zero, np: page.np, kp: page.zero}).part(0, width)
		if whole.n < 2*fewest {
			return
		}
		var own *slice
		for _, m := range page.measures {
			c := page.curve(m)
			p := c.part(0, width)
			if p.k < fewest || p.n-p.k < fewest {
				continue
			}
			tested++
			if p.k > int64(fewest*width) && (g.since > 0 || width >= fewDays) {
				effect := design(p)
				g.steps(c, func(step float64) { steps = append(steps, float32(step/effect)) })
			}
			at := c.only(s.since)
			if s.since == 0 {
				at = c.split(0, width, g.mayChange)
			}
			if at.ratio < leastRatio {
				continue
			}
			if own == nil { // the yielded value is valid until the next one
				own = &slice{dims: s.dims, cells: slices.Clone(s.cells), before: s.before, since: s.since, fresh: s.fresh}
			}
			before, after := c.part(0, at.at), c.part(at.at, width)
			list = append(list, &candidate{
				slice: own, measure: m, split: at, rises: after.share() > before.share(), weight: at.ratio / design(before, after),
			})
		}
	}
	for s := range g.slices() {
		look(s)
		if newer := g.newer(s, older); newer != nil {
			look(newer)
		}
	}
	if len(steps) > 0 {
		slices.Sort(steps)
		// A cell is in eight slices at most, whose steps are as much as one.
		off := 3 * medianError / math.Sqrt(float64(len(steps))/8)
		g.spread = float64(steps[len(steps)/2]) > (mostSpread+off)*medianStep
	}
	return list, tested
}

const (
	// fewDays is of how many days one change is not among the most steps from one to the next.
	fewDays = 4
	// medianStep is the median of a chi-squared distribution with one degree of freedom, and
	// so of the steps from one day to the next that chance makes.
	medianStep = 0.455
	// medianError is the standard error of the median of many, as a share of it, times the root
	// of their number.
	medianError = 2.33
	// mostSpread is up to which factor of it the median of the steps of all shares is taken to
	// be chance, besides three standard errors.
	mostSpread = 1.1
)

// significant returns the candidates whose change is not chance, by Holm's method, and that are
// large enough.
func (g *grid) significant(list []*candidate, tested int) []*candidate {
	for _, c := range list {
		c.chance = g.chance(c.slice, g.curve(c.slice, c.measure), c.measure, c.split, 0, len(g.columns))
	}
	slices.SortStableFunc(list, func(a, b *candidate) int { return cmp.Compare(a.chance, b.chance) })
	last := 0.0
	for i, c := range list {
		last = max(last, min(1, c.chance*float64(tested-i)))
		c.chance = last
	}
	return slices.DeleteFunc(list, func(c *candidate) bool {
		own := g.curve(c.slice, c.measure)
		return c.chance > FamilyError || !isLarge(own.part(0, c.split.at), own.part(c.split.at, len(g.columns)))
	})
}

// isLarge reports whether a share changes by enough to be of interest.
func isLarge(before, after part) bool {
	share := float64(before.k+after.k) / float64(before.n+after.n)
	return math.Abs(after.share()-before.share()) >= leastChange*min(share, 1-share)
}
