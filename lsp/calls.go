package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Requests in addition to those of the protocol, for information about the calls of a
// document; docs/protocol.md describes them.
const (
	methodSummary    = "forge/summary"
	methodCalls      = "forge/calls"
	methodReceived   = "forge/received"
	methodFixedCall  = "forge/fixedCall"
	methodInsertCall = "forge/insertCall"
)

type callItem struct {
	Range       protocol.Range `json:"range"`
	Verdict     string         `json:"verdict"`      // the reader's: runs, repaired or refused
	Reason      string         `json:"reason"`       // the reason why the reader refuses or repairs it
	Seen        bool           `json:"seen"`         // false if the runtime does not recognize a call
	ToolVerdict string         `json:"tool_verdict"` // accepts, refuses, unknown or unchecked
	ToolReason  string         `json:"tool_reason"`  // the reason why the tool refuses it
	Server      string         `json:"server"`
	Tool        string         `json:"tool"`
	Message     int            `json:"message,omitzero"` // number of the message in a transcript, from 1
	Role        string         `json:"role,omitempty"`   // its author
	First       bool           `json:"first,omitzero"`   // whether it is the first call of that message

	Status  string          `json:"status"`            // the outcome, in a word for programs
	AsMeant bool            `json:"as_meant"`          // whether it runs with the data that was written
	Text    string          `json:"text"`              // both verdicts, as displayed in a list
	Short   string          `json:"short,omitempty"`   // the worse of both, if it does not run as written
	About   string          `json:"about,omitempty"`   // the first value
	Lost    []string        `json:"lost,omitempty"`    // the parts of a running call that differ from what was written
	Problem *protocol.Range `json:"problem,omitempty"` // the first of the most severe problems
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
	at, found := newCounter(sn.text, s.client.encoding), problemsOf(doc)
	in := messages{inJSON: doc.Kind() == document.JSON}
	for call, shift := range doc.Calls() {
		block := call.Block()
		message, role := doc.Message(call, shift)
		line := func(offset int) int { return 1 + sn.text.Position(offset+shift, text.UTF8).Line }
		item := callItem{
			Range:       at.rangeOf(moved(call.Span, shift)),
			Verdict:     block.Verdict().Outcome.String(),
			Reason:      call.Reason(line),
			Seen:        call.Seen(),
			ToolVerdict: call.ToolVerdict().String(),
			ToolReason:  call.ToolReason(),
			Server:      block.ServerName(),
			Tool:        block.ToolName(),
			Message:     message,
			Role:        role.String(),
			First:       in.starts(message, call.Segment) && message > 0,
			About:       callAbout(block),
		}
		item.describe(call, found[len(items)], s.problemRange(sn, found[len(items)]))
		items = append(items, item)
	}
	return items, ctx.Err()
}

// describe adds the outcome of the call in both stages.
func (i *callItem) describe(call *diagnostics.Call, found *callProblems, problem *protocol.Range) {
	if found != nil && !call.Refused() {
		i.Lost = found.errors
	}
	i.Problem = problem
	i.Text, i.Short = diagnostics.Verdicts(i.Verdict, i.ToolVerdict), verdictInShort(call)
	switch {
	case call.Outcome() == xmlcall.Refused:
		i.Status = "refused"
	case call.ToolVerdict() == diagnostics.ToolRefuses:
		i.Status = "tool_refuses"
	case call.ToolVerdict() == diagnostics.ToolUnknown:
		i.Status = "tool_unknown"
	case len(i.Lost) > 0:
		i.Status = "lost"
		i.Text, i.Short = i.Text+", data lost", "data lost"
	case call.Outcome() == xmlcall.Repaired:
		i.Status = "repaired"
	default:
		i.Status = "runs"
	}
	i.AsMeant = !call.Refused() && len(i.Lost) == 0
}

// callProblems are the errors and warnings about a call.
type callProblems struct {
	worst  diagnostics.Severity
	place  xmlcall.Span // of the first of the most severe, in the document
	errors []string
}

// problemsOf returns the findings about the calls of a document, by index.
func problemsOf(doc *diagnostics.Document) map[int]*callProblems {
	found := map[int]*callProblems{}
	for f := range doc.Findings() {
		if f.Call < 0 || f.Severity > diagnostics.Warning {
			continue
		}
		p := found[f.Call]
		if p == nil {
			p = &callProblems{worst: diagnostics.Hint}
			found[f.Call] = p
		}
		if f.Severity < p.worst {
			p.worst, p.place = f.Severity, f.Place(f.Span)
		}
		if f.Severity == diagnostics.Error {
			p.errors = append(p.errors, f.Message)
		}
	}
	return found
}

// problemRange returns the range of the first of the most severe problems, or nil.
func (s *server) problemRange(sn *snapshot, p *callProblems) *protocol.Range {
	if p == nil {
		return nil
	}
	return new(rangeIn(sn.text, p.place, s.client.encoding))
}

// messages determines which calls are the first of a message of a transcript.
type messages struct {
	inJSON  bool
	number  int // of the message of the last call, 0 for none
	segment *document.Segment
}

// starts reports whether a call is in a different message than the previous one. number is
// that of its message, 0 for none, and segment the text that it is in.
func (m *messages) starts(number int, segment *document.Segment) bool {
	// Each line of a file may have messages numbered from 1, each of which is one text.
	another := number != m.number || number > 0 && m.inJSON && segment != m.segment
	m.number, m.segment = number, segment
	return another
}
