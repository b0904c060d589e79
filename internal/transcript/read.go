package transcript

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Damage is a stretch of a file that is not valid JSON.
type Damage struct {
	Start, End int // of the record, or of the part that was skipped
	At         int // of the first error
	Why        string
	Outside    bool // whether it is other text before or after a document, which is read
}

// A File is the result of reading a text.
type File struct {
	// Messages are the messages by position; in a JSONL file, only those in lines that
	// may have a call, see [Candidate], or the result of one.
	Messages []Message
	// Calls are the native calls, and Results those of native calls, by position.
	Calls   []Call
	Results []Result
	// Stops are the places, by position, where messages announce a call that they do not have.
	Stops []Stop
	// Native reports whether calls are native: there is a call, or an announcement of one, or tools are defined.
	Native bool
	// Tools are the names of the tools that are called natively or, if Defined, defined.
	Tools   []string
	Defined bool
	// Definitions are the definitions of tools that are beside no call, by position, as JSON.
	Definitions []string
	// Lines reports whether the file has one record per line.
	Lines bool
	// Starts are the starts of messages, by position. Messages on lines are not among
	// them; see [Message.Number].
	Starts []int
	// Damage lists the parts that could not be read, by position.
	Damage []Damage

	tokens *tokens // of lines: the memory of a decoder is much of the cost of a short one
}

// A Span is a range of bytes.
type Span struct{ Start, End int }

// lists are the members of an object that are lists of messages, which may be long.
var lists = []string{"messages", "conversations", "steps", "events", "resourceSpans", "resourceLogs"}

// splits reports whether a member of a document is a list of messages, whose items are records.
func splits(member *node) bool { return member.kind == '[' && slices.Contains(lists, member.key) }

// splitAt returns the index of the first list of messages of an object, or -1.
func splitAt(n *node) int {
	if n.kind != '{' {
		return -1
	}
	return slices.IndexFunc(n.kids, func(kid node) bool { return splits(&kid) })
}

// Read reads a text with a layout.
func Read(text string, layout Layout) *File {
	f := &File{}
	if layout == Detected {
		layout = LayoutIn(text)
	}
	if layout == Lines {
		f.Lines = true
		f.lines(text)
	} else {
		f.document(text)
	}
	for i := range f.Damage { // a premature end is reported at its last byte
		f.Damage[i].At = max(0, min(f.Damage[i].At, len(text)-1))
	}
	f.Starts = ascending(f.Starts)
	f.sort()
	return f
}

// sort orders what was found by position, without duplicates: text around an error may have been read twice.
func (f *File) sort() {
	f.Messages = distinct(f.Messages, startOf)
	f.Calls = distinct(f.Calls, func(c Call) int { return c.Start })
	f.Results = distinct(f.Results, func(r Result) int { return r.Start })
	f.Stops = distinct(f.Stops, func(s Stop) int { return s.Start })
}

// distinct returns a list by start, without duplicates.
func distinct[T any](list []T, start func(T) int) []T {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(start(a), start(b)) })
	return slices.CompactFunc(list, func(a, b T) bool { return start(a) == start(b) })
}

// why returns a description of an error.
func why(err error) string {
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "it ends too early"
	case errors.As(err, &syntactic) && syntactic.Err != nil:
		if message := syntactic.Err.Error(); !strings.HasPrefix(message, "invalid escape sequence") {
			return message
		}
		return "invalid escape sequence in a string" // the library also quotes the text after it
	}
	return err.Error()
}
