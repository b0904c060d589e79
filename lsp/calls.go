package lsp

import (
	"context"
	"iter"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Requests in addition to those of the protocol, for information about the calls of a
// document; docs/protocol.md describes them.
const (
	methodSummary    = "forge/summary"
	methodCalls      = "forge/calls"
	methodCallList   = "forge/callList"
	methodReceived   = "forge/received"
	methodFixedCall  = "forge/fixedCall"
	methodInsertCall = "forge/insertCall"
	methodCorrection = "forge/correction"
	methodWritten    = "forge/written"
)

type callItem struct {
	Range       protocol.Range `json:"range"`
	Outcome     string         `json:"outcome"`      // runs, repaired, altered, refused or ignored
	By          diagnostics.By `json:"by"`           // who refuses it: reader or tool
	Why         string         `json:"why"`          // the reason for the outcome
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

	Status  string          `json:"status"`            // the outcome, refused by whom, and leaked apart
	Kinds   []string        `json:"kinds,omitempty"`   // the words of a filter that are about it
	AsMeant bool            `json:"as_meant"`          // whether it runs with the data that was written
	Text    string          `json:"text"`              // the outcome in words, with what it leaves open
	Short   string          `json:"short,omitempty"`   // the words for the outcome, if it does not run as written
	About   string          `json:"about,omitempty"`   // the first value
	Lost    []string        `json:"lost,omitempty"`    // the parts of a running call that differ from what was written
	Problem *protocol.Range `json:"problem,omitempty"` // the first of the most severe problems
}

// listCalls answers forge/calls with the calls of a document by position.
func (s *server) listCalls(ctx context.Context, sn *snapshot, _ *documentParams) ([]callItem, error) {
	l, err := s.callList(ctx, sn)
	if err != nil {
		return nil, err
	}
	items := []callItem{}
	for c := range l.all() {
		items = append(items, l.item(&c))
	}
	return items, ctx.Err()
}

// callList returns the list of a snapshot's calls. It is empty if the document was closed
// meanwhile.
func (s *server) callList(ctx context.Context, sn *snapshot) (*callList, error) {
	if sn == nil {
		return &callList{}, nil
	}
	doc, err := s.analysis(ctx, sn)
	if err != nil {
		return nil, err
	}
	return &callList{doc: doc, text: sn.text, encoding: s.client.encoding, at: newCounter(sn.text, s.client.encoding)}, nil
}

// A callList lists the calls of a document by position. The zero value lists none.
type callList struct {
	doc      *diagnostics.Document
	text     text.Text
	encoding encoding
	at       *counter
}

// A listedCall is a call in a list, or one that leaked. It has what is known without parsing
// the call again.
type listedCall struct {
	call    *diagnostics.Call // nil for one that leaked
	shift   int               // added to the offsets of call
	found   *callProblems     // nil if there are none
	leak    *document.LeakedCall
	reason  string       // the message about leak
	span    xmlcall.Span // in the document
	message int          // the number of its message, 0 for none
	role    document.Role
	first   bool // whether it is the first call of the message
}

// all iterates over the calls.
func (l *callList) all() iter.Seq[listedCall] {
	return func(yield func(listedCall) bool) {
		if l.doc == nil {
			return
		}
		found := problemsOf(l.doc)
		leaks := found.leaks
		in := messages{inJSON: l.doc.Kind() == document.JSON}
		add := func(c listedCall) bool {
			c.first = in.starts(c.message, func() uint32 { return l.at.of(c.span.Start).Line }) && c.message > 0
			return yield(c)
		}
		leaked := func(before int) bool {
			for len(leaks) > 0 && leaks[0].Place(leaks[0].Span).Start < before {
				p := leaks[0]
				leaks = leaks[1:]
				if leak, message := l.doc.Leak(&p); leak != nil &&
					!add(listedCall{leak: leak, reason: p.Message, span: p.Place(p.Span), message: message, role: document.Agent}) {
					return false
				}
			}
			return true
		}
		index := -1
		for call, shift := range l.doc.Calls() {
			if index++; !call.Listed() {
				continue
			}
			if !leaked(call.Span.Start + shift) {
				return
			}
			message, role := l.doc.Message(call, shift)
			if !add(listedCall{call: call, shift: shift, found: found.of(index, call, shift), span: moved(call.Span, shift), message: message, role: role}) {
				return
			}
		}
		leaked(l.text.Len() + 1)
	}
}

// lost returns what differs from what was written, of a call that runs.
func (c *listedCall) lost() []string {
	if c.found == nil || c.call.Outcome() != diagnostics.Altered {
		return nil
	}
	return c.found.errors
}

// kinds returns the words of a filter that are about the call.
func (c *listedCall) kinds() []string {
	if c.call == nil {
		return []string{"broken", "leaked"}
	}
	switch outcome := c.call.Outcome(); outcome {
	case diagnostics.Runs:
		return nil
	case diagnostics.Repaired:
		return []string{"repaired"}
	case diagnostics.Altered:
		return []string{"broken", "lost"}
	default:
		return []string{"broken", outcome.String()}
	}
}

// isBroken reports whether the call does not run with the data that was written.
func (c *listedCall) isBroken() bool {
	return c.call == nil || c.call.Outcome() >= diagnostics.Altered
}

// tool returns the tool's name.
func (c *listedCall) tool() string {
	if c.call == nil {
		return c.leak.Tool
	}
	return c.call.Received().ToolName()
}

// item describes a call of the list.
func (l *callList) item(c *listedCall) callItem {
	place := l.at.rangeOf(c.span)
	if c.call == nil {
		return callItem{
			Range: place, Problem: &place, Outcome: diagnostics.Ignored.String(), Why: foreign.Line(c.reason),
			Verdict: xmlcall.Refused.String(), Reason: foreign.Line(c.reason), ToolVerdict: diagnostics.ToolUnchecked.String(),
			Tool: foreign.Line(c.leak.Tool), Message: c.message, Role: c.role.String(), First: c.first,
			Status: "leaked", Kinds: c.kinds(), Text: diagnostics.Ignored.Words() + ", leaked", Short: diagnostics.Ignored.Words(),
		}
	}
	call, block := c.call, c.call.Received()
	line := func(offset int) int { return 1 + l.text.Position(offset+c.shift, text.UTF8).Line }
	item := callItem{
		Range:       place,
		Outcome:     call.Outcome().String(),
		By:          call.By(),
		Why:         foreign.Line(call.Why(line)),
		Verdict:     call.Verdict().String(),
		Reason:      foreign.Line(call.Reason(line)),
		Seen:        call.Seen(),
		ToolVerdict: call.ToolVerdict().String(),
		ToolReason:  foreign.Line(call.ToolReason()),
		Server:      foreign.Line(block.ServerName()),
		Tool:        foreign.Line(block.ToolName()),
		Message:     c.message,
		Role:        c.role.String(),
		First:       c.first,
		Kinds:       c.kinds(),
		AsMeant:     !c.isBroken(),
		Lost:        c.lost(),
		About:       callAbout(block),
		Status:      status(call),
		Short:       notable(call),
		Text:        call.Detailed(),
	}
	if c.found != nil && c.found.worst > 0 {
		item.Problem = new(rangeIn(l.text, c.found.place, l.encoding))
	}
	return item
}

// status returns the outcome of a call in the words that had a meaning before there were outcomes:
// a call that never runs is refused.
func status(call *diagnostics.Call) string {
	switch {
	case call.ToolVerdict() == diagnostics.ToolRefuses:
		return "tool_refuses"
	case call.ToolVerdict() == diagnostics.ToolUnknown:
		return "tool_unknown"
	case call.Refused():
		return "refused"
	case call.Outcome() == diagnostics.Altered:
		return "lost"
	}
	return call.Outcome().String()
}

// messages determines which calls are the first of a message of a transcript.
type messages struct {
	inJSON bool
	number int // of the message of the last call, 0 for none
	line   uint32
}

// starts reports whether a call is in another message than the one before. number is that of
// its message, 0 for none, and line returns the one of the document that the call starts on.
func (m *messages) starts(number int, line func() uint32) bool {
	another := number != m.number
	if m.number = number; number > 0 && m.inJSON {
		// The lines of a file may each have messages from 1 on. A string of JSON is on one line.
		before := m.line
		m.line = line()
		another = another || m.line != before
	}
	return another
}
