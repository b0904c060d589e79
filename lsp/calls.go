package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// A callItem is a call of a list.
type callItem struct {
	Range protocol.Range `json:"range"`
	ls.Call
	Problem *protocol.Range `json:"problem,omitempty"` // the first of the most severe problems
}

// listed describes a call of a list. Only now it is parsed again.
func (v *view) listed(l *ls.CallList, c *ls.ListedCall) callItem {
	item := callItem{Range: v.rangeOf(c.Span), Call: l.Call(c)}
	if problem, ok := c.Problem(); ok {
		item.Problem = new(v.rangeOf(problem))
	}
	return item
}

// listCalls answers forge/calls with the calls of a document by position.
func (s *server) listCalls(ctx context.Context, v *view, _ *documentParams) ([]callItem, error) {
	l := ls.NewCallList(v.doc)
	items := []callItem{}
	for c := range l.All() {
		items = append(items, v.listed(l, &c))
	}
	return items, ctx.Err()
}

// windowParams are those of forge/callList.
type windowParams struct {
	documentParams
	Only   string      `json:"only"`  // the kind of the calls that are listed, "" for all
	From   int         `json:"from"`  // the first row, from 0
	Limit  int         `json:"limit"` // how many rows
	Choose *callChoice `json:"choose"`
}

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
func (s *server) callWindow(ctx context.Context, v *view, p *windowParams) (_ *callWindow, err error) {
	l := ls.NewCallList(v.doc)
	q := ls.Query{Only: p.Only, From: p.From, Limit: p.Limit}
	if p.Choose != nil {
		q.Choose = &ls.Choice{Tool: p.Choose.Tool, Index: p.Choose.Index}
		if q.Choose.Offset, err = v.offset(p.Choose.Position); err != nil {
			return nil, err
		}
	}
	found := l.Window(q)
	w := &callWindow{Counts: found.Counts, Listed: found.Listed, Rows: found.Rows, From: found.From, List: []callRow{}}
	for i := range found.List {
		w.List = append(w.List, v.row(l, &found.List[i]))
	}
	if found.Chosen != nil {
		w.Chosen = new(v.row(l, found.Chosen))
	}
	return w, ctx.Err()
}

// row describes a row of the list.
func (v *view) row(l *ls.CallList, r *ls.Row) callRow {
	row := callRow{Row: r.Row, Heading: r.Heading, Index: r.Index}
	if r.Call != nil {
		row.Call = new(v.listed(l, r.Call))
	}
	return row
}
