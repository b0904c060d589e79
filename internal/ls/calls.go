package ls

import (
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
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

	Form    string   `json:"form,omitempty"`  // native, leaked or other (see [diagnostics.TextCall]); "" for a call in text
	AsMeant bool     `json:"as_meant"`        // whether it runs with the data that was written
	Text    string   `json:"text"`            // the outcome in words, with what it leaves open
	Short   string   `json:"short,omitempty"` // the words for the outcome, if it does not run as written
	About   string   `json:"about,omitempty"` // the first value
	Lost    []string `json:"lost,omitempty"`  // the parts of a running call that differ from what was written

	Result *CallResult `json:"result,omitempty"` // that followed a native call; nil for none
}

// A ListedCall is a call in a list. It has what is known without parsing the call again.
type ListedCall struct {
	Span    xmlcall.Span // in the document
	outcome diagnostics.Outcome
	message messageKey
	role    document.Role

	call  *diagnostics.DocumentCall // nil for one that is none of Forge
	found *callProblems             // nil if nothing was found in call
	aside *aside                    // nil for one of Forge
}

// Calls returns the calls of the document by position.
func (a View) Calls() (list []ListedCall) {
	found, others := problemsOf(a.doc), a.asides()
	for call := range a.doc.Calls() {
		if call.Outcome() == diagnostics.NoCall {
			continue
		}
		message, role := a.doc.Message(call)
		list = append(list, ListedCall{
			Span: call.Place(call.Span), outcome: call.Outcome(), role: role, call: &call, found: found.of(&call),
			message: a.messageKey(message, call.Place(call.Span).Start),
		})
	}
	for i := range others {
		c := &others[i]
		list = append(list, ListedCall{Span: c.span, outcome: c.outcome, message: a.messageKey(c.message, c.span.Start), role: document.Agent, aside: c})
	}
	slices.SortStableFunc(list, func(x, y ListedCall) int { return x.Span.Start - y.Span.Start })
	return list
}

// A messageKey tells the messages of a transcript apart; it is zero outside of them. The lines of a JSON file may each have
// messages from 1 on, and a string of JSON is on one line.
type messageKey struct{ number, line int }

// messageKey returns the key of the message with a number, 0 for none, that has a call at an offset.
func (a View) messageKey(number, offset int) messageKey {
	if number > 0 && a.doc.Kind() == document.JSON {
		return messageKey{number, a.lineOf(offset)}
	}
	return messageKey{number: number}
}

// lineOf returns the line of an offset, from 0.
func (a View) lineOf(offset int) int { return a.doc.Text().Position(offset, text.UTF8).Line }

// isBroken reports whether the call does not run with the data that was written.
func (c *ListedCall) isBroken() bool { return c.outcome >= diagnostics.Altered }

// tool returns the tool's name.
func (c *ListedCall) tool() string {
	if c.aside != nil {
		return c.aside.tool
	}
	return c.call.Received().ToolName()
}

// Problem returns the span in the document of the first of the most severe problems of the call;
// ok is false if there are none.
func (c *ListedCall) Problem() (where xmlcall.Span, ok bool) {
	switch {
	case c.aside != nil:
		return c.Span, c.aside.why != ""
	case c.found == nil || c.found.worst > diagnostics.Warning:
		return where, false
	}
	return c.found.place, true
}

// place returns where the cursor goes for the call: to its problem, otherwise to its start.
func (c *ListedCall) place() int {
	if problem, ok := c.Problem(); ok {
		return problem.Start
	}
	return c.Span.Start
}

// Call describes a call of the list.
func (a View) Call(c *ListedCall) CallRow {
	row := CallRow{
		Outcome: c.outcome.String(), Tool: foreign.Line(c.tool()), Message: c.message.number, Role: c.role.String(), AsMeant: !c.isBroken(),
	}
	if c.outcome != diagnostics.Runs {
		row.Short = c.outcome.Words()
	}
	if o := c.aside; o != nil {
		row.Reason, row.Form, row.Text, row.About, row.Result = foreign.Line(o.why), o.form, o.words, o.about(), newCallResult(o.result)
		row.Checked = o.native != nil && o.native.Checked && o.native.By() != diagnostics.ByReader
		if o.native != nil && c.outcome == diagnostics.Altered {
			row.Lost = []string{row.Reason}
		}
		return row
	}
	block := c.call.Received()
	line := func(offset int) int { return 1 + a.lineOf(offset+c.call.Shift) }
	row.By, row.Reason, row.Checked, row.Text = c.call.By(), foreign.Line(c.call.Why(line)), c.call.Checked(), c.call.Detailed()
	row.Server, row.About = foreign.Line(block.ServerName()), callAbout(block)
	if c.outcome == diagnostics.Altered && c.found != nil {
		row.Lost = c.found.errors
	}
	return row
}
