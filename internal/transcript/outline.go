package transcript

import (
	"cmp"
	"strings"
)

// An Entry is a message of a transcript, whatever its content, with the facts that its record
// gives about it; or, with the role [Unknown], a record without a message in a known place.
type Entry struct {
	// Role is the author of the message.
	Role Role
	// Start and End delimit the message in the text.
	Start, End int
	// Alone reports whether its record is a conversation of its own: it has a list of
	// messages.
	Alone bool
	// Model is the name of the model, and Day is when it was written, in days since 1 January
	// 1970 in UTC; "" and 0 if the record does not specify them.
	Model string
	Day   int32

	outline *Outline
	source  *source // noSource for a record without a message
	message value   // or the record
}

// noSource is that of a record without a message.
var noSource source

// Text returns the text of the message, one string per line.
func (e *Entry) Text() string {
	var b strings.Builder
	for i, v := range e.texts() {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(v.decoded().String())
	}
	return b.String()
}

// Head returns the first [MaxResult] bytes of a tool's result or, if answered is false, of a written text. They can be a
// part of the text that was read.
func (e *Entry) Head() (head string, answered bool) {
	list := e.answers()
	if answered = len(list) > 0 || e.Role == Tool; len(list) == 0 {
		list = e.texts()
	}
	if len(list) == 0 {
		return "", answered
	}
	return list[0].headOfString(), answered
}

// Results returns the results of native calls in the record's message, by position.
func (e *Entry) Results() []Result {
	w := walker{file: &File{}, results: true}
	w.walk(e.message, "", scope{natives: true})
	return w.file.Results
}

// Failed reports whether the message marks a tool result as an error.
func (e *Entry) Failed() (failed bool) {
	for _, p := range e.source.failed {
		_, ok := p.first(e.message)
		failed = failed || ok
	}
	return failed
}

// texts returns the strings with the text of the message, and answers those with the results
// of tools. Either is valid until the other is called: most entries are asked for neither.
func (e *Entry) texts() []value   { return e.outline.strings(e.source.content, e.message) }
func (e *Entry) answers() []value { return e.outline.strings(e.source.results, e.message) }

// An Outline finds the messages of records at a fraction of the cost of [Read]: it skips
// the content of strings. It is not safe for concurrent use.
type Outline struct {
	tokens *tokens
	value  value             // what was given
	whole  map[*format]about // of it
	record value             // the value, or a part of it
	about  about             // of the record
	format *format           // of the record
	entry  Entry             // the last one
	found  func(*Entry)

	// Allocated once: for a short record they would be most of the work.
	root, top node // of the value and of the record
	source    *source
	entries   func(node)
	message   func(value)
	list      []value
	listed    func(value)
}

// NewOutline returns an outline.
func NewOutline() *Outline {
	o := &Outline{tokens: newTokens(""), whole: map[*format]about{}}
	o.entries = o.read
	o.message = o.add
	o.listed = func(v value) {
		if v.kind == '"' {
			o.list = append(o.list, v)
		}
	}
	return o
}

// strings returns the strings that some paths lead to, until it is called again.
func (o *Outline) strings(paths []path, from value) []value {
	o.list = o.list[:0]
	for _, p := range paths {
		p.follow(from, o.listed)
	}
	return o.list
}

// Entries calls found with the messages of a text that is a document, or a line of a file with
// one record per line; grouped by record as in [Read]. Invalid JSON has no entries. An entry
// is valid until found returns.
func (o *Outline) Entries(text string, found func(*Entry)) {
	base := len(text) - len(strings.TrimPrefix(text, bom))
	logged, _ := recordIn(text[base:])
	base += logged
	text = text[base:]
	o.tokens.again(text)
	n, err := o.tokens.value(0)
	if err != nil || n.kind != '{' && n.kind != '[' || !ends(text[n.end:], logged > 0) {
		o.root = node{}
		return
	}
	o.root, o.found = n, found
	o.value = value{node: &o.root, text: text, base: base}
	clear(o.whole)
	records(&o.root, o.entries)
}

// File returns what [Read] returns for the text whose entries were found last, as a line of a
// file with one record per line, without reading its JSON again; nil if it is not valid JSON. Its
// messages are valid until the entries of another text are found.
func (o *Outline) File() *File {
	if o.root.kind == 0 {
		return nil
	}
	f := &File{Lines: true}
	f.number(counts{}, 0, f.records(&o.value))
	f.sort()
	return f
}

// read finds the entries of a record, which is the whole value, or a part of it.
func (o *Outline) read(record node) {
	o.top = record
	o.record = o.value.at(&o.top)
	o.format = cmp.Or(formatOf(o.record), &anyFormat)
	o.about = o.format.about(o.record)
	if part := record.start != o.root.start || len(record.kids) != len(o.root.kids); part {
		whole := o.around()
		o.about = about{cmp.Or(o.about.model, whole.model), cmp.Or(o.about.day, whole.day)}
	}
	none := true
	for i := range o.format.sources {
		o.source = &o.format.sources[i]
		o.entry.End = -1
		o.source.messages.follow(o.record, o.message)
		none = none && o.entry.End < 0
	}
	if none {
		o.entry = Entry{Model: o.about.model, Day: o.about.day, outline: o, source: &noSource, message: o.record}
		o.entry.Start, o.entry.End = o.record.place()
		o.found(&o.entry)
	}
}

// add adds the entry of a message.
func (o *Outline) add(message value) {
	s, e := o.source, &o.entry
	*e = Entry{Role: s.roleOf(message), Alone: s.several(), outline: o, source: s, message: message}
	e.Start, e.End = message.place()
	e.Model, e.Day = cmp.Or(firstText(s.model, message), o.about.model), cmp.Or(firstDay(s.time, message), o.about.day)
	o.found(e)
}

// ends reports whether a text after a record is part of none: blank, or what a log writes there.
func ends(rest string, logged bool) bool {
	if rest = strings.Trim(rest, " \t\r\n"); rest != "" && logged {
		_, more := recordIn(rest)
		return !more
	}
	return rest == ""
}
