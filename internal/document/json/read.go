package json

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A State is the state of reading at a seam. The zero value is the state at the start of
// a file whose layout is determined from its text.
type State struct {
	shape shape
	list  string // the member of the document that contains the seam, a list of messages
}

// A shape is the structure around a seam.
type shape uint8

const (
	start    shape = iota
	lines          // a file with one record per line
	document       // a file that is one value, outside its lists of messages
	items          // a list that is the whole file
	inList         // a list that is a member of the file's object
)

// A Seam is a place at which reading can start: the start of a line of a file with one
// record per line, or of an item of a list of messages, anywhere on a line.
type Seam struct {
	At    int
	State State
}

// A Damage is a stretch of a file that is not valid JSON.
type Damage struct {
	Start, End int // of the record, or of the part that was skipped
	At         int // of the first error
	Why        string
}

// A File is the result of reading a text.
type File struct {
	// Messages are the messages by position; in a JSONL file, only those in lines that
	// may have a call, see [Hit], or the result of one.
	Messages []Message
	// Calls are the native calls, and Results those of native calls, by position.
	Calls   []Call
	Results []Result
	// Definitions are the definitions of tools that are beside no call, by position.
	Definitions []Definitions
	// Lines reports whether the file has one record per line.
	Lines bool
	// Starts are the starts of messages, by position. Messages on lines are not among
	// them; see [Message.Number].
	Starts []int
	// Seams are the places at which reading can start, by position.
	Seams []Seam
	// Bound are stretches of the text that were read as one: reading cannot start at a
	// seam inside one of them.
	Bound []Span
	// Damage lists the parts that could not be read, by position.
	Damage []Damage

	tokens *tokens // of lines: the memory of a decoder is much of the cost of a short one
}

// Definitions are definitions of tools for a session: JSON.
type Definitions struct {
	At   int
	Text string
}

// A Span is a range of bytes.
type Span struct{ Start, End int }

// lists are the members of an object that are lists of messages, which may be long.
var lists = []string{"messages", "conversations", "steps", "events", "resourceSpans", "resourceLogs"}

// Read reads a text that starts with a state. part reports whether the file continues
// after it.
func Read(text string, from State, part bool) *File {
	f := &File{}
	if from.shape == start {
		from = f.look(text, part)
	}
	if from.shape == lines {
		f.Lines = true
		f.lines(text)
	} else {
		f.document(text, from, part)
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
	f.Messages = sorted(f.Messages)
	f.Calls = distinct(f.Calls, func(c Call) int { return c.Start })
	f.Results = distinct(f.Results, func(r Result) int { return r.Start })
}

// distinct returns a list by start, without duplicates.
func distinct[T any](list []T, start func(T) int) []T {
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(start(a), start(b)) })
	return slices.CompactFunc(list, func(a, b T) bool { return start(a) == start(b) })
}

// bind records that a stretch of the text is read as one.
func (f *File) bind(from, to, end int, part bool) {
	if to >= end && part {
		to = end
	}
	if to > from {
		f.Bound = append(f.Bound, Span{from, to})
	}
}

// seam adds a seam.
func (f *File) seam(at int, s State) { f.Seams = append(f.Seams, Seam{at, s}) }

// why returns a description of what is wrong at an offset of a text.
func why(err error, text string, at int) string {
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "it ends too early"
	case errors.As(err, &syntactic) && syntactic.Err != nil:
		message := syntactic.Err.Error()
		if strings.HasPrefix(message, "invalid escape sequence") {
			return "invalid escape sequence in a string" // the library also quotes the text after it
		}
		return wholeCharacter(message, text[min(at, len(text)):])
	}
	return err.Error()
}

// wholeCharacter returns a message of the library with the character at the start of rest. The
// library quotes only a byte of one that its buffer does not contain as a whole.
func wholeCharacter(message, rest string) string {
	const before, after = "invalid character '", "' "
	quoted, found := strings.CutPrefix(message, before)
	end := strings.Index(quoted, after)
	r, size := utf8.DecodeRuneInString(rest)
	if !found || end < 0 || size < 2 {
		return message
	}
	return before + strings.Trim(strconv.QuoteRune(r), "'") + quoted[end:]
}
