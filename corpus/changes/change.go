package changes

import (
	"cmp"
	"math"
	"slices"

	"github.com/entrhq/forge-lsp/corpus"
)

// A Report holds the shares that changed.
type Report struct {
	// Changes are the changes for the worse followed by those for the better; in each,
	// those about calls that do not run, or run with other data, come first.
	Changes []Change
	// Shares is the number of tested shares, and DaysDiffer reports whether most of them vary
	// from day to day more than by chance.
	Shares     int
	DaysDiffer bool
}

// A Change is a share that changed. If several changed together, it is the one that explains the
// others.
type Change struct {
	// Better reports whether the share fell.
	Better bool
	// Error reports whether it is about calls that do not run, or run with other data.
	Error bool
	// Day is the first day of the new share, as 2006-01-02; "" between two tallies.
	Day string
	// Measure specifies which of the calls with the key are counted.
	Measure Measure
	// Key has the values that the calls have in common, except for those that all calls have.
	Key map[corpus.Dimension]string
	// New marks the values of the key that no call had before. Before is then about the calls
	// with the other values.
	New           map[corpus.Dimension]bool
	Before, After Share
	// Rules are those whose share changed with it, the cause first.
	Rules []RuleChange
	// Chance is the probability that any such change is reported if nothing changed.
	Chance float64
}

// A Measure specifies which calls are counted.
type Measure string

// The measures.
const (
	Refusals Measure = "refused" // calls that do not run
	Lost     Measure = "lost"    // calls that run with other data than was written
	ByRule   Measure = "rule"    // calls about which the first of the rules reports something
)

// A Share is a number of calls out of a total.
type Share struct {
	Calls int64 `json:"calls"`
	Of    int64 `json:"of"`
}

// A RuleChange describes how the share of calls with a diagnostic of a rule changed.
type RuleChange struct {
	Code string `json:"code"`
	// Cause reports whether it is the first error of most of the calls by which the share
	// changed.
	Cause  bool  `json:"cause"`
	Before Share `json:"before"`
	After  Share `json:"after"`
}

// A total is the calls of a slice on one side of a change.
type total struct {
	n, lost       int64
	calls, causes map[int32]int64 // by measure
}

// sides are the calls of a slice on both sides of a change.
type sides struct{ before, after total }

func (g *grid) sides(s *slice, at, from, to int) *sides {
	out := &sides{}
	for _, t := range [...]*total{&out.before, &out.after} {
		t.calls, t.causes = map[int32]int64{}, map[int32]int64{}
	}
	for _, cells := range [...][]int32{s.before, s.cells} {
		for _, i := range cells {
			c := &g.cells[i]
			if int(c.column) < from || int(c.column) >= to {
				continue
			}
			t := &out.before
			if int(c.column) >= at {
				t = &out.after
			}
			t.n += c.calls
			t.lost += c.lost
			for _, own := range c.counts {
				t.calls[own.measure] += own.calls
				t.causes[own.measure] += own.causes
			}
		}
	}
	return out
}

// rise returns by how much the share of some calls is greater after the change.
func (s *sides) rise(calls func(*total) int64) float64 {
	return float64(calls(&s.after))/float64(s.after.n) - float64(calls(&s.before))/float64(s.before.n)
}

// isMost reports whether a change is at least half of another one.
func isMost(part, whole float64) bool {
	return part != 0 && (part > 0) == (whole > 0) && 2*math.Abs(part) >= math.Abs(whole)
}

// change describes a change of a pick, one of its cuts.
func (g *grid) change(p *pick, cut, tested int) Change {
	at, from, to := p.cuts[cut], 0, len(g.columns)
	if cut > 0 {
		from = p.cuts[cut-1]
	}
	if cut+1 < len(p.cuts) {
		to = p.cuts[cut+1]
	}
	s := g.sides(p.slice, at, from, to)
	main := func(t *total) int64 { return t.calls[p.measure] }
	rise := s.rise(main)
	c := Change{Better: rise < 0, Key: g.key(p.slice), Chance: p.chance, Measure: ByRule}
	if g.since == 0 {
		c.Day = g.columns[at].day
	}
	for d, name := range names {
		if p.fresh&(1<<d) != 0 && cut == 0 {
			if c.New == nil {
				c.New = map[corpus.Dimension]bool{}
			}
			c.New[name] = true
		}
	}
	if at != p.split.at {
		own := g.curve(p.slice, p.measure)
		place := split{at: at, ratio: own.ratio(at, from, to), tried: to - from - 1}
		c.Chance = min(1, g.chance(p.slice, own, p.measure, place, from, to)*float64(tested))
	}
	refused := func(t *total) int64 { return t.calls[refusals] }
	lost := func(t *total) int64 { return t.lost }
	c.Error = p.measure == refusals || isMost(s.rise(func(t *total) int64 { return t.causes[p.measure] }), rise)
	counted := main
	switch {
	case p.measure == refusals || c.Error && isMost(s.rise(refused), rise):
		c.Measure, counted = Refusals, refused
	case c.Error && isMost(s.rise(lost), rise):
		c.Measure, counted = Lost, lost
	}
	c.Before, c.After = s.shares(counted)
	c.Rules = g.rules(p, s, rise)
	return c
}

func (s *sides) shares(calls func(*total) int64) (before, after Share) {
	return Share{calls(&s.before), s.before.n}, Share{calls(&s.after), s.after.n}
}

// rules returns the rules that changed with a share, the one that is the cause of the most calls
// first. A rule whose share did not change in its direction is left out. Where no rule of refused
// calls changed by itself, or those that did belong to another change, it is the one that is their
// first error most.
func (g *grid) rules(p *pick, s *sides, rise float64) []RuleChange {
	measures := slices.DeleteFunc(slices.Clone(p.with), func(m int32) bool {
		return s.rise(func(t *total) int64 { return t.calls[m] })*rise <= 0
	})
	if p.measure != refusals {
		measures = append(measures, p.measure)
	} else if len(measures) == 0 {
		for m := range s.after.causes {
			if m != refusals && isMost(s.rise(func(t *total) int64 { return t.causes[m] }), rise) {
				measures = append(measures, m)
			}
		}
	}
	type ruleRise struct {
		RuleChange
		own           bool
		causes, calls float64
	}
	var list []ruleRise
	for _, m := range measures {
		r := ruleRise{own: m == p.measure}
		r.Code = g.codes[m]
		r.Before, r.After = s.shares(func(t *total) int64 { return t.calls[m] })
		r.calls = s.rise(func(t *total) int64 { return t.calls[m] })
		r.causes = s.rise(func(t *total) int64 { return t.causes[m] })
		r.Cause = isMost(r.causes, r.calls)
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b ruleRise) int {
		return cmp.Or(cmp.Compare(number(b.own), number(a.own)), cmp.Compare(number(b.Cause), number(a.Cause)),
			cmp.Compare(math.Abs(b.causes), math.Abs(a.causes)), cmp.Compare(math.Abs(b.calls), math.Abs(a.calls)), cmp.Compare(a.Code, b.Code))
	})
	var out []RuleChange
	for i := range list {
		out = append(out, list[i].RuleChange)
	}
	return out
}

func number(is bool) int {
	if is {
		return 1
	}
	return 0
}

// names are the dimensions by their number.
var names = [dimensions]corpus.Dimension{tool: corpus.ByTool, model: corpus.ByModel, prompt: corpus.ByPrompt}

// sortChanges sorts changes: what got worse first, errors first, and then those of the most calls.
func sortChanges(list []Change) {
	excess := func(c *Change) float64 {
		return math.Abs(c.After.rate()-c.Before.rate()) * float64(c.After.Of)
	}
	slices.SortStableFunc(list, func(a, b Change) int {
		return cmp.Or(cmp.Compare(number(a.Better), number(b.Better)), cmp.Compare(number(b.Error), number(a.Error)),
			cmp.Compare(excess(&b), excess(&a)), cmp.Compare(a.Day, b.Day))
	})
}

func (s Share) rate() float64 { return float64(s.Calls) / float64(max(s.Of, 1)) }

// Worse reports whether more calls do not run, or run with other data, than before.
func (r *Report) Worse() bool {
	return r != nil && slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Error && !c.Better })
}
