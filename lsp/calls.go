package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/text"
)

// Requests beside those of the protocol, for what an editor shows of the calls
// of a document; docs/protocol.md describes them.
const (
	methodSummary = "forge/summary"
	methodCalls   = "forge/calls"
)

// The names of the fields are those of the command's JSON.
type summaryResult struct {
	Calls int `json:"calls"`
	// The reader's verdicts.
	Refused  int `json:"refused"`
	Repaired int `json:"repaired"`
	// The tools' verdicts.
	ToolAccepts   int `json:"tool_accepts"`
	ToolRefuses   int `json:"tool_refuses"`
	ToolUnknown   int `json:"tool_unknown"`
	ToolUnchecked int `json:"tool_unchecked"`
	AsWritten     int `json:"as_written"`
}

// summary answers forge/summary. Editors ask with each change of a document, so
// that it has a few numbers and no list.
func (s *server) summary(ctx context.Context, sn *snapshot, _ *documentParams) (summaryResult, error) {
	if sn == nil {
		return summaryResult{}, nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return summaryResult{}, err
	}
	tally := doc.Tally()
	return summaryResult{
		Calls:         tally.Calls,
		Refused:       tally.Refused,
		Repaired:      tally.Repaired,
		ToolAccepts:   tally.ToolAccepts,
		ToolRefuses:   tally.ToolRefuses,
		ToolUnknown:   tally.ToolUnknown,
		ToolUnchecked: tally.ToolUnchecked,
		AsWritten:     tally.AsWritten,
	}, nil
}

type callItem struct {
	Range       protocol.Range `json:"range"`
	Verdict     string         `json:"verdict"`      // the reader's: runs, repaired or refused
	Reason      string         `json:"reason"`       // why the reader refuses or repairs it
	Seen        bool           `json:"seen"`         // false for what is no call to the runtime
	ToolVerdict string         `json:"tool_verdict"` // accepts, refuses, unknown or unchecked
	ToolReason  string         `json:"tool_reason"`  // why the tool refuses it
	Server      string         `json:"server"`
	Tool        string         `json:"tool"`
	Message     int            `json:"message,omitzero"` // number of the message in a transcript, from 1
	Role        string         `json:"role,omitempty"`   // of whom wrote it
}

// listCalls answers forge/calls with the calls of a document by position.
func (s *server) listCalls(ctx context.Context, sn *snapshot, _ *documentParams) ([]callItem, error) {
	if sn == nil {
		return []callItem{}, nil // closed meanwhile
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	items := make([]callItem, 0, doc.Tally().Calls)
	for call, shift := range doc.Calls() {
		block := call.Block()
		message, role := doc.Message(call, shift)
		line := func(offset int) int { return 1 + sn.text.Position(offset+shift, text.UTF8).Line }
		items = append(items, callItem{
			Range:       rangeIn(sn.text, moved(call.Span, shift), s.client.encoding),
			Verdict:     block.Verdict().Outcome.String(),
			Reason:      call.Reason(line),
			Seen:        call.Seen(),
			ToolVerdict: call.ToolVerdict().String(),
			ToolReason:  call.ToolReason(),
			Server:      block.ServerName(),
			Tool:        block.ToolName(),
			Message:     message,
			Role:        role.String(),
		})
	}
	return items, nil
}
