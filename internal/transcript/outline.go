package transcript

import (
	"cmp"
	"strings"
)

// An OutlineMessage is a message of a transcript, whatever its content, with the facts that its record
// gives about it; or, with the role [Unknown], a record without a message in a known place.
type OutlineMessage struct {
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
func (m *OutlineMessage) Text() string {
	var b strings.Builder
	for i, v := range m.texts() {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(v.decoded().String())
	}
	return b.String()
}

// Head returns the first [MaxResult] bytes of a tool's result or, if answered is false, of a written text. They can be a
// part of the text that was read.
func (m *OutlineMessage) Head() (head string, answered bool) {
	list := m.answers()
	if answered = len(list) > 0 || m.Role == Tool; len(list) == 0 {
		list = m.texts()
	}
	if len(list) == 0 {
		return "", answered
	}
	return list[0].headOfString(), answered
}

// Results returns the results of native calls in the record's message, by position.
func (m *OutlineMessage) Results() []Result {
	w := walker{file: &File{}, results: true}
	w.walk(m.message, "", scope{natives: true})
	return w.file.Results
}

// Failed reports whether the message marks a tool result as an error.
func (m *OutlineMessage) Failed() (failed bool) {
	for _, p := range m.source.failed {
		_, ok := p.first(m.message)
		failed = failed || ok
	}
	return failed
}

// texts returns the strings with the text of the message, and answers those with the results
// of tools. Either is valid until the other is called: most messages are asked for neither.
func (m *OutlineMessage) texts() []value   { return m.outline.strings(m.source.content, m.message) }
func (m *OutlineMessage) answers() []value { return m.outline.strings(m.source.results, m.message) }

// An Outline finds the messages of records at a fraction of the cost of [Read]: it skips
// the content of strings. It is not safe for concurrent use.
type Outline struct {
	tokens *tokens
	value  value             // what was given
	whole  map[*format]about // of it
	record value             // the value, or a part of it
	about  about             // of the record
	format *format           // of the record
	last   OutlineMessage    // the last one that was found
	found  func(*OutlineMessage)

	// Allocated once: for a short record they would be most of the work.
	root, top  node // of the value and of the record
	source     *source
	readRecord func(node)
	message    func(value)
	list       []value
	listed     func(value)
}

// NewOutline returns an outline.
func NewOutline() *Outline {
	o := &Outline{tokens: newTokens(""), whole: map[*format]about{}}
	o.readRecord = o.read
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

// Messages calls found with the messages of a text that is a document, or a line of a file with
// one record per line; grouped by record as in [Read]. Invalid JSON has no messages. One
// is valid until found returns.
func (o *Outline) Messages(text string, found func(*OutlineMessage)) {
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
	records(&o.root, o.readRecord)
}

// File returns what [Read] returns for the text whose messages were found last, as a line of a
// file with one record per line, without reading its JSON again; nil if it is not valid JSON. Its
// messages are valid until those of another text are found.
func (o *Outline) File() *File {
	if o.root.kind == 0 {
		return nil
	}
	f := &File{Lines: true}
	f.number(counts{}, 0, f.records(&o.value))
	f.sort()
	return f
}

// read finds the messages of a record, which is the whole value, or a part of it.
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
		o.last.End = -1
		o.source.messages.follow(o.record, o.message)
		none = none && o.last.End < 0
	}
	if none {
		o.last = OutlineMessage{Model: o.about.model, Day: o.about.day, outline: o, source: &noSource, message: o.record}
		o.last.Start, o.last.End = o.record.place()
		o.found(&o.last)
	}
}

// add adds a message.
func (o *Outline) add(message value) {
	s, m := o.source, &o.last
	*m = OutlineMessage{Role: s.roleOf(message), Alone: s.several(), outline: o, source: s, message: message}
	m.Start, m.End = message.place()
	m.Model, m.Day = cmp.Or(firstText(s.model, message), o.about.model), cmp.Or(firstDay(s.time, message), o.about.day)
	o.found(m)
}

// ends reports whether a text after a record is part of none: blank, or what a log writes there.
func ends(rest string, logged bool) bool {
	if rest = strings.Trim(rest, " \t\r\n"); rest != "" && logged {
		_, more := recordIn(rest)
		return !more
	}
	return rest == ""
}
