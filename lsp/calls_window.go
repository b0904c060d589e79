package lsp

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/uri"
)

// maxWindow is how many rows of a list one answer has at most.
const maxWindow = 1000

// windowParams are those of forge/callList.
type windowParams struct {
	TextDocument textDocument `json:"textDocument"`
	Only         string       `json:"only"`  // the kind of the calls that are listed, "" for all
	From         int          `json:"from"`  // the first row, from 0
	Limit        int          `json:"limit"` // how many rows
	Choose       *callChoice  `json:"choose"`
}

func (p *windowParams) key() uri.URI { return p.TextDocument.key() }

// A callChoice determines which call is chosen: the one that a position is in or, with a tool, the
// one that was chosen before the text was edited.
type callChoice struct {
	Position wirePosition `json:"position"`
	Tool     *string      `json:"tool"`
	Index    int          `json:"index"` // in the list, from 1
}

// A callWindow is a part of the list of a document's calls, in which a heading precedes the
// calls of each message.
type callWindow struct {
	Counts map[string]int `json:"counts"` // of all calls, by kind, and of "all"
	Listed int            `json:"listed"` // how many calls the list has
	Rows   int            `json:"rows"`   // and with headings
	From   int            `json:"from"`
	List   []callRow      `json:"list"`
	Chosen *callRow       `json:"chosen,omitempty"` // nil if the list is empty
}

// A callRow is a row of the list: a heading, or a call.
type callRow struct {
	Row     int       `json:"row"` // from 0
	Heading string    `json:"heading,omitempty"`
	Index   int       `json:"index,omitempty"` // of the call in the list, from 1
	Call    *callItem `json:"call,omitempty"`
}

// callWindow answers forge/callList with some rows of the list of a document's calls.
func (s *server) callWindow(ctx context.Context, sn *snapshot, p *windowParams) (*callWindow, error) {
	l, err := s.callList(ctx, sn)
	if err != nil {
		return nil, err
	}
	w, err := p.window(l)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	return w, ctx.Err()
}

// A placedCall is a call of the list with its place there.
type placedCall struct {
	listedCall
	row, index int
}

// window returns the rows that are asked for. Only their calls are parsed again.
func (p *windowParams) window(l *callList) (*callWindow, error) {
	w := &callWindow{Counts: map[string]int{"all": 0}, From: max(0, p.From), List: []callRow{}}
	end := w.From + max(0, min(p.Limit, maxWindow))
	choice := choice{wanted: p.Choose}
	if p.Choose != nil {
		var err error
		if choice.offset, err = p.Choose.Position.in(l.text, l.encoding); err != nil {
			return nil, err
		}
	}
	heading := ""
	for c := range l.all() {
		kinds := c.kinds()
		w.Counts["all"]++
		for _, kind := range kinds {
			w.Counts[kind]++
		}
		if p.Only != "" && !slices.Contains(kinds, p.Only) {
			continue
		}
		above := c.heading()
		if above != "" && (c.first || above != heading) {
			if w.Rows >= w.From && w.Rows < end {
				w.List = append(w.List, callRow{Row: w.Rows, Heading: above})
			}
			w.Rows++
		}
		heading = above
		w.Listed++
		here := placedCall{c, w.Rows, w.Listed}
		if w.Rows >= w.From && w.Rows < end {
			w.List = append(w.List, l.row(&here))
		}
		choice.consider(&here)
		w.Rows++
	}
	if chosen := choice.made(); chosen != nil {
		w.Chosen = new(l.row(chosen))
	}
	return w, nil
}

// heading returns the text above the calls of a message, "" without one.
func (c *listedCall) heading() string {
	switch role := c.role.String(); {
	case c.message == 0:
		return ""
	case role == "":
		return fmt.Sprintf("Message %d", c.message)
	default:
		return fmt.Sprintf("Message %d · %s", c.message, role)
	}
}

// row describes a call of the list.
func (l *callList) row(c *placedCall) callRow {
	return callRow{Row: c.row, Index: c.index, Call: new(l.item(&c.listedCall))}
}

// A choice finds the chosen call: the best of these that there is.
type choice struct {
	wanted *callChoice // nil if nothing is
	offset int         // of its position

	same   *placedCall // at the position
	nth    *placedCall // at the index, of the same tool
	broken *placedCall // the first that does not run as meant
	first  *placedCall
}

// consider examines the calls of the list, in order.
func (c *choice) consider(call *placedCall) {
	if c.first == nil {
		c.first = call
	}
	if c.broken == nil && call.isBroken() {
		c.broken = call
	}
	switch {
	case c.wanted == nil:
	case c.wanted.Tool == nil:
		if call.span.Start <= c.offset && c.offset < call.span.End {
			c.same = call
		}
	case call.span.Start == c.offset && call.tool() == *c.wanted.Tool:
		c.same = call
	case call.index == c.wanted.Index && call.tool() == *c.wanted.Tool:
		c.nth = call
	}
}

// made returns the chosen call, nil if there are none.
func (c *choice) made() *placedCall {
	for _, call := range []*placedCall{c.same, c.nth, c.broken, c.first} {
		if call != nil {
			return call
		}
	}
	return nil
}
