package reports

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// An outcome is an outcome of calls, with their number.
type outcome struct {
	id, name string
	n        int64
}

// outcomes returns the outcomes of calls, which add up to all calls.
func outcomes(c *corpus.Counts) (list []outcome) {
	by := c.Outcomes()
	for i, n := range [...]int64{by.Runs, by.Repaired, by.Altered, by.Refused, by.Ignored} {
		o := diagnostics.Outcomes[i]
		list = append(list, outcome{o.String(), o.Words(), n})
	}
	return list
}

// methods returns the methods of values.
func methods(c *corpus.Counts) []outcome {
	return []outcome{
		{corpus.Plain, "plain", c.CallsPlain},
		{corpus.Escapes, "escapes", c.CallsEscapes},
		{corpus.Sections, "CDATA", c.CallsCDATA},
		{corpus.Mixed, "mixed", c.CallsMixed},
	}
}

// A column is a number of a group.
type column struct {
	name string
	text func(*corpus.Group) string
}

// columnsOf returns the columns for groups by some dimensions: only the number of calls
// is known for those by a rule and another dimension.
func columnsOf(by []corpus.Dimension) []column {
	calls := column{"calls", func(g *corpus.Group) string { return thousands.Separate(g.Calls) }}
	if crossesRules(by) {
		return []column{
			calls,
			{"of", func(g *corpus.Group) string { return thousands.Separate(g.Of) }},
			{"share", func(g *corpus.Group) string { return corpus.Percent(g.Calls, g.Of) }},
		}
	}
	columns := []column{calls}
	for i, o := range outcomes(&corpus.Counts{}) {
		columns = append(columns, column{o.name, func(g *corpus.Group) string { return thousands.Separate(outcomes(&g.Counts)[i].n) }})
	}
	return append(columns, column{"parsed", func(g *corpus.Group) string { return corpus.Percent(g.Read(), g.Calls) }})
}

// crossesRules reports whether rows are grouped by a rule and another dimension.
func crossesRules(by []corpus.Dimension) bool {
	return len(by) > 1 && (slices.Contains(by, corpus.ByRule) || slices.Contains(by, corpus.ByCause))
}

// words returns an outcome as people see it.
func words(outcome string) string {
	for _, o := range diagnostics.Outcomes {
		if o.String() == outcome {
			return o.Words()
		}
	}
	return outcome
}
