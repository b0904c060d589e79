package changes

import (
	"maps"
	"slices"
	"sort"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// A grid is the calls of one or two tallies by day.
type grid struct {
	days   []string // of the first tally, then of the second; "" is an unknown one
	next   int      // the first day of the second tally; 0 if there is only one
	cells  []cell   // by day
	single dims     // the dimensions in which all calls have the same value
	tested int      // the number of tested shares
	uneven bool     // most shares vary from day to day by more than chance
}

// A cell is the calls of a tool, a model and a prompt on a day.
type cell struct {
	key
	day int
	*corpus.Cell
	counted []counted
}

// counted are the calls of a cell with a finding of a rule, or refusals for "".
type counted struct {
	rule string
	sum
}

func (c *cell) count() {
	all := c.of("")
	c.counted = make([]counted, 0, len(c.Rules)+1)
	add := func(rule string, k, kp int64) {
		s := all
		s.k, s.kp = float64(k), float64(kp)
		c.counted = append(c.counted, counted{rule, s})
	}
	for code, k := range c.Rules {
		add(code, k, c.Pairs[code])
	}
	if k := c.Refusals(); k > 0 {
		add("", k, c.Pairs[corpus.RefusedPairs])
	}
}

// dims are some of the dimensions, a bit each.
type dims uint8

const (
	tool dims = 1 << iota
	model
	prompt
	all = tool | model | prompt
)

var dimensions = [...]corpus.Dimension{corpus.ByTool, corpus.ByModel, corpus.ByPrompt}

// A key is the values of some dimensions; the others are empty.
type key struct {
	dims
	values [len(dimensions)]string
}

func (k key) only(d dims) key {
	k.dims &= d
	for i := range k.values {
		if k.dims&(1<<i) == 0 {
			k.values[i] = ""
		}
	}
	return k
}

// newGrid returns the grid of one or two tallies. With one, calls without a day are left out.
func newGrid(tallies ...*corpus.Tally) *grid {
	g := &grid{}
	for i, t := range tallies {
		byDay := map[string][]cell{}
		for s, d := range t.Series() {
			if d.Day != "" || len(tallies) > 1 {
				byDay[d.Day] = append(byDay[d.Day], cell{key: key{all, [...]string{s.Tool, s.Model, s.Prompt}}, Cell: d.Cell})
			}
		}
		if i > 0 {
			g.next = len(g.days)
		}
		for _, day := range slices.Sorted(maps.Keys(byDay)) {
			for _, c := range byDay[day] {
				c.day = len(g.days)
				c.count()
				g.cells = append(g.cells, c)
			}
			g.days = append(g.days, day)
		}
	}
	return g
}

// A slice is the calls with a key. Calls of a new model or prompt are compared with earlier calls
// of the others.
type slice struct {
	key
	cells []int // by day
	// fresh are the dimensions with a value that is new on the day since; cells then start with
	// the earlier calls that match the rest of the key.
	fresh dims
	since int
}

// slices returns each slice once: if several keys have the same calls, the slice has the longest
// key.
func (g *grid) slices() (list []*slice) {
	groups := map[key][]int{}
	var keys []key
	for i, c := range g.cells {
		for d := range all + 1 {
			k := c.only(d)
			if groups[k] == nil {
				keys = append(keys, k)
			}
			groups[k] = append(groups[k], i)
		}
	}
	for _, k := range keys {
		cells := groups[k]
		start := &g.cells[cells[0]]
		isSame := func(d dims) bool { return k.dims&d == 0 && len(groups[start.only(k.dims|d)]) == len(cells) }
		if isSame(tool) || isSame(model) || isSame(prompt) {
			continue
		}
		if len(cells) == len(g.cells) {
			g.single = k.dims
		}
		list = append(list, &slice{key: k, cells: cells})
		since := start.day
		if since > g.next && g.next > 0 {
			since = g.next
		}
		if since < max(g.next, 1) {
			continue
		}
		for _, fresh := range [...]dims{prompt, prompt | model} {
			older := groups[start.only(k.dims&^fresh)]
			if n := sort.Search(len(older), func(i int) bool { return g.cells[older[i]].day >= since }); n > 0 {
				list = append(list, &slice{k, slices.Concat(older[:n], cells), k.dims & fresh, since})
				break
			}
		}
	}
	return list
}

// sides returns the calls of some cells between the days from and to, before and after at.
func (g *grid) sides(cells []int, from, at, to int) *sides {
	s := &sides{}
	for _, i := range cells {
		switch c := &g.cells[i]; {
		case c.day < from || c.day >= to:
		case c.day < at:
			s.before = append(s.before, c.Cell)
		default:
			s.after = append(s.after, c.Cell)
		}
	}
	return s
}
