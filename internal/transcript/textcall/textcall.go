// Package textcall reads the calls of tools that models write into their text, in the formats of many
// models and runtimes. It says what a person sees: which tool, with which arguments. No runtime is
// emulated; where they differ, a call is read as most of them do.
//
// The formats are rows of one table, see formats.go. A row has an opener, a form, which reads what follows
// it, and the ends of a call. Markdown is for the caller: whether a call is in a code block or quoted.
package textcall

import "strings"

// A Call is a call in a text.
type Call struct {
	Format    string     // its common name: "Claude's <invoke>"
	Family    Set        // what teaches the format
	Tool      string     // "" if the name is lost
	Arguments []Argument // as they are written: the last of a name counts
	Object    string     // the arguments as they are written, in a format that has them as one JSON value
	Opener    Span
	Whole     Span
	Result    bool // it is no call, but the result of one
	Complete  bool // whether its end, or that of its arguments, is there: it is not cut off
}

// An Argument is an argument of a call. Its value is the text between the tags as most runtimes take it, the decoded
// string of JSON, or the JSON of another value.
type Argument struct{ Name, Value string }

// A Span is a range of bytes.
type Span struct{ Start, End int }

// A Session is what is known of the tools of the session that a text is from.
type Session struct {
	Known   func(tool string) bool // whether there is a tool of the name; nil for none
	Defined bool                   // whether definitions of its tools are known: others are none
}

// A Reader reads the calls of a text.
type Reader struct {
	text    string
	from    int
	session Session
	next    [len(starts)]int  // where the next of each start is: at least that far, -1 for none
	marks   map[string][]Span // see after; nil before it is known
	reached int               // how far the reading of a call has looked
	budget  int               // see Next
	tags    int               // one more than the result of endTags, 0 before it is known
	last    *row              // that of the last block
}

// NewReader returns a reader of the calls in a text after an offset.
func NewReader(text string, from int, session Session) *Reader {
	if session.Known == nil {
		session.Known = func(string) bool { return false }
	}
	r := &Reader{text: text, from: from, session: session, budget: 1<<20 + 4*len(text)}
	for i := range r.next {
		r.next[i] = -2 // before the text
	}
	return r
}

// Next returns the calls of the first block that starts at or after an offset, nil if there is none. The calls of
// a block stand in one wrapper, or in one list. The offset must not decrease: it is the end of the
// last block, or of its first opener, to read what is inside.
//
// What is read again and again, inside itself, costs time: it ends at four times the text.
func (r *Reader) Next(at int) []Call {
	for r.budget > 0 {
		if at = r.candidate(at); at < 0 {
			return nil
		}
		r.reached = at
		calls := r.read(at)
		if r.budget -= r.reached - at; calls != nil {
			return calls
		}
		at++
	}
	return nil
}

// Calls returns the calls of a text.
func Calls(text string, session Session) (list []Call) {
	r := NewReader(text, 0, session)
	for at := 0; ; at = list[len(list)-1].Whole.End {
		block := r.Next(at)
		if block == nil {
			return list
		}
		list = append(list, block...)
	}
}

// starts are what openers start with.
var starts = [...]string{"<", "[", "{", "to=functions.", "call:", "functools[", "*** Begin Patch"}

// candidate returns the next place at or after an offset from which a call may start, or -1.
func (r *Reader) candidate(at int) int {
	const none = -1
	first := none
	for i := range r.next {
		n := &r.next[i]
		if *n != none && *n < at {
			if *n = strings.Index(r.text[min(at, len(r.text)):], starts[i]); *n >= 0 {
				*n += at
			}
		}
		if *n != none && (first == none || *n < first) {
			first = *n
		}
	}
	return first
}

// read reads the calls of the block that starts at an offset.
func (r *Reader) read(at int) []Call {
	c := r.text[at]
	if (c == '[' || c == '{') && at > 0 && r.text[at-1] > ' ' && !strings.HasPrefix(r.text[at:], "[TOOL_") {
		return nil // most
	}
	t, ok := scan(r.text, at)
	if !ok && c == '<' {
		return nil
	}
	for _, row := range r.rowsAt(at, &t) {
		b := block{Reader: r, row: row, opener: Span{at, t.End}}
		if row.form(&b, t); len(b.calls) > 0 && r.begins(b.opener.Start) && b.suits() {
			r.last = row
			return b.calls
		}
	}
	return nil
}

// Inside returns where to go on after the last block, if it is only mentioned: a call that starts inside one of its values
// is another one, and so is all that follows the line of one that is cut off.
func (r *Reader) Inside(block []Call) int {
	opener, last := block[0].Opener.End, &block[len(block)-1]
	if s, ok := r.after(r.last.key, opener); ok && s.Start < last.Whole.End && r.startsLine(s.Start) {
		return s.Start
	}
	if n := strings.IndexByte(r.text[opener:last.Whole.End], '\n'); n >= 0 && !last.Complete {
		return opener + n
	}
	return last.Whole.End
}

// A block is what is read from an opener.
type block struct {
	*Reader
	row    *row
	opener Span
	calls  []Call
}

// add adds a call, which starts with an opener and ends at an offset, if its name is that of a tool. The first call of a
// block starts with the opener of the block.
func (b *block) add(c Call, opener Span, end int) bool {
	if !isName(c.Tool) && !c.Result && !(c.Tool == "" && b.row.needs&last != 0) || placeholder(c.Tool) {
		return false
	}
	if len(b.calls) == 0 {
		opener = b.opener
	}
	if b.row.name != "" {
		c.Format, c.Family = b.row.name, b.row.family
	}
	c.Opener, c.Whole = opener, Span{opener.Start, max(opener.End, end)}
	b.calls = append(b.calls, c)
	b.reached = max(b.reached, end)
	return true
}

// extend moves the end of the last call of the block to the end of the block.
func (b *block) extend(end int) {
	if n := len(b.calls); n > 0 {
		b.calls[n-1].Whole.End = max(b.calls[n-1].Whole.End, end)
	}
}
