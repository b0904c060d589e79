// Package reports formats a tally as JSON, Markdown, OpenMetrics and HTML.
package reports

import (
	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/stats/changes"
)

// Version is the version of the output of [JSON]: members are added to it, and never
// renamed.
const Version = 1

// A Report is a tally with the options of a report.
type Report struct {
	Tally *corpus.Tally
	// By are the dimensions by which rows are grouped; empty for no groups.
	By []corpus.Dimension
	// Changes are the changes over its days, or since another tally; nil if they are not known.
	Changes *changes.Report
}

// Output is the output of [JSON]. The counts of calls that were intended to run are at
// its top level.
type Output struct {
	Counts
	// Sessions is the number of sessions with a call or a reply, and Other has the counts
	// for calls in other text.
	Sessions int64  `json:"sessions"`
	Other    Counts `json:"other_text"`
	// Rules are the numbers of calls with a diagnostic of each rule, and Causes the
	// numbers of calls that do not run, or run with other data, by the first rule with an
	// error.
	Rules   []Count         `json:"rules"`
	Causes  []Count         `json:"causes"`
	Targets []corpus.Target `json:"targets"`
	By      []string        `json:"by,omitempty"`
	Groups  []Group         `json:"groups,omitempty"`
	// Changes are the shares that got worse or better, and SharesTested is the number of tested
	// shares; both are omitted if there are fewer than two days and no tally to compare with.
	// DaysDiffer reports whether most shares vary from day to day more than by chance, so that
	// only large changes are found.
	Changes      []Change `json:"changes,omitzero"`
	SharesTested int      `json:"shares_tested,omitzero"`
	DaysDiffer   bool     `json:"days_differ,omitzero"`
	Version      int      `json:"version"`
}

// Counts are counts of calls, also by outcome.
type Counts struct {
	corpus.Counts
	Outcomes corpus.Outcomes `json:"outcomes"`
}

func countsOf(c *corpus.Counts) Counts { return Counts{*c, c.Outcomes()} }

// A Count is a number of calls.
type Count struct {
	Code  string `json:"code"`
	Calls int64  `json:"calls"`
}

// A Group is the set of rows with equal values.
type Group struct {
	// Key has the value of each dimension; it is null for the keys beyond the limit of a
	// tally.
	Key map[string]string `json:"key"`
	Counts
	// Of is set for groups by a rule or a cause and another dimension, for which only Calls is
	// known: the number of calls with the rest of the key.
	Of int64 `json:"of,omitempty"`
}

// Output returns the output of [JSON].
func (r *Report) Output() *Output {
	out := &Output{
		Counts: countsOf(&r.Tally.Totals), Sessions: r.Tally.Sessions, Other: countsOf(&r.Tally.Other),
		Rules: r.counts(corpus.ByRule), Causes: r.counts(corpus.ByCause), Targets: r.Tally.Targets(), Version: Version,
	}
	if r.Changes != nil {
		out.Changes, out.SharesTested, out.DaysDiffer = r.changes(), r.Changes.Shares, r.Changes.DaysDiffer
	}
	if len(r.By) > 0 {
		out.By, out.Groups = corpus.Names(r.By), []Group{}
		for _, g := range r.Tally.Groups(r.By...) {
			out.Groups = append(out.Groups, Group{Key: r.key(&g), Counts: countsOf(&g.Counts), Of: g.Of})
		}
	}
	return out
}

// counts returns the numbers of calls by rules or causes, in descending order.
func (r *Report) counts(d corpus.Dimension) []Count {
	list := []Count{}
	for _, g := range r.Tally.Groups(d) {
		if !g.Rest {
			list = append(list, Count{g.Key[0], g.Calls})
		}
	}
	return list
}

func (r *Report) key(g *corpus.Group) map[string]string {
	if g.Rest {
		return nil
	}
	key := map[string]string{}
	for i, d := range r.By {
		key[string(d)] = g.Key[i]
	}
	return key
}
