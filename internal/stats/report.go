package stats

import (
	"encoding/json"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
)

// ReportVersion is the version of the output of [JSON]: members are added to it, and never
// renamed.
const ReportVersion = 1

// A Report is a tally with the options of a report.
type Report struct {
	Tally *Tally
	// By are the dimensions by which rows are grouped; empty for no groups.
	By []Dimension
	// Compared is the comparison with another tally; nil for none.
	Compared *Comparison
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
	Rules   []Count  `json:"rules"`
	Causes  []Count  `json:"causes"`
	Targets []Target `json:"targets"`
	// Formats are the numbers of calls in formats of other runtimes.
	Formats []diagnostics.FormatCount `json:"formats,omitempty"`
	By      []string                  `json:"by,omitempty"`
	Groups  []GroupOutput             `json:"groups,omitempty"`
	// Compared is omitted if there is no tally to compare with.
	Compared *Comparison `json:"compared,omitempty"`
	Version  int         `json:"version"`
}

// A Count is a number of calls.
type Count struct {
	Code  string `json:"code"`
	Calls int64  `json:"calls"`
}

// A GroupOutput is a Group in the output.
type GroupOutput struct {
	// Key has the value of each dimension; it is null for the keys beyond the limit of a
	// tally.
	Key map[string]string `json:"key"`
	Counts
	// Of is set for groups by a rule or a cause and another dimension, for which only Calls is
	// known: the number of calls with the rest of the key.
	Of int64 `json:"of,omitempty"`
}

// JSON returns the report as JSON, on one line; see [Output].
func (r *Report) JSON() string {
	var out strings.Builder
	encoder := json.NewEncoder(foreign.JSON(&out))
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(r.output()); err != nil {
		panic(err) // its content cannot cause an error
	}
	return out.String()
}

func (r *Report) output() *Output {
	out := &Output{
		Counts: r.Tally.Totals, Sessions: r.Tally.Sessions, Other: r.Tally.Other,
		Rules: r.counts(ByRule), Causes: r.counts(ByCause), Targets: r.Tally.Targets(), Formats: r.Tally.Formats(), Compared: r.Compared, Version: ReportVersion,
	}
	if len(r.By) > 0 {
		out.By, out.Groups = Names(r.By), []GroupOutput{}
		for _, g := range r.Tally.Groups(r.By...) {
			out.Groups = append(out.Groups, GroupOutput{Key: r.key(&g), Counts: g.Counts, Of: g.Of})
		}
	}
	return out
}

// counts returns the numbers of calls by rules or causes, in descending order.
func (r *Report) counts(d Dimension) []Count {
	list := []Count{}
	for _, g := range r.Tally.Groups(d) {
		if !g.Rest {
			list = append(list, Count{g.Key[0], g.Calls})
		}
	}
	return list
}

func (r *Report) key(g *Group) map[string]string {
	if g.Rest {
		return nil
	}
	key := map[string]string{}
	for i, d := range r.By {
		key[string(d)] = g.Key[i]
	}
	return key
}
