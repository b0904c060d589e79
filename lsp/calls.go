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

// callWindow answers forge/callList with some rows of the list of a document's calls.
func (s *server) callWindow(ctx context.Context, v *view, p *windowParams) (_ *ls.Window[callItem], err error) {
	if p.Choose != nil {
		p.Query.Choose = &p.Choose.Choice
		if p.Query.Choose.Offset, err = v.offset(p.Choose.Position); err != nil {
			return nil, err
		}
	}
	return ls.WindowOf(v.View, p.Query, v.listed), ctx.Err()
}
