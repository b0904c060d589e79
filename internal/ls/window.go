package ls

import (
	"fmt"
	"slices"
)

// maxWindow is how many rows of a list one answer has at most.
const maxWindow = 1000

// A Query asks for a part of the list of a document's calls.
type Query struct {
	Only   string  `json:"only"`  // the kind of the calls that are listed, "" for all
	From   int     `json:"from"`  // the first row, from 0
	Limit  int     `json:"limit"` // how many rows
	Choose *Choice `json:"choose"`
}

// A Choice determines which call is chosen: the one that an offset is in or, with a tool, the
// one that was chosen before the text was edited.
type Choice struct {
	Offset int     `json:"-"`
	Tool   *string `json:"tool"`
	Index  int     `json:"index"` // in the list, from 1
}

// A Window is a part of the list of a document's calls, in which a heading precedes the
// calls of each message.
type Window[C any] struct {
	Counts map[string]int `json:"counts"` // of all calls, by kind, and of "all"
	Listed int            `json:"listed"` // how many calls the list has
	Rows   int            `json:"rows"`   // and with headings
	From   int            `json:"from"`
	List   []Row[C]       `json:"list"`
	Chosen *Row[C]        `json:"chosen,omitempty"` // nil if the list is empty
}

// A Row is a row of the list: a heading, or a call as it is described there.
type Row[C any] struct {
	Number  int    `json:"row"` // from 0
	Heading string `json:"heading,omitempty"`
	Index   int    `json:"index,omitempty"` // of the call in the list, from 1
	Call    *C     `json:"call,omitempty"`
}

// WindowOf returns the rows of a document that are asked for, and describes their calls.
func WindowOf[C any](a View, q Query, describe func(*ListedCall) C) *Window[C] {
	w := &Window[C]{Counts: map[string]int{"all": 0}, From: max(0, q.From), List: []Row[C]{}}
	end := w.From + max(0, min(q.Limit, maxWindow))
	heading, best := "", 0
	var chosen *ListedCall
	for _, c := range a.Calls() {
		kinds := c.kinds()
		w.Counts["all"]++
		for _, kind := range kinds {
			w.Counts[kind]++
		}
		if q.Only != "" && !slices.Contains(kinds, q.Only) {
			continue
		}
		above := c.heading()
		if above != "" && (c.first || above != heading) {
			if w.Rows >= w.From && w.Rows < end {
				w.List = append(w.List, Row[C]{Number: w.Rows, Heading: above})
			}
			w.Rows++
		}
		heading = above
		w.Listed++
		here := Row[C]{Number: w.Rows, Index: w.Listed}
		// Of calls in others the innermost is chosen, otherwise the first.
		if rank := q.Choose.rank(&c, w.Listed); chosen == nil || rank < best || rank == 0 {
			w.Chosen, chosen, best = new(here), &c, rank
		}
		if w.Rows >= w.From && w.Rows < end {
			here.Call = new(describe(&c))
			w.List = append(w.List, here)
		}
		w.Rows++
	}
	if chosen != nil {
		w.Chosen.Call = new(describe(chosen))
	}
	return w
}

// heading returns the text above the calls of a message, "" without one.
func (c *ListedCall) heading() string {
	switch role := c.role.String(); {
	case c.message == 0:
		return ""
	case role == "":
		return fmt.Sprintf("Message %d", c.message)
	default:
		return fmt.Sprintf("Message %d · %s", c.message, role)
	}
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
