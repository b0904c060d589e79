// Package reports formats a tally as JSON, Markdown and OpenMetrics.
package reports

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/corpus"
)

// Version is the version of the output of [JSON]: members are added to it, and never
// renamed.
const Version = 1

// A Report is a tally with the options of a report.
type Report struct {
	Tally *corpus.Tally
	// By are the dimensions by which rows are grouped; empty for no groups.
	By []corpus.Dimension
	// Compared is the comparison with another tally; nil for none.
	Compared *Comparison
}

// Output is the output of [JSON]. The counts of calls that were intended to run are at
// its top level.
type Output struct {
	corpus.Counts
	// Sessions is the number of sessions with a call or a reply, and Other has the counts
	// for calls in other text.
	Sessions int64         `json:"sessions"`
	Other    corpus.Counts `json:"other_text"`
	// Rules are the numbers of calls with a diagnostic of each rule, and Causes the
	// numbers of calls that do not run, or run with other data, by the first rule with an
	// error.
	Rules   []Count         `json:"rules"`
	Causes  []Count         `json:"causes"`
	Targets []corpus.Target `json:"targets"`
	// Formats are the numbers of calls in formats of other runtimes.
	Formats []diagnostics.FormatCount `json:"formats,omitempty"`
	By      []string                  `json:"by,omitempty"`
	Groups  []Group                   `json:"groups,omitempty"`
	// Compared is omitted if there is no tally to compare with.
	Compared *Comparison `json:"compared,omitempty"`
	Version  int         `json:"version"`
}

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
	corpus.Counts
	// Of is set for groups by a rule or a cause and another dimension, for which only Calls is
	// known: the number of calls with the rest of the key.
	Of int64 `json:"of,omitempty"`
}

// Output returns the output of [JSON].
func (r *Report) Output() *Output {
	out := &Output{
		Counts: r.Tally.Totals, Sessions: r.Tally.Sessions, Other: r.Tally.Other,
		Rules: r.counts(corpus.ByRule), Causes: r.counts(corpus.ByCause), Targets: r.Tally.Targets(), Formats: r.Tally.Formats(), Compared: r.Compared, Version: Version,
	}
	if len(r.By) > 0 {
		out.By, out.Groups = corpus.Names(r.By), []Group{}
		for _, g := range r.Tally.Groups(r.By...) {
			out.Groups = append(out.Groups, Group{Key: r.key(&g), Counts: g.Counts, Of: g.Of})
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
