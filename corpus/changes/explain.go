package changes

import (
	"cmp"
	"math/bits"
	"slices"
)

// A pick is a change that is reported, with the measures that changed with it.
type pick struct {
	*candidate
	cuts   []int   // the columns with which new shares begin, in order
	with   []int32 // rules
	inside []bool  // by cell
}

// tells reports whether the change of another pick at a column is one of this one.
func (p *pick) tells(other *pick, at int) bool {
	return p.measure == other.measure && at != other.since && slices.Contains(p.cuts, at) && slices.Equal(p.cells, other.cells)
}

// most is how many shares are reported.
const most = 50

// explain returns the changes that explain all others, those with the most weight first: what a
// change of one share does to those of more or of fewer calls is not reported. limit is the
// chance up to which a change is one.
func (g *grid) explain(list []*candidate, limit float64) []*pick {
	slices.SortStableFunc(list, func(a, b *candidate) int { return g.before(a, b) })
	var picks []*pick
	for len(list) > 0 && len(picks) < most {
		p := &pick{candidate: list[0], inside: make([]bool, len(g.cells))}
		p.cuts = g.cutsOf(p.candidate, limit)
		for _, i := range p.cells {
			p.inside[i] = true
		}
		picks = append(picks, p)
		list = slices.DeleteFunc(list[1:], func(c *candidate) bool {
			if !g.related(p, c) || !g.isExplained(c, picks, limit) {
				return false
			}
			if c.measure != p.measure && c.measure != refusals && !slices.Contains(p.with, c.measure) && slices.Contains(p.cuts, c.split.at) {
				p.with = append(p.with, c.measure)
			}
			return true
		})
	}
	return picks
}

// before orders candidates by how well they explain the changes. Among those with the same
// calls, that of a new prompt or model comes first, and that of a rule.
func (g *grid) before(a, b *candidate) int {
	rank := func(c *candidate) int {
		n := 0
		if c.since > 0 {
			n -= 2
		}
		if c.measure == refusals {
			n++
		}
		return n
	}
	return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(rank(a), rank(b)),
		cmp.Compare(bits.OnesCount8(b.dims), bits.OnesCount8(a.dims)), cmp.Compare(g.codes[a.measure], g.codes[b.measure]))
}

// cutsOf returns all columns with which a share of a candidate changes: where it changed once,
// it may have before and after.
func (g *grid) cutsOf(c *candidate, limit float64) []int {
	own := g.curve(c.slice, c.measure)
	cuts := []int{c.split.at}
	var look func(from, to int)
	look = func(from, to int) {
		at := own.split(from, to, g.mayChange)
		if !g.isChange(c.slice, own, c.measure, at, from, to, limit) {
			return
		}
		cuts = append(cuts, at.at)
		look(from, at.at)
		look(at.at, to)
	}
	if c.since == 0 { // what is before the calls of a new prompt is of others
		look(0, c.split.at)
	}
	look(c.split.at, len(g.columns))
	slices.Sort(cuts)
	return cuts
}

// related reports whether a change of one share may be why another one changed: one of the same
// measure, or with which that measure changed, that of a rule for calls that do not run and the
// other way round, and several rules about the same calls: one that rises does not explain one
// that falls.
func (g *grid) related(p *pick, c *candidate) bool {
	switch {
	case p.measure == c.measure, p.measure == refusals, slices.Contains(p.with, c.measure):
		return true
	case c.measure == refusals:
		return g.isCause(p.candidate)
	}
	return p.rises == c.rises && slices.Equal(p.cells, c.cells)
}

// isCause reports whether most of the calls by which the share of a rule changed have it as
// their first error.
func (g *grid) isCause(c *candidate) bool {
	s := g.sides(c.slice, c.split.at, 0, len(g.columns))
	return isMost(s.rise(func(t *total) int64 { return t.causes[c.measure] }), s.rise(func(t *total) int64 { return t.calls[c.measure] }))
}

// isExplained reports whether a share does not change any more without the calls of those that
// did and may be why, and that of these calls not either but when those did.
func (g *grid) isExplained(c *candidate, picks []*pick, limit float64) bool {
	rest := &slice{dims: c.dims, since: c.since}
	common := &slice{dims: c.dims, since: c.since}
	picks = slices.DeleteFunc(slices.Clone(picks), func(p *pick) bool { return !g.related(p, c) })
	var cuts []int
	for _, p := range picks {
		cuts = append(cuts, p.cuts...)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	isInside := func(i int32) bool {
		return slices.ContainsFunc(picks, func(p *pick) bool { return p.inside[i] })
	}
	for _, i := range c.cells {
		if isInside(i) {
			common.cells = append(common.cells, i)
		} else {
			rest.cells = append(rest.cells, i)
		}
	}
	if c.since == 0 {
		return !g.changes(rest, c.measure, nil, limit) && !g.changes(common, c.measure, cuts, limit)
	}
	n, told := slices.BinarySearch(cuts, c.since)
	for _, s := range [...]*slice{rest, common} {
		s.before = slices.DeleteFunc(g.sameKinds(c.slice, s.cells), func(i int32) bool {
			return n > 0 && int(g.cells[i].column) < cuts[n-1] && isInside(i) // what changed since is told
		})
	}
	return !g.changes(rest, c.measure, nil, limit) && (told || !g.changes(common, c.measure, nil, limit))
}

// sameKinds returns what some cells of a new prompt or model are compared with: those before of
// the same tools, and models unless these are new. Others would change the mixture.
func (g *grid) sameKinds(s *slice, of []int32) []int32 {
	dims := uint8(1<<tool|1<<model) &^ s.fresh
	kinds := map[family]bool{}
	for _, i := range of {
		kinds[g.family(dims, i)] = true
	}
	return slices.DeleteFunc(slices.Clone(s.before), func(i int32) bool { return !kinds[g.family(dims, i)] })
}

// changes reports whether a share changes between some columns.
func (g *grid) changes(s *slice, measure int32, cuts []int, limit float64) bool {
	own := g.curve(s, measure)
	if s.since > 0 {
		return g.isChange(s, own, measure, own.only(s.since), 0, len(g.columns), limit)
	}
	from := 0
	for i := range len(cuts) + 1 {
		to := len(g.columns)
		if i < len(cuts) {
			to = cuts[i]
		}
		at := own.split(from, to, g.mayChange)
		if g.isChange(s, own, measure, at, from, to, limit) {
			return true
		}
		from = to
	}
	return false
}

// isChange reports whether a split between two columns is large, and not chance.
func (g *grid) isChange(s *slice, own *curve, measure int32, at split, from, to int, limit float64) bool {
	return at.ratio >= leastRatio && isLarge(own.part(from, at.at), own.part(at.at, to)) && g.chance(s, own, measure, at, from, to) <= limit
}
