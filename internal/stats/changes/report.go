package changes

import (
	"cmp"
	"math"
	"slices"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// A Report holds the shares that changed.
type Report struct {
	// Changes are the changes for the worse, followed by those for the better. In both groups,
	// changes of calls that do not run, or run with other data, come first.
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

func (s Share) rate() float64 { return float64(s.Calls) / float64(max(s.Of, 1)) }

// A RuleChange describes how the share of calls with a diagnostic of a rule changed.
type RuleChange struct {
	Code string `json:"code"`
	// Cause reports whether it is the first error of most of the calls by which the share
	// changed.
	Cause  bool  `json:"cause"`
	Before Share `json:"before"`
	After  Share `json:"after"`
}

// Worse reports whether more calls do not run, or run with other data, than before.
func (r *Report) Worse() bool {
	return r != nil && slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Error && !c.Better })
}

// sort sorts changes: those for the worse first, then errors, then those that affect most calls.
func (r *Report) sort() {
	excess := func(c *Change) float64 {
		return math.Abs(c.After.rate()-c.Before.rate()) * float64(c.After.Of)
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int {
		return cmp.Or(first(b.Better, a.Better), first(a.Error, b.Error), cmp.Compare(excess(&b), excess(&a)), cmp.Compare(a.Day, b.Day))
	})
}

// first orders an item with a property before one without it.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// A counter is what is counted of the calls of a cell.
type counter func(*corpus.Cell) int64

func refused(c *corpus.Cell) int64 { return c.Refusals() }
func lost(c *corpus.Cell) int64    { return c.Lost }

func withRule(code string) counter { return func(c *corpus.Cell) int64 { return c.Rules[code] } }

func causedByRule(code string) counter { return func(c *corpus.Cell) int64 { return c.Causes[code] } }

type sides struct{ before, after []*corpus.Cell }

func (s *sides) shares(of counter) (before, after Share) {
	sum := func(cells []*corpus.Cell) (sum Share) {
		for _, c := range cells {
			sum.Calls += of(c)
			sum.Of += c.Calls
		}
		return sum
	}
	return sum(s.before), sum(s.after)
}

// rise returns by how much a share is greater after the change.
func (s *sides) rise(of counter) float64 {
	before, after := s.shares(of)
	return after.rate() - before.rate()
}

// isMost reports whether a rise is at least half of another one.
func isMost(part, whole float64) bool {
	return part != 0 && (part > 0) == (whole > 0) && 2*math.Abs(part) >= math.Abs(whole)
}

// describe returns the report of a change, given all changes that are reported.
func (g *grid) describe(p *change, all []*change) Change {
	from, to := 0, len(g.days)
	for _, o := range all { // a related change limits the days that are compared
		switch {
		case o.key != p.key || !isRelated(o, p):
		case o.at < p.at:
			from = max(from, o.at)
		case o.at > p.at:
			to = min(to, o.at)
		}
	}
	s := g.sides(p.cells, from, p.at, to)
	rise := s.rise(p.counter())
	c := Change{Better: rise < 0, Chance: p.chance, Measure: ByRule, Key: map[corpus.Dimension]string{}}
	if g.next == 0 {
		c.Day = g.days[p.at]
	}
	for i, name := range dimensions {
		if p.dims&^g.single&(1<<i) != 0 {
			c.Key[name] = p.values[i]
		}
		if p.fresh&(1<<i) != 0 {
			if c.New == nil {
				c.New = map[corpus.Dimension]bool{}
			}
			c.New[name] = true
		}
	}
	c.Error = p.rule == "" || isMost(s.rise(causedByRule(p.rule)), rise)
	counted := p.counter()
	switch {
	case p.rule == "" || c.Error && isMost(s.rise(refused), rise):
		c.Measure, counted = Refusals, refused
	case c.Error && isMost(s.rise(lost), rise):
		c.Measure, counted = Lost, lost
	}
	c.Before, c.After = s.shares(counted)
	c.Rules = s.rules(p, rise)
	return c
}

// rules returns the rules that changed with a share: that of the share first, then by the number
// of calls that they are the cause of. If refusals changed and no rule changed significantly, it
// is the rule that is most often their first error.
func (s *sides) rules(p *change, rise float64) (list []RuleChange) {
	codes := slices.DeleteFunc(slices.Clone(p.with), func(code string) bool { return s.rise(withRule(code))*rise <= 0 })
	if p.rule != "" {
		codes = append(codes, p.rule)
	} else if len(codes) == 0 {
		for _, c := range s.after {
			for code := range c.Causes {
				if !slices.Contains(codes, code) && isMost(s.rise(causedByRule(code)), rise) {
					codes = append(codes, code)
				}
			}
		}
	}
	for _, code := range codes {
		r := RuleChange{Code: code, Cause: isMost(s.rise(causedByRule(code)), s.rise(withRule(code)))}
		r.Before, r.After = s.shares(withRule(code))
		list = append(list, r)
	}
	by := func(of func(string) counter, a, b RuleChange) int {
		return cmp.Compare(math.Abs(s.rise(of(b.Code))), math.Abs(s.rise(of(a.Code))))
	}
	slices.SortFunc(list, func(a, b RuleChange) int {
		return cmp.Or(first(a.Code == p.rule, b.Code == p.rule), first(a.Cause, b.Cause), by(causedByRule, a, b), by(withRule, a, b), cmp.Compare(a.Code, b.Code))
	})
	return list
}
