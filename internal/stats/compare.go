package stats

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Comparison has the counts of two tallies side by side.
type Comparison struct {
	// Worse reports whether a larger share of calls than before does not run, or runs with other
	// data than was written.
	Worse bool `json:"worse"`
	// Outcomes has every outcome; Rules the calls with findings of each rule; and Tools, of the calls
	// of each tool, those that do not run, or run with other data.
	Outcomes []Compared `json:"outcomes"`
	Rules    []Compared `json:"rules"`
	Tools    []Compared `json:"tools"`
}

// A Compared is a count in both tallies.
type Compared struct {
	// Name is what is counted, for programs, and Words the same for people.
	Name   string `json:"name"`
	Words  string `json:"-"`
	Before Share  `json:"before"`
	Now    Share  `json:"now"`
}

// A Share is a number of calls out of a total, with the percentage.
type Share struct {
	Calls   int64   `json:"calls"`
	Of      int64   `json:"of"`
	Percent float64 `json:"percent"`
}

func shareOf(calls, of int64) Share { return Share{calls, of, percent(calls, of)} }

// Compare compares a tally with an earlier one.
func Compare(before, now *Tally) *Comparison {
	a, b := &before.Totals, &now.Totals
	c := &Comparison{Worse: float64(b.Failing())*float64(a.Calls) > float64(a.Failing())*float64(b.Calls)}
	was, is := a.ByOutcome(), b.ByOutcome()
	for i, o := range diagnostics.AllOutcomes {
		c.Outcomes = append(c.Outcomes, Compared{o.String(), o.Words(), shareOf(was[i], a.Calls), shareOf(is[i], b.Calls)})
	}
	c.Rules = compared(before, now, ByRule, func(g *Group, t *Tally) Share { return shareOf(g.Calls, t.Totals.Calls) })
	c.Tools = compared(before, now, ByTool, func(g *Group, _ *Tally) Share { return shareOf(g.Failing(), g.Calls) })
	return c
}

// compared returns the shares of the groups of both tallies: those with the most calls now first.
func compared(before, now *Tally, by Dimension, share func(*Group, *Tally) Share) []Compared {
	list := []Compared{}
	at := map[string]int{}
	for _, t := range []*Tally{now, before} {
		for _, g := range t.Groups(by) {
			name := g.name(0)
			i, ok := at[name]
			if !ok {
				i, at[name] = len(list), len(list)
				none := Group{}
				list = append(list, Compared{name, name, share(&none, before), share(&none, now)})
			}
			if t == now {
				list[i].Now = share(&g, t)
			} else {
				list[i].Before = share(&g, t)
			}
		}
	}
	return list
}

// tables returns the tables for people.
func (c *Comparison) tables() (list []Table) {
	calls := []string{"calls before", "share before", "calls now", "share now"}
	failing := []string{"failing calls before", "share before", "failing calls now", "share now"}
	for _, of := range []struct {
		what    string
		list    []Compared
		columns []string
	}{{"outcome", c.Outcomes, calls}, {"rule", c.Rules, calls}, {"tool", c.Tools, failing}} {
		t := Table{Keys: []string{of.what}, Columns: of.columns, Names: of.what != "outcome"}
		for _, row := range of.list {
			t.Rows = append(t.Rows, TableRow{Key: []string{row.Words}, Numbers: []string{
				thousands.Separate(row.Before.Calls), Percent(row.Before.Calls, row.Before.Of),
				thousands.Separate(row.Now.Calls), Percent(row.Now.Calls, row.Now.Of),
			}})
		}
		list = append(list, t)
	}
	return list
}
