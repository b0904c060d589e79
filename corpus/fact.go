package corpus

import "time"

// Version is that of the rows: of the fields of [Fact], which are added to and never
// renamed. A reader of another version has to ask what it means.
const Version = 1

// The kinds of a row.
const (
	// Call is a <tool> block.
	Call = "call"
	// Leaked is a call that an agent with native calls wrote as text: nothing ran it.
	Leaked = "leaked"
	// Reply is a message of an agent that has no call.
	Reply = "reply"
)

// A Fact is a row: a call, one that leaked, or a reply without a call. Of a leaked call
// only Kind, the place, the message, Dialect and Tool are there; of a reply the same without
// Dialect and Tool.
//
// What JSON leaves out is the zero value.
type Fact struct {
	// V is [Version].
	V    int    `json:"v" parquet:"v"`
	Kind string `json:"kind" parquet:"kind,dict"`

	// Source is the path of the file, slash-separated, and Line (from 1) and Offset (bytes,
	// from 0) are where the row is in it.
	Source string `json:"source" parquet:"source,dict"`
	Line   int    `json:"line" parquet:"line"`
	Offset int64  `json:"offset" parquet:"offset"`
	// Session is the line (from 1) of a conversation that is a line of its own, 0 for that of
	// the file. First marks the first row of a session.
	Session int  `json:"session,omitempty" parquet:"session"`
	First   bool `json:"first,omitempty" parquet:"first"`
	// Message is the number of the message in its transcript, from 1, 0 where nothing shows it.
	Message int `json:"message,omitempty" parquet:"message"`

	// Role is who wrote the message: assistant, system, user, tool, or "" where nothing shows
	// it. Meant is whether the call was meant to run: an agent wrote it.
	Role  string `json:"role,omitempty" parquet:"role,dict"`
	Meant bool   `json:"meant,omitempty" parquet:"meant"`
	// Model is the name of the model, Day the day in UTC as 2006-01-02, and Prompt the start of
	// the SHA-256 of the session's first system message, in hexadecimal digits.
	Model  string `json:"model,omitempty" parquet:"model,dict"`
	Day    string `json:"day,omitempty" parquet:"day,dict"`
	Prompt string `json:"prompt,omitempty" parquet:"prompt,dict"`

	// Dialect is how the call is written: forge, json (the payload of ADR-0002), or the format
	// of one that leaked.
	Dialect string `json:"dialect,omitempty" parquet:"dialect,dict"`
	Server  string `json:"server,omitempty" parquet:"server,dict"`
	Tool    string `json:"tool,omitempty" parquet:"tool,dict"`

	// Reader and ToolVerdict are the two verdicts, as everywhere, and Outcome is both in one
	// word; see the constants. Seen is whether the runtime sees a call at all.
	Reader      string `json:"reader,omitempty" parquet:"reader,dict"`
	Seen        bool   `json:"seen,omitempty" parquet:"seen"`
	ToolVerdict string `json:"tool_verdict,omitempty" parquet:"tool_verdict,dict"`
	Outcome     string `json:"outcome,omitempty" parquet:"outcome,dict"`
	// Reason and ToolReason are why it is refused or repaired. Lines in them are counted from the
	// first of the call, as the runtime does: a session has the same in whatever file it is.
	Reason     string `json:"reason,omitempty" parquet:"reason"`
	ToolReason string `json:"tool_reason,omitempty" parquet:"tool_reason"`

	// Method is how the call's values are written, see [Field], and Fields is how each is.
	Method string  `json:"method,omitempty" parquet:"method,dict"`
	Fields []Field `json:"fields,omitempty" parquet:"fields,list"`

	// Repaired is whether the reader's ampersand repair reads it, Corrupted whether that
	// changes a value, and Lost whether it runs with other data than was written.
	Repaired  bool `json:"repaired,omitempty" parquet:"repaired"`
	Corrupted bool `json:"corrupted,omitempty" parquet:"corrupted"`
	Lost      bool `json:"lost,omitempty" parquet:"lost"`
	// Rules are the codes of the rules that report something, in order, each once, and Cause
	// is the first that reports an error.
	Rules []string `json:"rules,omitempty" parquet:"rules,list"`
	Cause string   `json:"cause,omitempty" parquet:"cause,dict"`

	// Bytes is the length of the call. The others are what it would be with all values
	// escaped, with a CDATA section for each that needs one or the other, and as the JSON
	// payload of ADR-0002; they are 0 for a call that is refused or has no arguments.
	Bytes   int `json:"bytes,omitempty" parquet:"bytes"`
	Escaped int `json:"bytes_escaped,omitempty" parquet:"bytes_escaped"`
	CDATA   int `json:"bytes_cdata,omitempty" parquet:"bytes_cdata"`
	JSON    int `json:"bytes_json,omitempty" parquet:"bytes_json"`

	// Number is which call of its session it is, from 1. RetryOf is the number of the refused
	// call that it tries again, and Ended how that went: recovered or given_up, of all calls of
	// the chain that are refused.
	Number  int    `json:"number,omitempty" parquet:"number"`
	RetryOf int    `json:"retry_of,omitempty" parquet:"retry_of"`
	Ended   string `json:"ended,omitempty" parquet:"ended,dict"`
	// Retries is how many calls try this refused one again.
	Retries int `json:"retries,omitempty" parquet:"retries"`
	// Earlier is how many calls of the session that were meant to run come before this one,
	// EarlierRefused how many of these do not run, and EarlierRules about how many of them each
	// of Rules reports something, nothing where that is none: calls of one session are alike.
	Earlier        int   `json:"earlier,omitempty" parquet:"earlier"`
	EarlierRefused int   `json:"earlier_refused,omitempty" parquet:"earlier_refused"`
	EarlierRules   []int `json:"earlier_rules,omitempty" parquet:"earlier_rules,list"`

	// Result is what the transcript shows of the execution: ok, error, rejected (by a
	// person), or "" for nothing.
	Result string `json:"result,omitempty" parquet:"result,dict"`

	// Text is the call where it does not run as written, up to [MaxText] bytes of it.
	Text string `json:"text,omitempty" parquet:"text"`

	// Malformed is the call where it does not run as written, or leaked, and [Reader.Malformed]
	// asks for it. Rows that are written do not have it.
	Malformed *Malformed `json:"-" parquet:"-"`
}

// MaxText is how many bytes a row has of a call.
const MaxText = 2000

// The outcomes of a call. A call that is repaired and then refused by its tool is refused.
const (
	AsWritten     = "as_written"
	Repaired      = "repaired"
	Refused       = "refused" // by the reader
	RefusedByTool = "refused_by_tool"
	UnknownTool   = "unknown_tool"
)

// How a chain of calls that try a refused one again ends.
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

// runs reports whether a call runs: neither the reader nor its tool refuses it.
func (f *Fact) runs() bool { return f.Outcome == AsWritten || f.Outcome == Repaired }

// A Field is a value of a call.
type Field struct {
	// Name is the path of its element below the arguments: edits/edit/search.
	Name string `json:"name" parquet:"name,dict"`
	// Method is plain, escapes, cdata or mixed: how what XML reserves is kept from being
	// read as markup. What is plain has nothing that would need it.
	Method string `json:"method" parquet:"method,dict"`
	// Bytes is its length in the call.
	Bytes int `json:"bytes" parquet:"bytes"`
}

// The methods, of a field or of all fields of a call.
const (
	Plain    = "plain"
	Escapes  = "escapes"
	Sections = "cdata"
	Mixed    = "mixed"
)

// dayName returns the name of a day since 1970, "" for 0, which is unknown.
func dayName(days int32) string {
	if days == 0 {
		return ""
	}
	return time.Unix(int64(days)*24*60*60, 0).UTC().Format(time.DateOnly)
}
