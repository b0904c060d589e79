package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// MaxRows is the number of rows of a table for people: JSON has all of them.
const MaxRows = 30

// A Table is a part of a report for people.
type Table struct {
	// Keys are the headings of the columns that name a row, Columns those of its numbers, with their
	// units. A share has the sign of percent.
	Keys, Columns []string
	// Names reports whether the names are from files, such as those of tools. Others are words of this
	// package.
	Names bool
	Rows  []TableRow
	More  int // rows that are left out
}

// A TableRow is a row of a table.
type TableRow struct {
	Key, Numbers []string
	// Share is drawn beside the numbers, from 0, which is not drawn, to 1.
	Share float64
	// Outcome is the one that has the color of the row: [diagnostics.NoCall] for none.
	Outcome diagnostics.Outcome
}

// Summary describes what was counted: "3 sessions, 7 calls (2 native), 1 reply without a call".
func (r *Report) Summary() string {
	t := &r.Tally.Totals
	var b strings.Builder
	add := func(parts ...string) { b.WriteString(strings.Join(parts, "")) }
	add(thousands.Count(r.Tally.Sessions, "session"))
	if t.Calls > 0 || t.Leaked == 0 {
		add(", ", thousands.Count(t.Calls, "call"))
	}
	var forms []string
	if t.Native > 0 {
		forms = append(forms, thousands.Separate(t.Native)+" native")
	}
	for _, f := range r.Tally.Formats() {
		forms = append(forms, thousands.Separate(f.Calls)+" in "+foreign.Line(document.Words(f.Format)))
	}
	if forms != nil {
		add(" (", strings.Join(forms, ", "), ")")
	}
	if t.Replies == 1 {
		add(", 1 reply without a call")
	} else if t.Replies > 0 {
		add(", ", thousands.Separate(t.Replies), " replies without a call")
	}
	if t.Leaked > 0 {
		add(", ", thousands.Separate(t.Leaked), " leaked")
	}
	if t.LeakedAgain > 0 {
		add(" (", thousands.Separate(t.LeakedAgain), " after another)")
	}
	if n := r.Tally.Other.Calls; n > 0 {
		add(", ", thousands.Separate(n), " in other text")
	}
	return b.String()
}

// Tables returns the tables of the report that have rows. The outcomes are in those of the comparison if
// there is one.
func (r *Report) Tables() []Table {
	t := &r.Tally.Totals
	list := []Table{r.outcomes()}
	if r.Compared != nil {
		list = r.Compared.tables()
	}
	if t.Calls > 0 {
		list = append(list, r.methods(), r.causes(), r.targets())
	}
	if len(r.By) > 0 && t.Calls+t.Leaked > 0 {
		list = append(list, r.groups())
	}
	list = slices.DeleteFunc(list, func(t Table) bool { return len(t.Rows) == 0 })
	for i := range list {
		list[i].More = max(0, len(list[i].Rows)-MaxRows)
		list[i].Rows = list[i].Rows[:len(list[i].Rows)-list[i].More]
	}
	return list
}

// add adds a row with a number of calls and their share, if there are any.
func (t *Table) add(name string, calls, of int64, o diagnostics.Outcome) {
	if calls > 0 {
		t.Rows = append(t.Rows, TableRow{[]string{name}, []string{thousands.Separate(calls), Percent(calls, of)}, percent(calls, of) / 100, o})
	}
}

func (r *Report) outcomes() Table {
	t := Table{Keys: []string{"outcome"}, Columns: []string{"calls", "share"}}
	for i, n := range r.Tally.Totals.ByOutcome() {
		o := diagnostics.AllOutcomes[i]
		t.add(o.Words(), n, r.Tally.Totals.Calls, o)
	}
	return t
}

func (r *Report) methods() Table {
	c := &r.Tally.Totals
	t := Table{Keys: []string{"method"}, Columns: []string{"calls in text", "share"}}
	for i, n := range c.ByMethod() {
		t.add(methods[i], n, c.Judged()-c.Native, diagnostics.NoCall)
	}
	return t
}

func (r *Report) causes() Table {
	t := Table{Keys: []string{"first error"}, Columns: []string{"calls", "share of errors"}, Names: true}
	groups, of := r.Tally.Groups(ByCause), int64(0)
	for i := range groups {
		of += groups[i].Calls
	}
	for i := range groups {
		t.add(groups[i].name(0), groups[i].Calls, of, diagnostics.Refused)
	}
	return t
}

func (r *Report) targets() Table {
	t := Table{Keys: []string{"", "target"}, Columns: []string{"value", "wanted"}}
	inText := r.Tally.Totals.Judged() > r.Tally.Totals.Native
	for _, target := range r.Tally.Targets() {
		if target.Of == 0 && !inText { // most are about calls in text
			continue
		}
		mark, outcome := "·", diagnostics.NoCall
		if target.Met != nil {
			mark, outcome = "✗", diagnostics.Refused
			if *target.Met {
				mark, outcome = "✓", diagnostics.Runs
			}
		}
		t.Rows = append(t.Rows, TableRow{Key: []string{mark, target.Name}, Numbers: []string{target.Value(), target.Want}, Outcome: outcome})
	}
	return t
}

// groups returns the groups of the report. Only the number of calls is known for those by a rule and
// another dimension.
func (r *Report) groups() Table {
	t := Table{Keys: Names(r.By), Names: true, Columns: []string{"calls", "of", "share"}}
	crossed, leaked := crossesRules(r.By), r.Tally.Totals.Leaked > 0
	if !crossed {
		t.Columns = t.Columns[:1]
		for _, o := range diagnostics.AllOutcomes {
			t.Columns = append(t.Columns, o.Words())
		}
		if t.Columns = append(t.Columns, "parsed"); leaked {
			t.Columns = append(t.Columns, "leaked")
		}
	}
	for _, g := range r.Tally.Groups(r.By...) {
		row := TableRow{Numbers: []string{thousands.Separate(g.Calls)}}
		for k := range r.By {
			row.Key = append(row.Key, g.name(k))
		}
		if crossed {
			row.Numbers = append(row.Numbers, thousands.Separate(g.Of), Percent(g.Calls, g.Of))
		} else {
			for _, n := range g.ByOutcome() {
				row.Numbers = append(row.Numbers, thousands.Separate(n))
			}
			if row.Numbers = append(row.Numbers, Percent(g.Read(), g.Judged())); leaked {
				row.Numbers = append(row.Numbers, thousands.Separate(g.Leaked))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// name returns the value of a dimension for people.
func (g *Group) name(dimension int) string {
	if g.Rest {
		return "(all others)"
	}
	return cmp.Or(g.Key[dimension], "(none)")
}

// crossesRules reports whether rows are grouped by a rule and another dimension.
func crossesRules(by []Dimension) bool {
	return len(by) > 1 && (slices.Contains(by, ByRule) || slices.Contains(by, ByCause))
}
