package changes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/combin"
)

// fisher returns the chance that two shares, k0 of n0 and k1 of n1, differ as much as they do
// or more where they are the same: twice that of the one side, by Fisher's exact test.
func fisher(k0, n0, k1, n1 int64) float64 {
	if float64(k1)*float64(n0) < float64(k0)*float64(n1) {
		k0, n0, k1, n1 = k1, n1, k0, n0
	}
	// What is drawn is n1 of n0+n1 calls, of which k0+k1 are those that are counted.
	of, all := float64(k0+k1), float64(n0+n1)
	x, drawn := float64(k1), float64(n1)
	choose := combin.LogGeneralizedBinomial // the logarithm of a binomial coefficient
	term := math.Exp(choose(of, x) + choose(all-of, drawn-x) - choose(all, drawn))
	sum := 0.0
	for most := min(of, drawn); x <= most && term > sum*1e-17; x++ {
		sum += term
		term *= (of - x) / (x + 1) * (drawn - x) / (all - of - drawn + x + 1)
	}
	return min(1, 2*sum)
}

// above returns the chance of a value of an F distribution with 1 and some degrees of freedom
// that is greater, or of a chi-squared distribution with 1 where the freedom is 0. Those of
// gonum are 1 less the chance of a value that is not, and so 0 below 1e-16.
func above(value float64, freedom int) float64 {
	if freedom == 0 {
		return math.Erfc(math.Sqrt(value / 2))
	}
	d := float64(freedom)
	return mathext.RegIncBeta(d/2, 0.5, d/(d+value))
}

// aboveSquares returns the chance of a value of a chi-squared distribution that is greater.
func aboveSquares(value float64, freedom int) float64 {
	return mathext.GammaIncRegComp(float64(freedom)/2, value/2)
}

// design returns the design effect: by how much more the number of calls that a measure is
// about varies than if the calls of a session were independent, at a share that is the same in
// some parts. It is that of the part with the greatest, and 1 at least. A part with all of its
// calls in one session has about as much as there are of them.
func design(parts ...part) float64 {
	var whole part
	for _, p := range parts {
		whole.n += p.n
		whole.k += p.k
	}
	share := whole.share()
	if share > 0.5 { // of the rarer of both
		for i, p := range parts {
			// Pairs without it: all, less those with a first one and those with a second one,
			// which are as frequent as in all calls, and the ones with both are taken away twice.
			// Less than none has the effect of none.
			neither := float64(p.np)*(1-2*p.share()) + float64(p.kp)
			parts[i].k, parts[i].kp = p.n-p.k, min(int64(neither), p.np)
		}
		share = 1 - share
	}
	most := 1.0
	for _, p := range parts {
		if p.k > 0 {
			alike := 2 * (float64(p.kp) - share*share*float64(p.np))
			most = max(most, 1+alike/(float64(p.k)*(1-share)))
		}
	}
	return most
}

// squares returns by how much the columns of some parts differ from the share of each, as a sum
// of squares, and its degrees of freedom.
func (c *curve) squares(bounds ...int) (sum float64, freedom int) {
	for i := 1; i < len(bounds); i++ {
		from, to := bounds[i-1], bounds[i]
		p := c.part(from, to)
		share := p.share()
		if p.k == 0 || p.k == p.n {
			continue
		}
		freedom--
		for x := from; x < to; x++ {
			if n := float64(c.n[x]); n > 0 {
				off := float64(c.k[x]) - n*share
				sum += off * off / (n * share * (1 - share))
				freedom++
			}
		}
	}
	return sum, freedom
}

// uneven is the chance of such a spread of days, below which the days of a share are taken to
// differ by more than chance makes them. If they are, an event on one day cannot be
// distinguished from a change, so that must not happen by chance.
const uneven = 0.001

// days returns how many columns have calls.
func (c *curve) days(from, to int) (n int) {
	for _, calls := range c.n[from:to] {
		if calls > 0 {
			n++
		}
	}
	return n
}

// isUneven reports whether the columns of a split differ by more than chance makes them: also
// with another split or a few, as of an incident and its end.
func (g *grid) isUneven(c *curve, at split, from, to int, effect float64) bool {
	bounds := []int{from, at.at, to}
	for range 1 + (to-from)/10 {
		best, place := split{}, 0
		for i := 1; i < len(bounds); i++ {
			if s := c.split(bounds[i-1], bounds[i], g.mayChange); s.ratio > best.ratio {
				best, place = s, i
			}
		}
		if best.ratio < leastRatio*effect {
			break
		}
		bounds = slices.Insert(bounds, place, best.at)
	}
	sum, freedom := c.squares(bounds...)
	return freedom > 0 && aboveSquares(sum/effect, freedom) < uneven
}

// steps yields by how much successive columns differ, each against what chance makes: changes
// are few of them. That from one tally to the next is none.
func (g *grid) steps(c *curve, yield func(float64)) {
	last := -1
	for i, n := range c.n {
		if i == g.since {
			last = -1
		}
		if n == 0 {
			continue
		}
		if last >= 0 {
			a, b := float64(c.n[last]), float64(n)
			share := float64(c.k[last]+c.k[i]) / (a + b)
			off := float64(c.k[last])/a - float64(c.k[i])/b
			if variance := share * (1 - share) * (1/a + 1/b); variance > 0 {
				yield(off * off / variance)
			}
		}
		last = i
	}
}

// chance returns the chance of a split between two columns where nothing changed. It is that of
// the slice without what only the mixture of series does.
func (g *grid) chance(s *slice, c *curve, measure int32, at split, from, to int) float64 {
	before, after := c.part(from, at.at), c.part(at.at, to)
	effect := design(before, after)
	p := fisherOf(before, after, effect)
	ratio := at.ratio
	if within, ok := g.within(s, measure, at.at, from, to); ok {
		ratio = min(ratio, within)
	}
	ratio /= effect
	sum, freedom := c.squares(from, at.at, to)
	if sum /= effect; freedom > 0 && (g.spread || g.isUneven(c, at, from, to, effect)) {
		p = max(p, above(ratio/max(1, sum/float64(freedom)), freedom))
		if min(c.days(from, at.at), c.days(at.at, to)) < 2 {
			p = 1 // one day among days that differ is not a change yet
		}
	} else {
		p = max(p, above(ratio, 0))
	}
	return min(1, p*float64(at.tried))
}

// fisherOf is fisher for counts divided by a design effect, rounded towards no change.
func fisherOf(before, after part, effect float64) float64 {
	low, high := before, after
	if before.share() > after.share() {
		low, high = after, before
	}
	size := func(p part) int64 { return int64(math.Round(float64(p.n) / effect)) }
	k := int64(math.Floor(float64(high.k) / effect))
	nHigh, nLow := max(size(high), k), size(low)
	kLow := min(int64(math.Ceil(float64(low.k)/effect)), nLow)
	if float64(kLow)*float64(nHigh) >= float64(k)*float64(nLow) {
		return 1
	}
	return fisher(kLow, nLow, k, nHigh)
}

// A stratum is the calls of a series before and after a change.
type stratum struct{ before, after part }

func (s *stratum) add(o *stratum) {
	s.before.n += o.before.n
	s.before.k += o.before.k
	s.after.n += o.after.n
	s.after.k += o.after.k
}

// within returns the statistic of Cochran, Mantel and Haenszel for a change of the calls of a
// slice within its series: with one degree of freedom, 0 where these changed the other way. ok is
// whether there are several.
func (g *grid) within(s *slice, measure int32, at, from, to int) (value float64, ok bool) {
	if s.since > 0 || s.dims == all {
		return 0, false
	}
	var off, variance float64
	var sum stratum
	for _, t := range g.strata(s, measure, at, from, to) {
		sum.add(t)
		n, k, drawn := float64(t.before.n+t.after.n), float64(t.before.k+t.after.k), float64(t.after.n)
		if n < 2 {
			continue // it has no variance, as one that is on one side only, and the formula has no value
		}
		off += float64(t.after.k) - k*drawn/n
		variance += k * (n - k) * drawn * (n - drawn) / (n * n * (n - 1))
	}
	if variance == 0 || (off > 0) != (sum.after.share() > sum.before.share()) {
		return 0, true
	}
	off = max(0, math.Abs(off)-0.5)
	return off * off / variance, true
}

// strata returns the calls of each series before and after a column. Those of the series that
// are on one side only are added up by tool and model, by tool, and then all of them.
func (g *grid) strata(s *slice, measure int32, at, from, to int) []*stratum {
	groups := strata{}
	for _, i := range s.cells {
		c := &g.cells[i]
		if int(c.column) < from || int(c.column) >= to {
			continue
		}
		t := groups.at(g.values[c.series])
		side := &t.before
		if int(c.column) >= at {
			side = &t.after
		}
		side.n += c.calls
		for _, own := range c.counts {
			if own.measure == measure {
				side.k += own.calls
			}
		}
	}
	var list []*stratum
	for _, d := range [...]int{prompt, model, tool} {
		coarser := strata{}
		for i, t := range groups.list {
			if t.before.n > 0 && t.after.n > 0 {
				list = append(list, t)
				continue
			}
			name := groups.names[i]
			name[d] = -1
			coarser.at(name).add(t)
		}
		groups = coarser
	}
	return append(list, groups.list...)
}

// strata are strata by the values of their series, in the order in which they came.
type strata struct {
	numbers map[[dimensions]int32]int
	names   [][dimensions]int32
	list    []*stratum
}

func (s *strata) at(name [dimensions]int32) *stratum {
	if i, ok := s.numbers[name]; ok {
		return s.list[i]
	}
	if s.numbers == nil {
		s.numbers = map[[dimensions]int32]int{}
	}
	s.numbers[name] = len(s.list)
	s.names, s.list = append(s.names, name), append(s.list, &stratum{})
	return s.list[len(s.list)-1]
}
