package lsp

import (
	"context"
	"iter"

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
	methodCallList   = "forge/callList"
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
	shift   int               // what is to be added to the offsets of call
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
		found, leaks := problemsOf(l.doc)
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
		index := 0
		for call, shift := range l.doc.Calls() {
			if !leaked(call.Span.Start + shift) {
				return
			}
			message, role := l.doc.Message(call, shift)
			if !add(listedCall{call: call, shift: shift, found: found[index], span: moved(call.Span, shift), message: message, role: role}) {
				return
			}
			index++
		}
		leaked(l.text.Len() + 1)
	}
}

// lost returns what differs from what was written, of a call that runs.
func (c *listedCall) lost() []string {
	if c.found == nil || c.call.Refused() {
		return nil
	}
	return c.found.errors
}

// kinds returns the words of a filter that are about the call.
func (c *listedCall) kinds() (kinds []string) {
	if c.call == nil {
		return []string{"broken", "leaked"}
	}
	kind := func(word string, is bool) {
		if is {
			kinds = append(kinds, word)
		}
	}
	kind("broken", c.isBroken())
	kind("refused", c.call.Refused())
	kind("repaired", c.call.Verdict() == xmlcall.Repaired)
	kind("lost", len(c.lost()) > 0)
	return kinds
}

// isBroken reports whether the call does not run with the data that was written.
func (c *listedCall) isBroken() bool { return c.call == nil || c.call.Refused() || len(c.lost()) > 0 }

// tool returns the tool's name.
func (c *listedCall) tool() string {
	if c.call == nil {
		return c.leak.Tool
	}
	return c.call.Block().ToolName()
}

// item describes a call of the list.
func (l *callList) item(c *listedCall) callItem {
	place := l.at.rangeOf(c.span)
	if c.call == nil {
		return callItem{
			Range: place, Problem: &place,
			Verdict: xmlcall.Refused.String(), Reason: c.reason, ToolVerdict: diagnostics.ToolUnchecked.String(),
			Tool: c.leak.Tool, Message: c.message, Role: c.role.String(), First: c.first,
			Status: "leaked", Kinds: c.kinds(), Text: "leaked", Short: "leaked",
		}
	}
	call, block := c.call, c.call.Block()
	line := func(offset int) int { return 1 + l.text.Position(offset+c.shift, text.UTF8).Line }
	item := callItem{
		Range:       place,
		Verdict:     block.Verdict().Outcome.String(),
		Reason:      call.Reason(line),
		Seen:        call.Seen(),
		ToolVerdict: call.ToolVerdict().String(),
		ToolReason:  call.ToolReason(),
		Server:      block.ServerName(),
		Tool:        block.ToolName(),
		Message:     c.message,
		Role:        c.role.String(),
		First:       c.first,
		Kinds:       c.kinds(),
		AsMeant:     !c.isBroken(),
		Lost:        c.lost(),
		About:       callAbout(block),
	}
	if c.found != nil {
		item.Problem = new(rangeIn(l.text, c.found.place, l.encoding))
	}
	item.describe(call)
	return item
}

// describe adds the outcome of the call in both stages.
func (i *callItem) describe(call *diagnostics.Call) {
	i.Text, i.Short = diagnostics.Verdicts(i.Verdict, i.ToolVerdict), verdictInShort(call)
	switch {
	case call.Verdict() == xmlcall.Refused:
		i.Status = "refused"
	case call.ToolVerdict() == diagnostics.ToolRefuses:
		i.Status = "tool_refuses"
	case call.ToolVerdict() == diagnostics.ToolUnknown:
		i.Status = "tool_unknown"
	case len(i.Lost) > 0:
		i.Status = "lost"
		i.Text, i.Short = i.Text+", data lost", "data lost"
	case call.Verdict() == xmlcall.Repaired:
		i.Status = "repaired"
	default:
		i.Status = "runs"
	}
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
