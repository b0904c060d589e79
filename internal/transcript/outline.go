package transcript

import (
	"cmp"
	"slices"
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

	source  *source // noSource for a record without a message
	message value   // or the record
}

// noSource is that of a record without a message.
var noSource source

// Text returns the text of the message, one string per line.
func (m *OutlineMessage) Text() string {
	var lines []string
	for v := range texts(m.source.content, m.message) {
		lines = append(lines, v.decoded().String())
	}
	return strings.Join(lines, "\n")
}

// Head returns the first [MaxResult] bytes of a tool's result or, if answered is false, of a written text. They can be a
// part of the text that was read.
func (m *OutlineMessage) Head() (head string, answered bool) {
	for v := range texts(m.source.results, m.message) {
		return v.head(), true
	}
	for v := range texts(m.source.content, m.message) {
		return v.head(), m.Role == Tool
	}
	return "", m.Role == Tool
}

// Results returns the results of native calls in the record's message, by position.
func (m *OutlineMessage) Results() []Result {
	w := walker{file: &File{}, results: true}
	w.walk(m.message, "", scope{natives: true})
	return w.file.Results
}

// Failed reports whether the message marks a tool result as an error.
func (m *OutlineMessage) Failed() bool {
	return slices.ContainsFunc(m.source.failed, func(p path) bool {
		_, ok := p.first(m.message)
		return ok
	})
}

// An Outline finds the messages of records at a fraction of the cost of [Read]: it skips
// the content of strings. It is not safe for concurrent use.
type Outline struct {
	tokens *tokens
	root   value             // what was given; without a node if it is not valid
	whole  map[*format]about // of it
	last   OutlineMessage    // the last one that was found
}

// NewOutline returns an outline.
func NewOutline() *Outline { return &Outline{tokens: newTokens(""), whole: map[*format]about{}} }

// Messages calls found with the messages of a text that is a document, or a line of a file with
// one record per line; grouped by record as in [Read]. Invalid JSON has no messages. One
// is valid until found returns.
func (o *Outline) Messages(text string, found func(*OutlineMessage)) {
	base := len(text) - len(strings.TrimPrefix(text, bom))
	logged, _ := recordIn(text[base:])
	base += logged
	text = text[base:]
	o.tokens.nodes = o.tokens.nodes[:0]
	o.tokens.next(text)
	o.root = value{}
	n, err := o.tokens.value(0)
	if err != nil || n.kind != '{' && n.kind != '[' || !ends(text[n.end:], logged > 0) {
		return
	}
	o.root = value{node: &n, text: text, base: base}
	clear(o.whole)
	records(&n, func(record node) { o.read(o.root.at(&record), found) })
}

// File returns what [Read] returns for the text whose messages were found last, as a line of a
// file with one record per line, without reading its JSON again; nil if it is not valid JSON, or the outline
// is nil. Its messages are valid until those of another text are found.
func (o *Outline) File() *File {
	if o == nil || o.root.node == nil {
		return nil
	}
	f := &File{Lines: true}
	f.separate(&File{}, 0, f.records(&o.root))
	f.sort()
	return f
}

// read finds the messages of a record, which is the whole value, or a part of it.
func (o *Outline) read(record value, found func(*OutlineMessage)) {
	of := cmp.Or(formatOf(record), &anyFormat)
	facts := of.about(record)
	if part := record.start != o.root.start || len(record.kids) != len(o.root.kids); part {
		whole := o.around(of)
		facts = about{cmp.Or(facts.model, whole.model), cmp.Or(facts.day, whole.day)}
	}
	add := func(message value, m OutlineMessage) {
		m.message = message
		m.Start, m.End = message.place()
		m.Model, m.Day = cmp.Or(firstText(m.source.model, message), facts.model), cmp.Or(firstDay(m.source.time, message), facts.day)
		o.last = m
		found(&o.last)
	}
	none := true
	for i := range of.sources {
		s := &of.sources[i]
		for message := range s.messages.from(record) {
			none = false
			add(message, OutlineMessage{Role: s.roleOf(message), Alone: s.several(), source: s})
		}
	}
	if none {
		add(record, OutlineMessage{source: &noSource})
	}
}

// ends reports whether a text after a record is part of none: blank, or what a log writes there.
func ends(rest string, logged bool) bool {
	if rest = strings.Trim(rest, " \t\r\n"); rest != "" && logged {
		_, more := recordIn(rest)
		return !more
	}
	return rest == ""
}
