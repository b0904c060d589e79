package changes

import "math"

// A curve is the calls of a slice by column, and those that a measure is about.
type curve struct {
	n, k   []int64
	np, kp []int64 // pairs of one session: of all calls, and of two that the measure is about
}

// A part is the sums of some columns.
type part struct{ n, k, np, kp int64 }

func (c *curve) part(from, to int) (p part) {
	for i := from; i < to; i++ {
		p.n += c.n[i]
		p.k += c.k[i]
		p.np += c.np[i]
		p.kp += c.kp[i]
	}
	return p
}

func (p *part) share() float64 { return float64(p.k) / float64(p.n) }

// curve returns the curve of a measure.
func (g *grid) curve(s *slice, measure int32) *curve {
	sheet := newSheet(g)
	sheet.fill(s)
	return sheet.curve(measure)
}

// A sheet has the curves of all measures of a slice.
type sheet struct {
	*grid
	n, np    []int64
	k, kp    [][]int64 // by measure, nil for those that are nowhere
	measures []int32   // of which something is there
	there    []bool    // by measure
	zero     []int64
}

func newSheet(g *grid) *sheet {
	width := len(g.columns)
	return &sheet{
		grid: g, n: make([]int64, width), np: make([]int64, width), zero: make([]int64, width),
		k: make([][]int64, len(g.codes)), kp: make([][]int64, len(g.codes)), there: make([]bool, len(g.codes)),
	}
}

// fill makes it that of a slice.
func (s *sheet) fill(of *slice) {
	clear(s.n)
	clear(s.np)
	for _, m := range s.measures {
		clear(s.k[m])
		clear(s.kp[m])
		s.there[m] = false
	}
	s.measures = s.measures[:0]
	s.add(of.before)
	s.add(of.cells)
}

func (s *sheet) add(cells []int32) {
	for _, i := range cells {
		c := &s.cells[i]
		s.n[c.column] += c.calls
		s.np[c.column] += c.pairs
		for _, own := range c.counts {
			m := own.measure
			if s.k[m] == nil {
				s.k[m], s.kp[m] = make([]int64, len(s.n)), make([]int64, len(s.n))
			}
			if !s.there[m] {
				s.there[m] = true
				s.measures = append(s.measures, m)
			}
			s.k[m][c.column] += own.calls
			s.kp[m][c.column] += own.pairs
		}
	}
}

// curve returns the curve of a measure, which is good until the sheet is filled again.
func (s *sheet) curve(measure int32) *curve {
	c := &curve{n: s.n, np: s.np, k: s.k[measure], kp: s.kp[measure]}
	if c.k == nil {
		c.k, c.kp = s.zero, s.zero
	}
	return c
}

// A split is where a share most likely changed.
type split struct {
	at    int     // the column with which the new share begins
	ratio float64 // twice the logarithm of the likelihood ratio; 0 where there is no place
	tried int     // places
}

// split returns the place between two columns, from and to, at which a share most likely
// changed, of those where there may be a change and calls on both sides.
func (c *curve) split(from, to int, mayChange []bool) (best split) {
	whole := c.part(from, to)
	flat := likelihood(whole.k, whole.n)
	var n, k int64
	for i := from; i < to; i++ {
		again := c.n[i] == 0 && i+1 < to && mayChange[i+1] // the next place has the same sides
		if mayChange[i] && !again && n > 0 && n < whole.n {
			best.tried++
			ratio := 2 * (likelihood(k, n) + likelihood(whole.k-k, whole.n-n) - flat)
			if ratio > best.ratio {
				best.at, best.ratio = i, ratio
			}
		}
		n += c.n[i]
		k += c.k[i]
	}
	return best
}

// only returns the split at a column.
func (c *curve) only(at int) split { return split{at, c.ratio(at, 0, len(c.n)), 1} }

// ratio returns that of a split between two columns; 0 where there are no calls on one side.
func (c *curve) ratio(at, from, to int) float64 {
	before, after := c.part(from, at), c.part(at, to)
	if before.n == 0 || after.n == 0 {
		return 0
	}
	flat := likelihood(before.k+after.k, before.n+after.n)
	return max(0, 2*(likelihood(before.k, before.n)+likelihood(after.k, after.n)-flat))
}

// likelihood returns the logarithm of how likely k of n calls are if their share is k/n.
func likelihood(k, n int64) float64 {
	sum := 0.0
	for _, part := range [...]int64{k, n - k} {
		if part > 0 {
			sum += float64(part) * math.Log(float64(part)/float64(n))
		}
	}
	return sum
}
