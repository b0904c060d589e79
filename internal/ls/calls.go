package ls

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A CallRow describes a call of a list, besides its places.
type CallRow struct {
	Outcome string         `json:"outcome"` // runs, repaired, altered, refused, ignored or unknown
	By      diagnostics.By `json:"by"`      // who refuses it: reader or tool
	Reason  string         `json:"reason"`  // the reason for the outcome
	Checked bool           `json:"checked"` // whether its tool gets it, and is known
	Server  string         `json:"server"`
	Tool    string         `json:"tool"`
	Message int            `json:"message,omitzero"` // number of the message in a transcript, from 1
	Role    string         `json:"role,omitempty"`   // its author
	First   bool           `json:"first,omitzero"`   // whether it is the first call of that message

	Form    string   `json:"form,omitempty"`  // native, leaked or other (see [diagnostics.TextCall]); "" for a call in text
	Kinds   []string `json:"kinds,omitempty"` // the words of a filter that are about it
	AsMeant bool     `json:"as_meant"`        // whether it runs with the data that was written
	Text    string   `json:"text"`            // the outcome in words, with what it leaves open
	Short   string   `json:"short,omitempty"` // the words for the outcome, if it does not run as written
	About   string   `json:"about,omitempty"` // the first value
	Lost    []string `json:"lost,omitempty"`  // the parts of a running call that differ from what was written

	Result *CallResult `json:"result,omitempty"` // that followed a native call; nil for none
}

// A CallResult is the beginning of the result of a call.
type CallResult struct {
	Text  string `json:"text"`
	Error bool   `json:"error"`
}

// newCallResult describes a result of a native call, on one line; nil for none.
func newCallResult(r *transcript.Result) *CallResult {
	if r == nil {
		return nil
	}
	return &CallResult{Text: foreign.Line(strings.Join(strings.Fields(r.Text), " ")), Error: r.Failed}
}

// String describes the result: "error: not found".
func (r *CallResult) String() string {
	text := cmp.Or(r.Text, "empty")
	if r.Error {
		return "error: " + text
	}
	return text
}

// A ListedCall is a call in a list. It has what is known without parsing the call again.
type ListedCall struct {
	call    *diagnostics.DocumentCall // nil for the others
	found   *callProblems             // nil if there are none
	other   *diagnostics.TextCall
	native  *diagnostics.NativeCall
	result  *transcript.Result // of native
	Span    xmlcall.Span       // in the document
	message int                // the number of its message, 0 for none
	role    document.Role
	first   bool // whether it is the first call of the message
}

// Calls returns the calls of the document by position.
func (a View) Calls() (list []ListedCall) {
	found := problemsOf(a.doc)
	for call := range a.doc.Calls() {
		if call.Outcome() == diagnostics.NoCall {
			continue
		}
		message, role := a.doc.Message(call)
		list = append(list, ListedCall{call: &call, found: found.of(&call), Span: call.Place(call.Span), message: message, role: role})
	}
	list = append(list, a.others()...)
	slices.SortStableFunc(list, func(x, y ListedCall) int { return x.Span.Start - y.Span.Start })
	in := messages{inJSON: a.doc.Kind() == document.JSON}
	for i := range list {
		c := &list[i]
		c.first = in.starts(c.message, func() int { return a.lineOf(c.Span.Start) }) && c.message > 0
	}
	return list
}

// others returns the native calls and those in formats of other runtimes.
func (a View) others() (list []ListedCall) {
	texts := a.doc.TextCalls()
	for i := range texts {
		c := &texts[i]
		list = append(list, ListedCall{other: c, Span: c.Span, message: a.doc.TextMessage(c), role: document.Agent})
	}
	if natives := nativesOf(a.doc); len(natives) > 0 {
		results := a.doc.NativeResults()
		for i := range natives {
			c := &natives[i]
			list = append(list, ListedCall{native: c, result: results[i], Span: xmlcall.Span{Start: c.Start, End: c.End}, message: a.doc.NativeMessage(c), role: document.Agent})
		}
	}
	return list
}

// lost returns what differs from what was written, of a call that runs.
func (c *ListedCall) lost() []string {
	if c.found == nil || c.call.Outcome() != diagnostics.Altered {
		return nil
	}
	return c.found.errors
}

// kinds returns the words of a filter that are about the call.
func (c *ListedCall) kinds() []string {
	outcome := c.outcome()
	var kinds []string
	switch {
	case c.other != nil && outcome == diagnostics.Ignored:
		return []string{"broken", "leaked"}
	case c.other != nil:
		return []string{outcome.String()}
	case outcome == diagnostics.Altered:
		kinds = []string{"broken", "lost"}
	case outcome == diagnostics.Repaired:
		kinds = []string{"repaired"}
	case outcome != diagnostics.Runs:
		kinds = []string{"broken", outcome.String()}
	}
	if c.native != nil {
		kinds = append(kinds, "native")
	}
	return kinds
}

// outcome returns what happens to the call.
func (c *ListedCall) outcome() diagnostics.Outcome {
	switch {
	case c.native != nil:
		return c.native.Outcome
	case c.other != nil:
		return c.other.Outcome
	}
	return c.call.Outcome()
}

// isBroken reports whether the call does not run with the data that was written.
func (c *ListedCall) isBroken() bool { return c.outcome() >= diagnostics.Altered }

// tool returns the tool's name.
func (c *ListedCall) tool() string {
	switch {
	case c.native != nil:
		return c.native.Tool
	case c.other != nil:
		return c.other.Tool
	}
	return c.call.Received().ToolName()
}

// lineOf returns the line of an offset, from 0.
func (a View) lineOf(offset int) int { return a.doc.Text().Position(offset, text.UTF8).Line }

// Problem returns the span in the document of the first of the most severe problems of the call;
// ok is false if there are none.
func (c *ListedCall) Problem() (where xmlcall.Span, ok bool) {
	switch {
	case c.native != nil:
		return c.Span, c.isBroken()
	case c.other != nil:
		return c.Span, c.other.Why != ""
	case c.found == nil || c.found.worst == 0:
		return where, false
	}
	return c.found.place, true
}

// Call describes a call of the list.
func (a View) Call(c *ListedCall) CallRow {
	outcome := c.outcome()
	call := CallRow{
		Outcome: outcome.String(), Tool: foreign.Line(c.tool()), Message: c.message, Role: c.role.String(), First: c.first,
		Kinds: c.kinds(), AsMeant: !c.isBroken(),
	}
	switch {
	case c.other != nil:
		call.Reason, call.Form = foreign.Line(c.other.Why), c.other.Form()
		call.Text, call.Short = c.other.Detailed(), outcome.Words()
	case c.native != nil:
		n := c.native
		call.Reason, call.Form, call.Checked = foreign.Line(n.Why), "native", n.Checked && n.By() != diagnostics.ByReader
		call.Text, call.About, call.Result = outcome.Words()+", native", about(n), newCallResult(c.result)
		if c.isBroken() {
			call.Short = outcome.Words()
		}
		if outcome == diagnostics.Altered {
			call.Lost = []string{call.Reason}
		}
	default:
		block := c.call.Received()
		line := func(offset int) int { return 1 + a.lineOf(offset+c.call.Shift) }
		call.By, call.Reason, call.Checked = c.call.By(), foreign.Line(c.call.Why(line)), c.call.Checked()
		call.Server, call.About, call.Lost = foreign.Line(block.ServerName()), callAbout(block), c.lost()
		call.Short, call.Text = notable(c.call.Call), c.call.Detailed()
	}
	return call
}

// nativesOf returns the native calls of a document: reading it again is left out if there are none.
func nativesOf(doc *diagnostics.Document) []diagnostics.NativeCall {
	if doc.Summary().Native == 0 {
		return nil
	}
	return doc.Natives()
}

// about returns the first value of a native call.
func about(n *diagnostics.NativeCall) string {
	if !n.Given().Exists() {
		return ""
	}
	values := n.Given().Members()
	if n.Input.Exists() {
		values = append(values, n.Input)
	}
	for _, m := range values {
		text := strings.Trim(m.Text(), `"`)
		return foreign.Line(strings.ToValidUTF8(text[:min(len(text), 60)], ""))
	}
	return ""
}
