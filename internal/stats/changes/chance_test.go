package changes

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// days returns the grid of a series of calls of a tool, k of n of which are refused each day, and
// their sums.
func days(n, k []int64) (*grid, []int, []sum) {
	g, cells := &grid{tested: 1}, []int{}
	for day := range n {
		c := cell{key: key{dims: all}, day: day, Cell: &corpus.Cell{}}
		c.Calls, c.Refused = n[day], k[day]
		c.count()
		g.days, g.cells, cells = append(g.days, ""), append(g.cells, c), append(cells, day)
	}
	return g, cells, g.byDay(cells, "")
}

// TestChance checks that without changes, a p-value is below a number no more often than that
// number: for days that are like others, and for those that differ.
func TestChance(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const runs, width = 4000, 14
	for _, uneven := range []float64{0, 0.4} {
		below := map[float64]int{0.1: 0, 0.01: 0, 0.001: 0}
		for range runs {
			n, k := make([]int64, width), make([]int64, width)
			share := []float64{0.01, 0.05, 0.5, 0.97}[r.IntN(4)]
			for i := range width {
				n[i] = 1 + r.Int64N(400)
				own := share * math.Exp(uneven*r.NormFloat64())
				for range n[i] {
					if r.Float64() < own {
						k[i]++
					}
				}
			}
			g, cells, sums := days(n, k)
			g.uneven = uneven > 0
			at, _, tried := g.place(&slice{}, sums)
			if at == 0 {
				continue
			}
			p := g.chance(cells, "", sums, at) * float64(tried)
			for limit := range below {
				if p <= limit {
					below[limit]++
				}
			}
		}
		for limit, n := range below {
			t.Logf("days differ by %g: %d of %d are below %g", uneven, n, runs, limit)
			if most := limit*runs + 3*math.Sqrt(limit*runs); float64(n) > most {
				t.Errorf("days differ by %g: %d of %d are below %g, want at most %.0f", uneven, n, runs, limit, most)
			}
		}
	}
}

// TestDesign checks that the design effect is approximately the factor by which the number of
// calls varies over samples of sessions.
func TestDesign(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct {
		share, alike float64 // of calls; and how likely a call is what the one before was
		least, most  float64
	}{
		{0.02, 0, 1, 1.15}, {0.02, 0.5, 2.2, 3.2}, {0.5, 0.5, 2.2, 3.2}, {0.98, 0.5, 2.2, 3.2}, {0.3, 1, 8, 13},
	} {
		var p sum
		for range 20_000 {
			k, n := 0.0, float64(1+r.IntN(18))
			last := r.Float64() < test.share
			for i := range int(n) {
				if i > 0 && r.Float64() >= test.alike {
					last = r.Float64() < test.share
				}
				if last {
					k++
				}
			}
			p.add(sum{n: n, k: k, np: n * (n - 1) / 2, kp: k * (k - 1) / 2})
		}
		if got := design(p, sum{}); got < test.least || got > test.most {
			t.Errorf("a share of %g with %g alike: %g, want %g to %g", test.share, test.alike, got, test.least, test.most)
		}
	}
	// What is all in one session counts about as one call.
	if got := design(sum{n: 20_000, k: 80, np: 190_000}, sum{n: 30, k: 30, np: 435, kp: 435}); got < 29 || got > 31 {
		t.Errorf("one session: %g", got)
	}
	if got := design(sum{n: 100, k: 90, np: 10, kp: 1}, sum{}); got != 1 {
		t.Errorf("fewer pairs than by chance: %g, want 1", got)
	}
}

// TestPlace compares the likeliest place of a change with all places; of places that are as
// likely the first one is taken.
func TestPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 500 {
		width := 2 + r.IntN(12)
		n, k := make([]int64, width), make([]int64, width)
		for i := range width {
			n[i] = 1 + r.Int64N(50)
			k[i] = r.Int64N(n[i] + 1)
		}
		g, _, sums := days(n, k)
		got, most, tried := g.place(&slice{}, sums)
		best := 0.0
		for at := 1; at < width; at++ {
			best = max(best, ratio(total(sums[:at]), total(sums[at:])))
		}
		if math.Abs(most-best) > 1e-6 || tried != width-1 || best > 1e-9 && math.Abs(ratio(total(sums[:got]), total(sums[got:]))-best) > 1e-6 {
			t.Fatalf("%v of %v: %d, %g of %d, want %g", k, n, got, most, tried, best)
		}
	}
	g, _, sums := days([]int64{20, 20, 20}, []int64{10, 0, 10})
	if got, _, tried := g.place(&slice{}, sums); got != 1 || tried != 2 {
		t.Errorf("%d of %d, want the first of two places", got, tried)
	}
}
