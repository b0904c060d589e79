package changes

import (
	"cmp"
	"iter"
	"slices"
)

// A slice is the calls with some values of some dimensions, in all columns.
type slice struct {
	dims  uint8   // those of which it has one value only
	cells []int32 // by column
	// Of a slice whose calls begin at a column, before are the cells before it of the slice
	// without the model or the prompt, which are new, and since is that column; 0 for others.
	before []int32
	since  int
	fresh  uint8 // the dimensions that are new
}

// slices yields all slices, each once: calls that several sets of values have in common are
// one slice. It is good until the next one.
func (g *grid) slices() iter.Seq[*slice] {
	return func(yield func(*slice) bool) {
		order := make([]int32, len(g.cells))
		for i := range order {
			order[i] = int32(i)
		}
		seen := map[uint64]bool{}
		for dims := range uint8(all + 1) {
			slices.SortFunc(order, func(a, b int32) int {
				return cmp.Or(g.compare(dims, a, b), cmp.Compare(g.cells[a].column, g.cells[b].column), cmp.Compare(a, b))
			})
			for rest := order; len(rest) > 0; {
				n := 1
				for n < len(rest) && g.compare(dims, rest[0], rest[n]) == 0 {
					n++
				}
				s := &slice{cells: rest[:n]}
				rest = rest[n:]
				if name := s.fingerprint(); !seen[name] {
					seen[name] = true
					s.dims = g.common(s.cells)
					if !yield(s) {
						return
					}
				}
			}
		}
	}
}

// compare compares the values that two cells have of some dimensions.
func (g *grid) compare(dims uint8, a, b int32) int {
	x, y := &g.values[g.cells[a].series], &g.values[g.cells[b].series]
	for d := range dimensions {
		if dims&(1<<d) != 0 && x[d] != y[d] {
			return cmp.Compare(x[d], y[d])
		}
	}
	return 0
}

// common returns the dimensions of which some cells have one value.
func (g *grid) common(cells []int32) uint8 {
	dims := uint8(all)
	first := &g.values[g.cells[cells[0]].series]
	for _, i := range cells {
		for d, value := range g.values[g.cells[i].series] {
			if value != first[d] {
				dims &^= 1 << d
			}
		}
	}
	return dims
}

// fingerprint returns a hash of the cells: another set has the same one with a probability of 2^-64.
func (s *slice) fingerprint() uint64 {
	sum := uint64(0)
	for _, i := range s.cells {
		x := (uint64(i) + 1) * 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		sum += x ^ x>>31
	}
	return sum
}

// newer returns a slice with what it is compared with where its calls begin at a column at
// which there may be a change: the calls before it of the same tool, or of all of them, without
// the prompt and without the model if need be. It returns nil where there are none.
func (g *grid) newer(s *slice, older map[family][]int32) *slice {
	since := g.cells[s.cells[0]].column
	if g.since > 0 && since >= int32(g.since) {
		since = int32(g.since)
	}
	if !g.mayChange[since] {
		return nil
	}
	for _, dims := range [...]uint8{s.dims &^ (1 << prompt), s.dims &^ (1<<prompt | 1<<model)} {
		if dims == s.dims {
			continue // it has no prompt, or no model, of its own that could be new
		}
		cells := older[g.family(dims, s.cells[0])]
		n, _ := slices.BinarySearchFunc(cells, since, func(i, column int32) int { return cmp.Compare(g.cells[i].column, column) })
		if n > 0 {
			return &slice{dims: s.dims, cells: s.cells, before: cells[:n], since: int(since), fresh: s.dims &^ dims}
		}
	}
	return nil
}

// A family is the calls of a tool and a model, or of all of them.
type family struct {
	dims        uint8
	tool, model int32
}

func (g *grid) family(dims uint8, cell int32) family {
	f := family{dims: dims &^ (1 << prompt), tool: -1, model: -1}
	v := &g.values[g.cells[cell].series]
	if dims&(1<<tool) != 0 {
		f.tool = v[tool]
	}
	if dims&(1<<model) != 0 {
		f.model = v[model]
	}
	return f
}

// families returns the cells of all families, by column.
func (g *grid) families() map[family][]int32 {
	all := map[family][]int32{}
	order := make([]int32, len(g.cells))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(g.cells[a].column, g.cells[b].column) })
	for _, i := range order {
		for dims := range uint8(1 << prompt) {
			f := g.family(dims, i)
			all[f] = append(all[f], i)
		}
	}
	return all
}
