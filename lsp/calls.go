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
	methodCorrection = "forge/correction"
	methodWritten    = "forge/written"
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
	Kinds   []string        `json:"kinds,omitempty"`   // the words of a filter that are about it
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
	found, leaks := problemsOf(doc)
	l := callList{server: s, sn: sn, doc: doc, at: newCounter(sn.text, s.client.encoding)}
	l.in.inJSON = doc.Kind() == document.JSON
	l.items = make([]callItem, 0, doc.Summary().Calls+len(leaks))
	index := 0
	for call, shift := range doc.Calls() {
		leaks = l.leaks(leaks, call.Span.Start+shift)
		l.call(call, shift, found[index])
		index++
	}
	l.leaks(leaks, sn.text.Len()+1)
	return l.items, ctx.Err()
}

// A callList lists the calls of a document by position.
type callList struct {
	*server
	sn    *snapshot
	doc   *diagnostics.Document
	at    *counter
	in    messages
	items []callItem
}

func (l *callList) add(item callItem) {
	item.First = l.in.starts(item.Message, item.Range.Start.Line) && item.Message > 0
	l.items = append(l.items, item)
}

// call adds a call. shift is what is to be added to its offsets.
func (l *callList) call(call *diagnostics.Call, shift int, found *callProblems) {
	block := call.Block()
	message, role := l.doc.Message(call, shift)
	line := func(offset int) int { return 1 + l.sn.text.Position(offset+shift, text.UTF8).Line }
	item := callItem{
		Range:       l.at.rangeOf(moved(call.Span, shift)),
		Verdict:     block.Verdict().Outcome.String(),
		Reason:      call.Reason(line),
		Seen:        call.Seen(),
		ToolVerdict: call.ToolVerdict().String(),
		ToolReason:  call.ToolReason(),
		Server:      block.ServerName(),
		Tool:        block.ToolName(),
		Message:     message,
		Role:        role.String(),
		About:       callAbout(block),
	}
	item.describe(call, found, l.problemRange(l.sn, found))
	l.add(item)
}

// leaks adds the calls that leaked and start before an offset, given the diagnostics about them,
// and returns the other diagnostics.
func (l *callList) leaks(found []diagnostics.Placed, before int) (left []diagnostics.Placed) {
	for len(found) > 0 && found[0].Place(found[0].Span).Start < before {
		if leak, message := l.doc.Leak(&found[0]); leak != nil {
			l.add(leakItem(leak, message, found[0].Message, l.at.rangeOf(found[0].Place(found[0].Span))))
		}
		found = found[1:]
	}
	return found
}

// leakItem describes a call that leaked.
func leakItem(leak *document.LeakedCall, message int, reason string, place protocol.Range) callItem {
	return callItem{
		Range: place, Problem: &place,
		Verdict: xmlcall.Refused.String(), Reason: reason, ToolVerdict: diagnostics.ToolUnchecked.String(),
		Tool: leak.Tool, Message: message, Role: document.Agent.String(),
		Status: "leaked", Kinds: []string{"broken", "leaked"}, Text: "leaked", Short: "leaked",
	}
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
	kind := func(word string, is bool) {
		if is {
			i.Kinds = append(i.Kinds, word)
		}
	}
	kind("broken", !i.AsMeant)
	kind("refused", call.Refused())
	kind("repaired", call.Outcome() == xmlcall.Repaired)
	kind("lost", len(i.Lost) > 0)
}

// callProblems are the errors and warnings about a call.
type callProblems struct {
	worst  diagnostics.Severity
	place  xmlcall.Span // of the first of the most severe, in the document
	errors []string
}

// problemsOf returns what was found in the calls of a document, by their index, and what tells
// of calls that leaked, by position.
func problemsOf(doc *diagnostics.Document) (found map[int]*callProblems, leaks []diagnostics.Placed) {
	found = map[int]*callProblems{}
	for f := range doc.Diagnostics() {
		if f.Code == diagnostics.LeakedCall {
			leaks = append(leaks, f)
		}
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
	return found, leaks
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
	inJSON bool
	number int // of the message of the last call, 0 for none
	line   uint32
}

// starts reports whether a call is in another message than the one before. number is that of
// its message, 0 for none, and line the one of the document that the call starts on.
func (m *messages) starts(number int, line uint32) bool {
	// The lines of a file may each have messages from 1 on. A string of JSON is on one line.
	another := number != m.number || number > 0 && m.inJSON && line != m.line
	m.number, m.line = number, line
	return another
}
