package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/ls"
)

// Requests in addition to those of the protocol, for information about the calls of a
// document; docs/protocol.md describes them.
const (
	methodSummary    = "forge/summary"
	methodCalls      = "forge/calls"
	methodReceived   = "forge/received"
	methodFixedCall  = "forge/fixedCall"
	methodInsertCall = "forge/insertCall"
	methodCorrection = "forge/correction"
	methodWritten    = "forge/written"
	methodRecognize  = "forge/recognize"
)

// summary answers forge/summary, which editors request after each change of a document: a few numbers, and no list.
func (s *server) summary(_ context.Context, v *view, _ *documentParams) (ls.Summary, error) {
	return ls.Summarize(v.doc, v.writing(v.doc)), nil
}

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

// callsParams are those of forge/calls.
type callsParams struct {
	documentParams
	ls.Query
	Choose *struct {
		ls.Choice
		Position wirePosition `json:"position"`
	} `json:"choose"`
}

// listCalls answers forge/calls with the list of a document's calls, or some rows of it.
func (s *server) listCalls(ctx context.Context, v *view, p *callsParams) (_ *ls.Window[callItem], err error) {
	if p.Choose != nil {
		p.Query.Choose = &p.Choose.Choice
		if p.Query.Choose.Offset, err = v.offset(p.Choose.Position); err != nil {
			return nil, err
		}
	}
	return ls.WindowOf(v.View, p.Query, v.listed), ctx.Err()
}

// receivedParams are the parameters of forge/received.
type receivedParams struct {
	positionParams
	// Text is the revision of the text that the position is one of, 0 for the latest.
	Text uint64 `json:"text"`
}

// received answers forge/received, for an editor that shows what the tool of a call receives.
func (s *server) received(v *view, at *ls.Place, p *receivedParams) (*ls.Received, error) {
	if p.Text != 0 && p.Text != v.revision {
		return nil, protocol.ErrContentModified
	}
	return at.Received(), nil
}

// toldOf returns what answers a request about a call with what is told of it.
func toldOf[R any](tell func(*ls.Place) R) func(*view, *ls.Place, *positionParams) (R, error) {
	return func(_ *view, at *ls.Place, _ *positionParams) (R, error) { return tell(at), nil }
}

// insertCall answers forge/insertCall: an item for each tool, which inserts a call to it at
// the cursor or, inside a call or a line, after that.
func (s *server) insertCall(_ context.Context, v *view, p *positionParams) ([]protocol.CompletionItem, error) {
	c, err := s.completer(v, p.Position)
	if err != nil {
		return nil, err
	}
	c.Invoked = true
	c.InsertCall(v.View)
	return s.items(v, c), nil
}

type recognizeParams struct {
	Text string `json:"text"` // or its start
}

type recognizeResult struct {
	Kind   string `json:"kind"`
	Ending string `json:"ending"` // of the names of files that are read so
}

// recognize answers forge/recognize: how a text without a name is read.
func (s *server) recognize(p *recognizeParams) (recognizeResult, error) {
	kind := document.Recognize("", p.Text)
	return recognizeResult{kind.String(), kind.Extension()}, nil
}
