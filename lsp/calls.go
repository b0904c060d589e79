package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/ls"
)

// A callItem is a call of a list.
type callItem struct {
	Range protocol.Range `json:"range"`
	ls.CallRow
	Problem *protocol.Range `json:"problem,omitempty"` // the first of the most severe problems
}

// listed describes a call of a list. Only now it is parsed again.
func (v *view) listed(c *ls.ListedCall) callItem {
	item := callItem{Range: v.rangeOf(c.Span), CallRow: v.Call(c)}
	if problem, ok := c.Problem(); ok {
		item.Problem = new(v.rangeOf(problem))
	}
	return item
}

// listCalls answers forge/calls with the calls of a document by position.
func (s *server) listCalls(ctx context.Context, v *view, _ *documentParams) ([]callItem, error) {
	items := []callItem{}
	for _, c := range v.Calls() {
		items = append(items, v.listed(&c))
	}
	return items, ctx.Err()
}

// windowParams are those of forge/callList.
type windowParams struct {
	documentParams
	ls.Query
	Choose *struct {
		ls.Choice
		Position wirePosition `json:"position"`
	} `json:"choose"`
}

// A callWindow is a part of the list of a document's calls.
type callWindow struct {
	ls.Window
	List   []callRow `json:"list"`
	Chosen *callRow  `json:"chosen,omitempty"` // nil if the list is empty
}

// A callRow is a row of the list: a heading, or a call.
type callRow struct {
	ls.Row
	Call *callItem `json:"call,omitempty"`
}

// callWindow answers forge/callList with some rows of the list of a document's calls.
func (s *server) callWindow(ctx context.Context, v *view, p *windowParams) (_ *callWindow, err error) {
	if p.Choose != nil {
		p.Query.Choose = &p.Choose.Choice
		if p.Query.Choose.Offset, err = v.offset(p.Choose.Position); err != nil {
			return nil, err
		}
	}
	w := &callWindow{Window: *v.Window(p.Query), List: []callRow{}}
	for i := range w.Window.List {
		w.List = append(w.List, v.row(&w.Window.List[i]))
	}
	if w.Window.Chosen != nil {
		w.Chosen = new(v.row(w.Window.Chosen))
	}
	return w, ctx.Err()
}

// row describes a row of the list.
func (v *view) row(r *ls.Row) callRow {
	row := callRow{Row: *r}
	if r.Call != nil {
		row.Call = new(v.listed(r.Call))
	}
	return row
}
