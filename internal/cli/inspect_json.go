package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/report"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// inspectedSummary is about all calls, whichever of them are shown.
type inspectedSummary struct {
	Files int `json:"files"`
	diagnostics.Summary
	// Retried is the number of refused calls that were retried.
	Retried int `json:"retried"`
	// Shown is the number of listed calls, including native ones and those in formats of other runtimes.
	Shown int `json:"shown"`
}

// A callHead is what calls of all kinds have.
type callHead struct {
	// The place of the call, in a format of another runtime of its opener.
	Start  int `json:"start"`
	End    int `json:"end"`
	Line   int `json:"line"`
	Column int `json:"column"`

	report.OutcomeOfCall
	Tool string `json:"tool"`
	// Message is the number of the message in the transcript, from 1, and Role its
	// author. They are omitted if they are not known; a native call is an agent's.
	Message int    `json:"message,omitempty"`
	Role    string `json:"role,omitempty"`
	// Retries is the number of retries of a call that is refused or leaked: calls of the same tool that
	// come directly after it, up to the first that is not.
	Retries int `json:"retries,omitempty"`
}

func headOf(span xmlcall.Span, index *report.LineIndex, outcome report.OutcomeOfCall, tool string) callHead {
	at, end := index.Position(span.Start), index.Position(span.End)
	return callHead{Start: at.Offset, End: end.Offset, Line: at.Line, Column: at.Column, OutcomeOfCall: outcome, Tool: tool}
}

// A textCall is a call in a format of another runtime.
type textCall struct {
	callHead
	Form      string         `json:"form"`   // leaked or other
	Format    string         `json:"format"` // the common name of the format
	Arguments []textArgument `json:"arguments,omitempty"`
}

// A textArgument is an argument of such a call, as it is written.
type textArgument struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A nativeCall is a native call.
type nativeCall struct {
	callHead
	Checked bool   `json:"checked"` // whether a definition of the tool is known
	ID      string `json:"id,omitempty"`
	// Arguments are the arguments, or the text that the call has instead; null if they are not JSON.
	Arguments json.RawMessage `json:"arguments"`
	// Result is the result that followed, in a large file within a megabyte or so.
	Result *nativeResult `json:"result,omitempty"`
}

// A nativeResult is the result of a native call.
type nativeResult struct {
	Text  string `json:"text"` // the beginning
	Error bool   `json:"error"`
}

// A lost is a part of an altered call that differs from what was written.
type lost struct {
	Code    string `json:"code"` // of the rule that reports it
	Message string `json:"message"`
	// Note describes the consequence.
	Note   string `json:"note,omitempty"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// told returns the message and the note as one text.
func (l *lost) told() string {
	if l.Note == "" {
		return l.Message
	}
	return l.Message + ". " + l.Note
}

type forgeCall struct {
	callHead
	Checked bool   `json:"checked"` // whether the tool gets the call, and is known
	Server  string `json:"server"`
	// Arguments is the tree as the runtime decodes it, or null for a call that is
	// refused or has none.
	Arguments *argument `json:"arguments"`
	// Values are the arguments that the tool receives; without a definition of the tool,
	// by the inference of ADR-0019. Numbers that JSON cannot represent are the strings
	// "NaN", "Infinity" and "-Infinity".
	Values map[string]any `json:"values"`
	// Lost are the parts of an altered call that differ from what was written.
	Lost []lost `json:"lost,omitempty"`
	// Diff is the change that the call makes to a file of the workspace, as a unified diff.
	Diff string `json:"diff,omitempty"`

	changes  string // the file of Diff
	detailed string // the outcome in words
	reader   string // why the reader refuses or repairs the call
	byTool   string // why its tool refuses it
}

type argument struct {
	Name string `json:"name"`
	// Text is the value that the tool receives, as a text; of an element that does not reach
	// the tool, and of a list or an object, the text in it.
	Text string `json:"text"`
	// Type is the type as which the tool reads the element, by its definition or
	// otherwise by the inference of ADR-0019. The root has none.
	Type string `json:"type,omitempty"`
	// Loss is what becomes of an element that does not reach the tool as it is: coerced,
	// refused, overridden, ignored or dropped. Reason is why, if there is more to tell.
	Loss     string     `json:"loss,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	Children []argument `json:"children,omitempty"`
}

// A jsonView writes {"version":1,"files":[{"path":"a","calls":[…],"text_calls":[…]}],"summary":{…}}
// incrementally: a large file is never in memory. Text calls are those in formats of other runtimes.
type jsonView struct {
	out    *bufio.Writer
	before string // what is written before the next file, or the end of the list
	calls  int    // of the file
	texts  []*textCall
	native []*nativeCall
}

func newJSONView(out *bufio.Writer) *jsonView {
	return &jsonView{out: out, before: fmt.Sprintf(`{"version":%d,"files":[`, report.JSONVersion)}
}

func (v *jsonView) file(path string) {
	v.calls, v.texts, v.native = 0, nil, nil
	v.out.WriteString(v.before + `{"path":`)
	v.value(path)
	v.out.WriteString(`,"calls":[`)
	v.before = ","
}

func (v *jsonView) call(c *inspectedCall) {
	switch shown := c.shown.(type) {
	case *textCall:
		v.texts = append(v.texts, shown)
	case *nativeCall:
		v.native = append(v.native, shown)
	default:
		if v.calls++; v.calls > 1 {
			v.out.WriteByte(',')
		}
		v.value(shown)
	}
}

func (v *jsonView) end(*inspectedSummary) {
	v.out.WriteByte(']')
	if len(v.texts) > 0 {
		v.out.WriteString(`,"text_calls":`)
		v.value(v.texts)
	}
	if len(v.native) > 0 {
		v.out.WriteString(`,"native":`)
		v.value(v.native)
	}
	v.out.WriteByte('}')
}

func (v *jsonView) finish(total *inspectedSummary, _ string) {
	v.out.WriteString(strings.TrimSuffix(v.before, ",") + `],"summary":`)
	v.value(total)
	v.out.WriteString("}\n")
}

// value writes a value.
func (v *jsonView) value(value any) { v.out.WriteString(report.JSON(value)) }
