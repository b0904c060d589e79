package stats

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

type outcome struct {
	id, name string
	n        int64
}

// outcomes returns the outcomes of calls, which add up to all calls.
func outcomes(c *Counts) (list []outcome) {
	for i, n := range c.ByOutcome() {
		o := diagnostics.AllOutcomes[i]
		list = append(list, outcome{o.String(), o.Words(), n})
	}
	return list
}

func methods(c *Counts) []outcome {
	return []outcome{
		{Plain, "plain", c.CallsPlain},
		{Escapes, "escapes", c.CallsEscapes},
		{Sections, "CDATA", c.CallsCDATA},
		{Mixed, "mixed", c.CallsMixed},
	}
}

// A tableRow is a group of a report in texts: the values of its key, and its columns.
type tableRow struct {
	Key, Columns []string
	Rest         bool // whether it is all groups beyond the limit of a tally
}

// Table returns the names of the columns for the groups of the report, and the first groups. more
// is the number of the others. Only the number of calls is known for groups by a rule and another
// dimension.
func (r *Report) Table(most int) (columns []string, rows []tableRow, more int) {
	list, crossed := r.Tally.Groups(r.By...), crossesRules(r.By)
	leaked := r.Tally.Totals.Leaked > 0
	if columns = []string{"calls", "of", "share"}; !crossed {
		columns = columns[:1]
		for _, o := range diagnostics.AllOutcomes {
			columns = append(columns, o.Words())
		}
		if columns = append(columns, "parsed"); leaked {
			columns = append(columns, "leaked")
		}
	}
	for i := range list[:min(len(list), most)] {
		g := &list[i]
		row := tableRow{Columns: []string{thousands.Separate(g.Calls)}, Rest: g.Rest}
		for k := range r.By {
			row.Key = append(row.Key, keyOf(g, k))
		}
		if crossed {
			row.Columns = append(row.Columns, thousands.Separate(g.Of), Percent(g.Calls, g.Of))
		} else {
			for _, o := range outcomes(&g.Counts) {
				row.Columns = append(row.Columns, thousands.Separate(o.n))
			}
			row.Columns = append(row.Columns, Percent(g.Read(), g.Judged()))
			if leaked {
				row.Columns = append(row.Columns, thousands.Separate(g.Leaked))
			}
		}
		rows = append(rows, row)
	}
	return columns, rows, max(0, len(list)-most)
}

// crossesRules reports whether rows are grouped by a rule and another dimension.
func crossesRules(by []Dimension) bool {
	return len(by) > 1 && (slices.Contains(by, ByRule) || slices.Contains(by, ByCause))
}
