// Package textcall reads the calls of tools that models write into their text, in the formats of many
// models and runtimes. It says what a person sees: which tool, with which arguments. No runtime is
// emulated; where they differ, a call is read as most of them do.
//
// The formats are rows of one table, see formats.go. A row has openers, a form, which reads what follows
// them, and the ends of a call. Markdown is for the caller: whether a call is in a code block or quoted.
package textcall

import (
	"slices"
	"sort"
	"strings"
)

// A Call is a call in a text.
type Call struct {
	Format    string     // its common name: "Claude's <invoke>"
	Family    Set        // what teaches the format
	Tool      string     // "" if the name is lost
	Arguments []Argument // as they are written: the last of a name counts
	Object    string     // the arguments as they are written, in a format that has them as one JSON value
	Invalid   bool       // what is written as JSON is not valid
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
	rows    map[string][]*row
	tags    []tag            // by position
	keyed   map[string][]int // the indices of tags by key
	tail    int              // where the end tags at the end of the text start, which nothing but white space is between
	first   int              // where the first opener of a call or a parameter starts, which may be the end of the text
	reached int              // how far the reading of a call has looked
	budget  int              // see Next
	last    *row             // that of the last block
}

// NewReader returns a reader of the calls in a text after an offset.
func NewReader(text string, from int, session Session) *Reader {
	if session.Known == nil {
		session.Known = func(string) bool { return false }
	}
	r := &Reader{text: text, from: from, session: session, rows: formats(), keyed: map[string][]int{}, budget: 1<<20 + 4*len(text)}
	for _, start := range starts {
		for at := from; at < len(text); at++ {
			n := strings.Index(text[at:], start)
			if n < 0 {
				break
			}
			at += n
			if t, ok := r.tag(at); ok {
				r.tags = append(r.tags, t)
			}
		}
	}
	slices.SortStableFunc(r.tags, func(a, b tag) int { return a.Start - b.Start })
	for i := range r.tags {
		r.keyed[r.tags[i].key] = append(r.keyed[r.tags[i].key], i)
	}
	const longest = 64 // bytes of an end tag
	for r.tail = len(strings.TrimRight(text, white)); strings.HasSuffix(text[:r.tail], ">"); {
		from := max(0, r.tail-longest)
		start := strings.LastIndex(text[from:r.tail], "</")
		if start < 0 {
			break
		}
		r.tail = len(strings.TrimRight(text[:from+start], white))
	}
	r.first = len(text)
	if t, ok := r.end("invoke dsml:invoke parameter function", from); ok {
		r.first = t.Start
	}
	return r
}

// Next returns the calls of the first block that starts at or after an offset, nil if there is none. The calls of
// a block stand in one wrapper, or in one list. The offset is the end of the
// last block, or of its first opener, to read what is inside.
//
// What is read again and again, inside itself, costs time: it ends at four times the text.
func (r *Reader) Next(at int) []Call {
	for i := r.index(at); i < len(r.tags) && r.budget > 0; i++ {
		r.reached = r.tags[i].Start
		calls := r.read(r.tags[i], false)
		if r.budget -= r.reached - r.tags[i].Start; calls != nil {
			return calls
		}
	}
	return nil
}

// index returns that of the first tag at or after an offset.
func (r *Reader) index(at int) int {
	return sort.Search(len(r.tags), func(i int) bool { return r.tags[i].Start >= at })
}

// read reads the calls of the block that starts with an opener, in a wrapper or not.
func (r *Reader) read(t tag, within bool) []Call {
	for _, row := range r.rows[t.key] {
		b := block{Reader: r, row: row, opener: t.Span}
		if row.form(&b, t); len(b.calls) > 0 && (within || r.begins(b.opener.Start) && b.suits()) {
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
	if t, ok := r.end(r.last.keys, opener); ok && t.Start < last.Whole.End && r.startsLine(t.Start) {
		return t.Start
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
	if lost := c.Result || c.Tool == "" && b.row.needs&last != 0; !lost && !isName().MatchString(c.Tool) || placeholder().MatchString(c.Tool) {
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

// extend moves the end of the last call of the block.
func (b *block) extend(end int) {
	if n := len(b.calls); n > 0 {
		b.calls[n-1].Whole.End = max(b.calls[n-1].Whole.End, end)
	}
}

// white are the bytes between the parts of a call.
const white = " \t\r\n"
