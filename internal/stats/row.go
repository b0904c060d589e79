package stats

import (
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
)

// RowVersion is the version of the rows: of the fields of [Row]. Rows of another one are not read.
const RowVersion = 1

// The kinds of a row.
const (
	// Call is a <tool> block, a native call, or one in a format of another runtime.
	Call = "call"
	// Leaked is a call that an agent with native calls wrote as text: it did not run.
	Leaked = "leaked"
	// Reply is a message of an agent without a call.
	Reply = "reply"
)

// The forms of calls.
const (
	Text   = "text"
	Native = "native"
	Other  = "other" // in a format of another runtime: nothing is known of what that does with it
	// and Leaked
)

// A Row is a call, one that leaked, or a reply without a call. A leaked call has
// only Kind, the place, the message, Form, Dialect, Tool and Tripped; a reply has the same without
// these. A native call, and one in another format, has no values: no Dialect, Server, Method, Fields and lengths in other notations.
//
// Fields omitted in JSON have the zero value.
type Row struct {
	// V is [RowVersion].
	V    int    `json:"v"`
	Kind string `json:"kind"`

	// Source is the path of the file, slash-separated, and Line (1-based) and Offset
	// (bytes, 0-based) are the place of the row in it.
	Source string `json:"source"`
	Line   int    `json:"line"`
	Offset int64  `json:"offset"`
	// Session is the line (1-based) of a conversation that is a line of its own, 0 for that
	// of the file. First marks the first row of a session.
	Session int  `json:"session,omitempty"`
	First   bool `json:"first,omitempty"`
	// Message is the number of the message in its transcript, from 1, or 0 if it is not known.
	Message int `json:"message,omitempty"`

	// Role is the author of the message: assistant, system, user, tool, or "" if it is not
	// known. Meant reports whether the call was intended to run: an agent wrote it.
	Role  string `json:"role,omitempty"`
	Meant bool   `json:"meant,omitempty"`
	// Model is the name of the model, Day the day in UTC as 2006-01-02, and Prompt the start of
	// the SHA-256 of the session's first system message, in hexadecimal digits.
	Model  string `json:"model,omitempty"`
	Day    string `json:"day,omitempty"`
	Prompt string `json:"prompt,omitempty"`

	// Form is the form of a call: text, native, other or leaked.
	Form string `json:"form,omitempty"`
	// Dialect is the notation of a call in text: forge, json (the payload of ADR-0002), or the
	// format of a leaked or other call.
	Dialect string `json:"dialect,omitempty"`
	Server  string `json:"server,omitempty"`
	Tool    string `json:"tool,omitempty"`

	// Outcome is what happens to the call, see the constants, By is who refuses it: reader or tool, and
	// Checked reports whether its tool gets it, and is known.
	Outcome string `json:"outcome,omitempty"`
	By      string `json:"by,omitempty"`
	Checked bool   `json:"checked,omitempty"`
	// Why is the reason for the outcome. Line numbers in it count from the first line of the call, as
	// in the runtime's own errors: they do not depend on the file that the session is in.
	Why string `json:"why,omitempty"`

	// Method is the notation of the call's values, see [Field], and Fields are the values.
	Method string  `json:"method,omitempty"`
	Fields []Field `json:"fields,omitempty"`

	// Repaired reports whether the reader reads it by its ampersand repair, and Corrupted
	// whether that changes a value.
	Repaired  bool `json:"repaired,omitempty"`
	Corrupted bool `json:"corrupted,omitempty"`
	// Rules are the codes of the rules with diagnostics, in order and without duplicates,
	// and Cause is the first rule with an error.
	Rules []string `json:"rules,omitempty"`
	Cause string   `json:"cause,omitempty"`

	// Bytes is the length of the call. The others are its lengths with all values
	// escaped, with a CDATA section for each value that needs either, and as the JSON
	// payload of ADR-0002; they are 0 for a call that is refused or has no arguments.
	Bytes   int `json:"bytes,omitempty"`
	Escaped int `json:"bytes_escaped,omitempty"`
	CDATA   int `json:"bytes_cdata,omitempty"`
	JSON    int `json:"bytes_json,omitempty"`

	// Number is the number of the call in its session, from 1. RetryOf is the number of the
	// refused call that it retries, and Ended the result, for all refused calls of the chain:
	// recovered or given_up.
	Number  int    `json:"number,omitempty"`
	RetryOf int    `json:"retry_of,omitempty"`
	Ended   string `json:"ended,omitempty"`
	// Retries is the number of calls that retry this refused one.
	Retries int `json:"retries,omitempty"`

	// ID is the identifier of a native call, by which its result names it; "" for none.
	ID string `json:"id,omitempty"`
	// Result is the result of execution in the transcript: ok, error, rejected (by a
	// person), or "" if there is none.
	Result string `json:"result,omitempty"`
	// Tripped marks the call with which a session first has as many failed calls in a row as trip
	// a circuit breaker; see [Session].
	Tripped bool `json:"tripped,omitempty"`
	// Again marks a leaked call that follows one of an earlier message in its session, with no other call between.
	Again bool `json:"again,omitempty"`

	// Text is the call if it does not run as written, up to [MaxText] bytes of it.
	Text string `json:"text,omitempty"`

	// Example is the call if it does not run as written, or leaked, and [Reader.Examples] is set.
	// It is nil once the row is tallied.
	Example *Example `json:"-"`
}

// MaxText is the maximum number of bytes of a call, or of a reason, in a row; a longer call is no example.
const MaxText = 4 << 10

// The outcomes of a call, those of [diagnostics.Outcome].
var (
	Runs     = diagnostics.Runs.String()
	Repaired = diagnostics.Repaired.String()
	Altered  = diagnostics.Altered.String()
	Refused  = diagnostics.Refused.String()
	Ignored  = diagnostics.Ignored.String()
	Unknown  = diagnostics.Unknown.String()
)

// The ends of a chain of retries.
const (
	Recovered = "recovered" // the last of them is not refused
	GivenUp   = "given_up"
)

// The results of an execution.
const (
	OK       = "ok"
	Failed   = "error"
	Rejected = "rejected"
)

// format returns the name of the format of another runtime that a call is in; "" for none.
func (f *Row) format() string {
	if f.Form != Other && f.Form != Leaked {
		return ""
	}
	return document.Owner(f.Dialect)
}

// runs reports whether a call runs, with whatever data.
func (f *Row) runs() bool { return f.Outcome != Refused && f.Outcome != Ignored }

// failed reports whether a call does not run, or its result is an error.
func (f *Row) failed() bool { return f.Kind == Leaked || !f.runs() || f.Result == Failed }

// A Field is a value of a call.
type Field struct {
	// Name is the path of its element below the arguments: edits/edit/search.
	Name string `json:"name"`
	// Method is plain, escapes, cdata or mixed: how characters reserved by XML are
	// protected. A plain value has none.
	Method string `json:"method"`
	// Bytes is its length in the call.
	Bytes int `json:"bytes"`
}

// The methods, of a field or of all fields of a call.
const (
	Plain    = "plain"
	Escapes  = "escapes"
	Sections = "cdata"
	Mixed    = "mixed"
)

var methods = []string{Plain, Escapes, Sections, Mixed}

// dayName returns the name of a day since 1970, or "" for 0, which means unknown.
func dayName(days int32) string {
	if days == 0 {
		return ""
	}
	return time.Unix(int64(days)*24*60*60, 0).UTC().Format(time.DateOnly)
}
