package corpus

import "iter"

// part returns the text that decides which groups are held: all days of a tool, a model and
// a prompt together, so that a day that is not held looks like no change.
func (g group) part() string {
	s := g.series()
	return group{"", s.Tool, s.Model, s.Prompt}.text()
}

// A Series is the calls of a tool by a model with a prompt.
type Series struct{ Tool, Model, Prompt string }

func (g group) series() Series { return Series{g.of(ByTool), g.of(ByModel), g.of(ByPrompt)} }

// Series yields the calls of each series by day, "" for those of no known day, and by method.
// It yields all days of a series or none: series beyond the limits of the tally are omitted.
func (t *Tally) Series() iter.Seq2[Series, DayCell] {
	return func(yield func(Series, DayCell) bool) {
		held := t.cube.sorted()
		partly, cut := uint64(0), t.cube.rest != nil && len(held) > 0
		if cut {
			partly = t.cube.heap[0].hash // what was given up last may be a day of the same series
		}
		for _, h := range held {
			if cut && h.hash == partly || h.Calls == 0 {
				continue
			}
			if !yield(h.key.series(), DayCell{h.key.of(ByDay), &h.Cell}) {
				return
			}
		}
	}
}

// A DayCell is the calls of a day. The cell is the tally's.
type DayCell struct {
	Day string
	*Cell
}

// pair counts the pairs of calls of one session of which this call is the later one. That is
// how much calls of a session are alike; see [Cell].
func (c *Cell) pair(f *Fact) {
	if f.Kind != Call {
		return
	}
	c.addPairs(AllPairs, f.Earlier)
	if !f.runs() {
		c.addPairs(RefusedPairs, f.EarlierRefused)
	}
	for i, n := range f.EarlierRules {
		if i < len(f.Rules) {
			c.addPairs(f.Rules[i], n)
		}
	}
}

func (c *Cell) addPairs(of string, n int) {
	if n == 0 {
		return
	}
	if c.Pairs == nil {
		c.Pairs = map[string]int64{}
	}
	c.Pairs[of] += int64(n)
}
