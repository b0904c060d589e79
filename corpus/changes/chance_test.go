package changes

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/corpus"
)

// near reports whether two numbers are the same up to a relative error.
func near(a, b, most float64) bool { return math.Abs(a-b) <= most*math.Max(math.Abs(a), math.Abs(b)) }

// TestFisher compares Fisher's test with all tables with the same sums, each counted in
// integers.
func TestFisher(t *testing.T) {
	tables := 0
	for n0 := int64(1); n0 <= 12; n0++ {
		for n1 := int64(1); n1 <= 12; n1++ {
			for k0 := range n0 + 1 {
				for k1 := range n1 + 1 {
					want := fisherOfTables(k0, n0, k1, n1)
					if got := fisher(k0, n0, k1, n1); !near(got, want, 1e-11) {
						t.Fatalf("%d of %d and %d of %d: %g, want %g", k0, n0, k1, n1, got, want)
					}
					tables++
				}
			}
		}
	}
	t.Log(tables, "tables")
	for _, of := range [][4]int64{{0, 3000, 5, 200}, {40, 4000, 90, 4100}, {3990, 4000, 3900, 4000}, {12, 900, 0, 1100}} {
		want := fisherOfTables(of[0], of[1], of[2], of[3])
		if got := fisher(of[0], of[1], of[2], of[3]); !near(got, want, 1e-8) {
			t.Errorf("%v: %g, want %g", of, got, want)
		}
	}
}

// fisherOfTables counts the tables whose first share is as far below the second one or more, or
// above, and doubles their part of all.
func fisherOfTables(k0, n0, k1, n1 int64) float64 {
	choose := func(n, k int64) *big.Int { return new(big.Int).Binomial(n, k) }
	low := k1*n0 < k0*n1
	some := new(big.Int)
	for x := range min(k0+k1, n1) + 1 {
		if y := k0 + k1 - x; y <= n0 && (low && x <= k1 || !low && x >= k1) {
			some.Add(some, new(big.Int).Mul(choose(n1, x), choose(n0, y)))
		}
	}
	p, _ := new(big.Rat).SetFrac(some.Mul(some, big.NewInt(2)), choose(n0+n1, k0+k1)).Float64()
	return min(1, p)
}

// TestAbove checks that the chance of an F distribution is the area below its density.
func TestAbove(t *testing.T) {
	for _, freedom := range []int{1, 2, 3, 10, 28, 200} {
		for _, value := range []float64{0.1, 1, 4, 12, 30} {
			if got, want := above(value, freedom), aboveByArea(value, float64(freedom)); !near(got, want, 1e-5) {
				t.Errorf("F(1, %d) above %g: %g, want %g", freedom, value, got, want)
			}
		}
	}
	// With many degrees of freedom it is a chi-squared one; and chances far below those that are
	// 1 less another one are still known.
	if got, want := above(60, 0), above(60, 1e9); !near(got, want, 1e-3) || got < 9e-15 || got > 1e-14 {
		t.Errorf("%g, want %g", got, want)
	}
	for freedom := 1; freedom < 40; freedom += 3 {
		for _, value := range []float64{0.5, 5, 50} {
			if got, want := aboveSquares(value, freedom), aboveSquaresByArea(value, float64(freedom)); !near(got, want, 1e-5) {
				t.Errorf("chi-squared(%d) above %g: %g, want %g", freedom, value, got, want)
			}
		}
	}
}

// aboveByArea is the area of Student's density beyond the root of a value, on both sides: with
// t = √d·tan(a) that of a power of cos(a) over an interval that ends.
func aboveByArea(value, d float64) float64 {
	from := math.Atan(math.Sqrt(value / d))
	scale, _ := math.Lgamma((d + 1) / 2)
	less, _ := math.Lgamma(d / 2)
	factor := 2 * math.Exp(scale-less) / math.Sqrt(math.Pi)
	return factor * area(from, math.Pi/2, func(a float64) float64 { return math.Pow(math.Cos(a), d-1) })
}

// aboveSquaresByArea is the area of the density of a chi-squared distribution.
func aboveSquaresByArea(value, d float64) float64 {
	scale, _ := math.Lgamma(d / 2)
	return area(value, value+400, func(x float64) float64 {
		return math.Exp((d/2-1)*math.Log(x/2)-x/2-scale) / 2
	})
}

// area is an integral by Simpson's rule.
func area(from, to float64, f func(float64) float64) float64 {
	const steps = 200_000
	step := (to - from) / steps
	sum := f(from) + f(to)
	for i := 1; i < steps; i++ {
		sum += f(from+float64(i)*step) * float64(2+2*(i%2))
	}
	return sum * step / 3
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
		var p part
		for range 20_000 {
			k, n := int64(0), int64(1+r.IntN(18))
			last := r.Float64() < test.share
			for i := range n {
				if i > 0 && r.Float64() >= test.alike {
					last = r.Float64() < test.share
				}
				if last {
					k++
				}
			}
			p.n, p.k, p.np, p.kp = p.n+n, p.k+k, p.np+n*(n-1)/2, p.kp+k*(k-1)/2
		}
		if got := design(p); got < test.least || got > test.most {
			t.Errorf("a share of %g with %g alike: %g, want %g to %g", test.share, test.alike, got, test.least, test.most)
		}
	}
	// What is all in one session counts about as one call.
	if got := design(part{n: 20_000, k: 80, np: 190_000, kp: 0}, part{n: 30, k: 30, np: 435, kp: 435}); got < 29 || got > 31 {
		t.Errorf("one session: %g", got)
	}
	// The calls without it are in no session together, as far as is known.
	if got := design(part{n: 100, k: 90, np: 10, kp: 1}); got != 1 {
		t.Errorf("frequent, and none without it in one session: %g, want 1", got)
	}
}

// TestRoundedFisher checks that shares which are the other way round once they are rounded are
// no change.
func TestRoundedFisher(t *testing.T) {
	for _, test := range []struct{ before, after part }{
		{part{n: 100, k: 1}, part{n: 9000, k: 99}},   // one of one, and none of 90
		{part{n: 200, k: 101}, part{n: 390, k: 199}}, // two of two, and one of four
	} {
		if got := fisherOf(test.before, test.after, 100); got != 1 {
			t.Errorf("%v: %g, want 1", test, got)
		}
		if got := fisherOf(test.after, test.before, 100); got != 1 {
			t.Errorf("%v the other way round: %g, want 1", test, got)
		}
	}
}

// TestSplit compares the best split with all splits.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 500 {
		width := 2 + r.IntN(12)
		c := &curve{n: make([]int64, width), k: make([]int64, width), np: make([]int64, width), kp: make([]int64, width)}
		may := make([]bool, width)
		for i := range width {
			if r.IntN(4) > 0 {
				c.n[i] = r.Int64N(50)
				c.k[i] = r.Int64N(c.n[i] + 1)
			}
			may[i] = i > 0
		}
		got := c.split(0, width, may)
		best, places := 0.0, 0
		for at := 1; at < width; at++ {
			if c.part(0, at).n > 0 && c.part(at, width).n > 0 && c.n[at] > 0 {
				best = max(best, c.ratio(at, 0, width))
				places++
			}
		}
		if !near(got.ratio, best, 1e-6) && best > 1e-9 || got.tried != places {
			t.Fatalf("%v of %v: %+v, want %g of %d", c.k, c.n, got, best, places)
		}
		if best > 1e-9 && !near(c.ratio(got.at, 0, width), best, 1e-6) {
			t.Fatalf("%v of %v: %+v is not the best", c.k, c.n, got)
		}
	}
}

// TestFirstSplit checks that of places that are as likely the first one is taken.
func TestFirstSplit(t *testing.T) {
	c := &curve{n: []int64{20, 20, 20}, k: []int64{10, 0, 10}, np: make([]int64, 3), kp: make([]int64, 3)}
	if got := c.split(0, 3, []bool{false, true, true}); got.at != 1 || got.tried != 2 {
		t.Errorf("%+v, want the first of two places", got)
	}
}

// TestRulesOfDirection checks that the rules of a change are those that changed in its direction.
func TestRulesOfDirection(t *testing.T) {
	g := &grid{codes: []string{refusals: "", 1: "main", 2: "rises", 3: "same", 4: "falls"}}
	few, many := map[int32]int64{1: 10, 2: 10, 3: 20, 4: 30}, map[int32]int64{1: 50, 2: 30, 3: 20, 4: 10}
	for _, test := range []struct {
		before, after map[int32]int64
		rise          float64
		want          string
	}{
		{few, many, 0.4, "main rises"}, {many, few, -0.4, "main rises"},
	} {
		s := &sides{before: total{n: 100, calls: test.before}, after: total{n: 100, calls: test.after}}
		var got []string
		for _, r := range g.rules(&pick{candidate: &candidate{measure: 1}, with: []int32{4, 3, 2}}, s, test.rise) {
			got = append(got, r.Code)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("a rise of %g: %q, want %q", test.rise, got, test.want)
		}
	}
}

// TestSomeSlices checks that the slices end with the loop over them.
func TestSomeSlices(t *testing.T) {
	g := &grid{
		series: make([]corpus.Series, 2), values: [][dimensions]int32{{0, 0, 0}, {1, 0, 0}},
		cells: []cell{{series: 0}, {series: 1}},
	}
	var sizes []int
	for s := range g.slices() {
		if sizes = append(sizes, len(s.cells)); len(sizes) == 2 {
			break
		}
	}
	if !slices.Equal(sizes, []int{2, 1}) {
		t.Errorf("slices of %v cells, want one of all cells and one of one", sizes)
	}
}

// TestChanceIsOne checks that without changes, a chance is below a number no more often
// than that number.
func TestChanceIsOne(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const runs, days = 4000, 14
	below := map[float64]int{0.1: 0, 0.01: 0, 0.001: 0}
	for range runs {
		g := &grid{columns: make([]column, days), mayChange: make([]bool, days), series: nil}
		c := &curve{n: make([]int64, days), k: make([]int64, days), np: make([]int64, days), kp: make([]int64, days)}
		share := []float64{0.003, 0.05, 0.5, 0.97}[r.IntN(4)]
		for i := range days {
			g.mayChange[i] = i > 0
			c.n[i] = 1 + r.Int64N(400)
			for range c.n[i] {
				if r.Float64() < share {
					c.k[i]++
				}
			}
		}
		at := c.split(0, days, g.mayChange)
		if at.tried == 0 || at.ratio == 0 {
			continue
		}
		p := g.chance(&slice{dims: all}, c, refusals, at, 0, days)
		for limit := range below {
			if p <= limit {
				below[limit]++
			}
		}
	}
	for limit, n := range below {
		if most := limit*runs + 3*math.Sqrt(limit*runs); float64(n) > most {
			t.Errorf("%d of %d are below %g, want at most %.0f", n, runs, limit, most)
		}
	}
}

// TestFingerprint checks that no two sets of some cells have the same fingerprint.
func TestFingerprint(t *testing.T) {
	const cells = 10
	seen := map[uint64]int{}
	for set := range 1 << cells {
		s := &slice{}
		for i := range int32(cells) {
			if set&(1<<i) != 0 {
				s.cells = append(s.cells, i)
			}
		}
		name := s.fingerprint()
		if other, ok := seen[name]; ok {
			t.Fatalf("%b and %b have the same fingerprint", other, set)
		}
		seen[name] = set
	}
}
