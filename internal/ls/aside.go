package ls

import (
	"cmp"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An aside is a call that is none of Forge: its agent made it natively, or wrote it in a format of another runtime.
type aside struct {
	span    xmlcall.Span // in the document
	form    string       // native, or as in [diagnostics.TextCall.Form]
	tool    string
	outcome diagnostics.Outcome
	words   string // the outcome, and what it leaves open
	why     string // the message of the finding about it; "" for none
	message int    // the number of its message, 0 for none

	text   *diagnostics.TextCall   // nil for a native call
	native *diagnostics.NativeCall // nil for one in another format
	result *transcript.Result      // that followed a native call; nil for none
}

// asides returns the native calls, and after them those in formats of other runtimes.
func (a View) asides() (list []aside) {
	natives, texts := a.doc.Natives(), a.doc.TextCalls()
	for i := range natives {
		c := &natives[i]
		list = append(list, aside{
			span: xmlcall.Span{Start: c.Start, End: c.End}, form: "native", tool: c.Tool, outcome: c.Outcome,
			words: c.Outcome.Words() + ", native", why: c.Why, message: a.doc.AgentMessage(c.Start, c.Number), native: c, result: c.Result,
		})
	}
	for i := range texts {
		c := &texts[i]
		list = append(list, aside{
			span: c.Span, form: c.Form(), tool: c.Tool, outcome: c.Outcome,
			words: c.Detailed(), why: c.Why, message: a.doc.AgentMessage(c.Span.Start, c.Number), text: c,
		})
	}
	return list
}

// aside returns the call at the place that is none of Forge; nil if there is none. In a native call there may be one of Forge.
func (p *Place) aside() (found *aside) {
	list := p.asides()
	for i := range list {
		if c := &list[i]; c.span.Start <= p.offset && p.offset <= c.span.End && (c.native == nil || p.call == nil) {
			found = c
		}
	}
	return found
}

// Aside reports whether the place is in a native call, or in one in a format of another runtime.
func (p *Place) Aside() bool { return p.aside() != nil }

// received returns what is told of the call, the values that its tool receives, and its result.
func (c *aside) received() *Received {
	reason, what := cmp.Or(c.why, c.words), cmp.Or(c.why, c.words)
	if c.native != nil {
		reason, what = c.why, strings.TrimSuffix(c.words+": "+c.why, ": ")
	}
	what = capitalized(what)
	m := newMarkup(true)
	m.paragraph(m.strong(c.tool))
	m.paragraph(m.prose(what), ".")
	r := &Received{
		Tool: foreign.Line(c.tool), Outcome: c.outcome.String(), Reason: foreign.Line(reason),
		Verdicts: []string{foreign.Line(what)}, Values: []ReceivedValue{},
	}
	if result := newCallResult(c.result); result != nil {
		m.paragraph("Result: ", m.prose(result.String()))
		r.Verdicts = append(r.Verdicts, "Result: "+foreign.Line(result.String()))
	}
	r.Text = m.content()
	if c.native == nil || !c.native.Arguments.Exists() || c.outcome == diagnostics.Refused {
		return r
	}
	kinds := map[byte]string{'"': "string", '0': "number", 't': "boolean", 'f': "boolean", 'n': kindNull, '[': kindList, '{': kindObject}
	for _, a := range c.native.Arguments.Members() {
		r.Values = append(r.Values, ReceivedValue{
			Name: foreign.Line(a.Key()), Kind: kinds[a.Kind()], Text: foreign.Text(strings.Trim(a.Text(), `"`)), Bytes: len(a.Text()),
		})
	}
	return r
}

// about returns the first value of a native call; "" for none.
func (c *aside) about() string {
	if c.native == nil || !c.native.Given().Exists() {
		return ""
	}
	values := c.native.Given().Members()
	if c.native.Input.Exists() {
		values = append(values, c.native.Input)
	}
	for _, m := range values {
		const most = 60 // bytes
		text := strings.Trim(m.Text(), `"`)
		return foreign.Line(strings.ToValidUTF8(text[:min(len(text), most)], ""))
	}
	return ""
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
