package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Requests beside those of the protocol, for what an editor shows of the calls
// of a document; docs/protocol.md describes them.
const (
	methodSummary = "forge/summary"
	methodCalls   = "forge/calls"
)

type callsParams struct {
	TextDocument textDocument `json:"textDocument"`
}

func (p *callsParams) key() uri.URI { return p.TextDocument.key() }

type summaryResult struct {
	Calls    int `json:"calls"`
	Refused  int `json:"refused"`
	Repaired int `json:"repaired"`
}

// summary answers forge/summary. Editors ask with each change of a document, so
// that it has three numbers and no list.
func (s *server) summary(ctx context.Context, sn *snapshot, _ *callsParams) (summaryResult, error) {
	if sn == nil {
		return summaryResult{}, nil // closed meanwhile
	}
	result, err := sn.analysis(ctx)
	if err != nil {
		return summaryResult{}, err
	}
	tally := result.Tally()
	return summaryResult{Calls: tally.Calls, Refused: tally.Refused, Repaired: tally.Repaired}, nil
}

type callItem struct {
	Range   protocol.Range `json:"range"`
	Verdict string         `json:"verdict"` // runs, repaired or refused
	Reason  string         `json:"reason"`  // why it is refused or repaired
	Server  string         `json:"server"`
	Tool    string         `json:"tool"`
}

// listCalls answers forge/calls with the calls of a document by position.
func (s *server) listCalls(ctx context.Context, sn *snapshot, _ *callsParams) ([]callItem, error) {
	if sn == nil {
		return []callItem{}, nil // closed meanwhile
	}
	result, err := sn.analysis(ctx)
	if err != nil {
		return nil, err
	}
	items := make([]callItem, len(result.Calls))
	cursor := sn.mapper.cursor()
	for i := range result.Calls {
		call := &result.Calls[i]
		block := call.Block()
		verdict := block.Verdict()
		items[i] = callItem{
			Range:   cursor.span(call.Span.Start, call.Span.End),
			Verdict: verdict.Outcome.String(),
			Reason:  verdict.Reason,
			Server:  block.ServerName(),
			Tool:    block.ToolName(),
		}
	}
	return items, nil
}
