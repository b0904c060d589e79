package changes

import (
	"cmp"
	"maps"
	"slices"

	"github.com/entrhq/forge-lsp/corpus"
)

// A grid is the calls of tallies by series and column.
type grid struct {
	columns []column // in the order of time
	// mayChange is whether a new share may begin with a column: between two tallies only with
	// the first of the second, which is since; that is 0 over days.
	mayChange []bool
	since     int
	series    []corpus.Series // by number
	values    [][dimensions]int32
	cells     []cell
	codes     []string // of the measures; that of refusals is ""
	single    uint8    // the dimensions of which all calls have one value
	spread    bool     // days differ by more than chance makes them
}

// A column is a day of a tally: of the first or of the second.
type column struct {
	tally int
	day   string // "" where it is not known
}

// The dimensions of a series.
const (
	tool = iota
	model
	prompt
	dimensions
)

// all is the set of all dimensions.
const all = 1<<dimensions - 1

// refusals is the measure of calls that do not run. The others are rules.
const refusals = 0

// A cell is the calls of a series in a column.
type cell struct {
	series, column int32
	calls, pairs   int64 // pairs of calls of one session
	lost           int64
	counts         []count
}

// A count is how many calls of a cell a measure is about.
type count struct {
	measure      int32
	calls, pairs int64
	causes       int64 // those of which the rule is the first with an error
}

// newGrid returns the grid of tallies. Of one alone, the calls of unknown days are left out.
func newGrid(tallies ...*corpus.Tally) *grid {
	g := &grid{codes: []string{""}}
	columns := map[column]int32{}
	for i, t := range tallies {
		for _, d := range t.Series() {
			if d.Day != "" || len(tallies) > 1 {
				columns[column{i, d.Day}] = 0
			}
		}
	}
	g.columns = slices.SortedFunc(maps.Keys(columns), func(a, b column) int {
		return cmp.Or(cmp.Compare(a.tally, b.tally), cmp.Compare(a.day, b.day))
	})
	g.mayChange = make([]bool, len(g.columns))
	for i, c := range g.columns {
		columns[c] = int32(i)
		g.mayChange[i] = i > 0 && (len(tallies) == 1 || c.tally != g.columns[i-1].tally)
		if g.mayChange[i] && len(tallies) > 1 {
			g.since = i
		}
	}
	b := builder{grid: g, series: map[corpus.Series]int32{}, measures: map[string]int32{}, cells: map[[2]int32]int{}}
	for i, t := range tallies {
		for s, d := range t.Series() {
			if at, ok := columns[column{i, d.Day}]; ok {
				b.add(s, at, d.Cell)
			}
		}
	}
	for d := range dimensions {
		if len(b.names[d]) == 1 {
			g.single |= 1 << d
		}
	}
	return g
}

// A builder fills a grid.
type builder struct {
	*grid
	series   map[corpus.Series]int32
	measures map[string]int32
	cells    map[[2]int32]int // by series and column
	names    [dimensions]map[string]int32
}

// add adds the calls of a series in a column that are written by one method.
func (b *builder) add(s corpus.Series, at int32, from *corpus.Cell) {
	number, ok := b.series[s]
	if !ok {
		number = int32(len(b.grid.series))
		b.series[s] = number
		b.grid.series = append(b.grid.series, s)
		b.values = append(b.values, [...]int32{b.value(tool, s.Tool), b.value(model, s.Model), b.value(prompt, s.Prompt)})
	}
	key := [...]int32{number, at}
	i, ok := b.cells[key]
	if !ok {
		i = len(b.grid.cells)
		b.cells[key] = i
		b.grid.cells = append(b.grid.cells, cell{series: number, column: at})
	}
	c := &b.grid.cells[i]
	c.calls += from.Calls
	c.lost += from.Lost
	c.pairs += from.Pairs[corpus.AllPairs]
	if n := from.Refusals(); n > 0 {
		c.add(count{refusals, n, from.Pairs[corpus.RefusedPairs], n})
	}
	for _, code := range slices.Sorted(maps.Keys(from.Rules)) {
		measure, ok := b.measures[code]
		if !ok {
			measure = int32(len(b.codes))
			b.measures[code] = measure
			b.codes = append(b.codes, code)
		}
		c.add(count{measure, from.Rules[code], from.Pairs[code], from.Causes[code]})
	}
}

// value returns the number of a value of a dimension.
func (b *builder) value(dimension int, name string) int32 {
	if b.names[dimension] == nil {
		b.names[dimension] = map[string]int32{}
	}
	number, ok := b.names[dimension][name]
	if !ok {
		number = int32(len(b.names[dimension]))
		b.names[dimension][name] = number
	}
	return number
}

// add adds a count.
func (c *cell) add(n count) {
	for i := range c.counts {
		if own := &c.counts[i]; own.measure == n.measure {
			own.calls += n.calls
			own.pairs += n.pairs
			own.causes += n.causes
			return
		}
	}
	c.counts = append(c.counts, n)
}

// key returns the values that the calls of a slice have in common, except for those that all
// calls have.
func (g *grid) key(s *slice) map[corpus.Dimension]string {
	key := map[corpus.Dimension]string{}
	own := &g.series[g.cells[s.cells[0]].series]
	for d, value := range [...]string{tool: own.Tool, model: own.Model, prompt: own.Prompt} {
		if s.dims&^g.single&(1<<d) != 0 {
			key[names[d]] = value
		}
	}
	return key
}
