package reports

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/stats/changes"
)

// A Change is a share of calls that changed.
type Change struct {
	// Direction is worse or better.
	Direction string `json:"direction"`
	// Text is the change in words.
	Text string `json:"text"`
	// Error reports whether it is about calls that do not run, or run with other data.
	Error bool `json:"error"`
	// Day is the first day of the new share; it is omitted between two tallies.
	Day string `json:"day,omitempty"`
	// Measure is the measured share: refused, lost or rule; Key has the values that its calls
	// have in common, other than those of all calls, and New the part of it that no call had
	// before.
	Measure changes.Measure   `json:"measure"`
	Key     map[string]string `json:"key"`
	New     []string          `json:"new,omitempty"`
	Before  Share             `json:"before"`
	After   Share             `json:"after"`
	// Rules changed with it, the cause first.
	Rules []changes.RuleChange `json:"rules"`
	// Chance is the probability that any such change is reported if nothing changed.
	Chance float64 `json:"chance"`
}

// A Share is a number of calls out of a total, with the percentage.
type Share struct {
	changes.Share
	Percent float64 `json:"percent"`
}

func (r *Report) changes() []Change {
	list := []Change{}
	for i := range r.Changes.Changes {
		c := &r.Changes.Changes[i]
		out := Change{
			Direction: direction(c), Text: c.Words(func(name string) string { return name }),
			Error: c.Error, Day: c.Day, Measure: c.Measure, Key: map[string]string{}, Rules: c.Rules, Chance: c.Chance,
			Before: Share{c.Before, percent(c.Before.Calls, c.Before.Of)}, After: Share{c.After, percent(c.After.Calls, c.After.Of)},
		}
		for d, value := range c.Key {
			out.Key[string(d)] = value
		}
		for _, d := range slices.Sorted(maps.Keys(c.New)) {
			out.New = append(out.New, string(d))
		}
		if out.Rules == nil {
			out.Rules = []changes.RuleChange{}
		}
		list = append(list, out)
	}
	return list
}

func direction(c *changes.Change) string {
	if c.Better {
		return "better"
	}
	return "worse"
}

func (r *Report) markdownChanges(out io.Writer) {
	if r.Changes == nil || len(r.Changes.Changes) == 0 {
		return
	}
	fmt.Fprintln(out)
	for i := range r.Changes.Changes {
		c := &r.Changes.Changes[i]
		fmt.Fprintf(out, "- **%s**: %s\n", direction(c), c.Words(func(name string) string { return markdown.Code(short(name)) }))
	}
}

type changeRow struct{ Class, Direction, Text string }

func (r *Report) changeRows() (rows []changeRow) {
	if r.Changes == nil {
		return nil
	}
	for i := range r.Changes.Changes {
		c := &r.Changes.Changes[i]
		text := c.Words(func(name string) string { return name })
		row := changeRow{Direction: direction(c), Text: strings.ReplaceAll(text, " %", "\u00a0%")} // on one line
		switch {
		case c.Better:
			row.Class = "met"
		case c.Error:
			row.Class = "missed"
		}
		rows = append(rows, row)
	}
	return rows
}
