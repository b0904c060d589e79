package ls

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A Query asks for a part of the list of a document's calls.
type Query struct {
	Only   string  `json:"only"`  // the filter that lists them, "" for all
	From   int     `json:"from"`  // the first row, from 0
	Limit  *int    `json:"limit"` // how many rows; nil for all
	Choose *Choice `json:"choose"`
}

// A Choice determines which of the listed calls is chosen: the one that an offset is in; with a step, one after or
// before the offset; with a tool, the one that was chosen before the text was edited.
type Choice struct {
	Offset int     `json:"-"`
	Step   int     `json:"step"` // how many calls after the offset, or before it if it is negative; past the last is the first
	Tool   *string `json:"tool"`
	Index  int     `json:"index"` // in the list, from 1
}

// A Window is a part of the list of a document's calls, in which a heading precedes the
// calls of each message.
type Window[C any] struct {
	Filters []Filter `json:"filters"` // that of all calls is the first
	None    string   `json:"none"`    // what is told if the filter lists no call, otherwise ""
	Listed  int      `json:"listed"`  // how many calls the list has
	Rows    int      `json:"rows"`    // and with headings
	List    []Row[C] `json:"list"`
	Chosen  *Row[C]  `json:"chosen,omitempty"` // nil if the list is empty
}

// A Row is a row of the list: a heading, or a call as it is described there.
type Row[C any] struct {
	Number  int    `json:"row"` // from 0
	Heading string `json:"heading,omitempty"`
	Outcome string `json:"outcome,omitempty"` // of a heading, the worst of the listed calls below it
	Counts  string `json:"counts,omitempty"`  // how many these are, and what happens to them
	Index   int    `json:"index,omitempty"`   // of the call in the list, from 1
	Call    *C     `json:"call,omitempty"`

	of *ListedCall
}

// A Filter lists some of the calls of a document.
type Filter struct {
	Only  string `json:"only"`  // its word in a query
	Text  string `json:"text"`  // what people see
	Calls int    `json:"calls"` // how many it lists

	none string // what is told where it lists no call
}

// filters are the filters in the order in which they are shown.
var filters = [...]Filter{
	{Text: "All", none: "There are no tool calls in this file."},
	{Only: "broken", Text: "Not as meant", none: "Every call runs as meant."},
	{Only: "ignored", Text: capitalized(diagnostics.Ignored.Words()), none: "No call is ignored."},
	{Only: "refused", Text: capitalized(diagnostics.Refused.Words()), none: "No call is refused."},
	{Only: "altered", Text: capitalized(diagnostics.Altered.Words()), none: "No call loses data."},
	{Only: "repaired", Text: capitalized(diagnostics.Repaired.Words()), none: "No call needs a repair."},
	{Only: "unknown", Text: capitalized(diagnostics.Unknown.Words()), none: "No call is in a format of another runtime."},
	{Only: "runs", Text: capitalized(diagnostics.Runs.Words()), none: "No call runs as written."},
	{Only: "leaked", Text: "Leaked", none: "No call leaked into text."},
	{Only: "native", Text: "Native", none: "No call is native."},
}

// lists reports whether the filter lists a call.
func (f *Filter) lists(c *ListedCall) bool {
	return f.Only == "" || f.Only == "broken" && c.isBroken() || f.Only == c.outcome.String() || c.aside != nil && f.Only == c.aside.form
}

// WindowOf returns the rows of a document that are asked for, and describes their calls.
func WindowOf[C any](a View, q Query, describe func(*ListedCall) C) *Window[C] {
	all, w := a.Calls(), &Window[C]{Filters: []Filter{}, List: []Row[C]{}}
	only := Filter{Only: q.Only}
	for _, f := range filters {
		for i := range all {
			if f.lists(&all[i]) {
				f.Calls++
			}
		}
		if f.Only == q.Only {
			only = f
		}
		w.Filters = append(w.Filters, f)
	}
	if only.Calls == 0 {
		w.None = only.none
	}
	var listed []*ListedCall
	var rows []Row[C]
	var message messageKey
	for i := range all {
		c := &all[i]
		if !only.lists(c) {
			continue
		}
		if c.message != message && c.message != (messageKey{}) {
			rows = append(rows, Row[C]{Number: len(rows), Heading: c.heading()})
		}
		message, listed = c.message, append(listed, c)
		rows = append(rows, Row[C]{Number: len(rows), Index: len(listed), of: c})
	}
	w.Listed, w.Rows = len(listed), len(rows)
	from, end := min(max(0, q.From), len(rows)), len(rows)
	if q.Limit != nil {
		end = min(end-from, max(0, *q.Limit)) + from
	}
	for i, r := range rows[from:end] {
		if r.of == nil {
			r.Outcome, r.Counts = countsOf(rows[from+i+1:])
		} else {
			r.Call = new(describe(r.of))
		}
		w.List = append(w.List, r)
	}
	if len(listed) > 0 {
		chosen := q.Choose.among(listed)
		w.Chosen = &rows[slices.IndexFunc(rows, func(r Row[C]) bool { return r.of == chosen })]
		w.Chosen.Call = new(describe(chosen))
	}
	return w
}

// countsOf returns the worst outcome of the calls of the message that the rows start with, and what happens to them.
func countsOf[C any](rows []Row[C]) (worst, counts string) {
	var s diagnostics.Summary
	of := diagnostics.NoCall
	for ; s.Calls < len(rows) && rows[s.Calls].of != nil && rows[s.Calls].of.message.number > 0; s.Calls++ {
		outcome := rows[s.Calls].of.outcome
		s.Outcomes[outcome]++
		of = max(of, outcome)
	}
	return of.String(), s.Brief()
}

// heading returns the text above the calls of the message.
func (c *ListedCall) heading() string {
	return strings.TrimSuffix(fmt.Sprintf("Message %d · %s", c.message.number, c.role), " · ")
}

// among returns the chosen one of some calls. Of calls in others the innermost is, otherwise the first that suits.
func (q *Choice) among(calls []*ListedCall) (chosen *ListedCall) {
	if q != nil && q.Step != 0 {
		return q.step(slices.Clone(calls))
	}
	best := 0
	for i, c := range calls {
		if rank := q.rank(c, i+1); chosen == nil || rank < best || rank == 0 {
			chosen, best = c, rank
		}
	}
	return chosen
}

// step is among for a choice with a step. It sorts the calls by the places to which the cursor goes.
func (q *Choice) step(calls []*ListedCall) *ListedCall {
	slices.SortStableFunc(calls, func(a, b *ListedCall) int { return cmp.Compare(a.place(), b.place()) })
	to := q.Step
	for _, c := range calls {
		if at := c.place(); at < q.Offset || at == q.Offset && q.Step > 0 {
			to++
		}
	}
	if q.Step > 0 {
		to--
	}
	return calls[(to%len(calls)+len(calls))%len(calls)]
}

// rank returns how well the call at an index of the list suits the choice: 0 at its position, 1 of the same tool at its index,
// 2 where it does not run as meant, 3 otherwise.
func (q *Choice) rank(call *ListedCall, index int) int {
	switch {
	case q == nil:
	case q.Tool == nil:
		if call.Span.Start <= q.Offset && q.Offset < call.Span.End {
			return 0
		}
	case call.tool() != *q.Tool:
	case call.Span.Start == q.Offset:
		return 0
	case index == q.Index:
		return 1
	}
	if call.isBroken() {
		return 2
	}
	return 3
}
