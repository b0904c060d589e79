package json

import (
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
	// Failed reports whether the message marks a tool result as an error.
	Failed bool

	texts, answers []value
}

// Text returns the text of the message, one string per line.
func (e *Entry) Text() string {
	var b strings.Builder
	for i := range e.texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.texts[i].decoded().String())
	}
	return b.String()
}

// RawText returns the JSON of the text: equal JSON means equal text.
func (e *Entry) RawText() string {
	if len(e.texts) == 1 {
		return e.texts[0].raw()
	}
	var b strings.Builder
	for i := range e.texts {
		b.WriteString(e.texts[i].raw())
		b.WriteByte('"') // which does not occur in strings
	}
	return b.String()
}

// Head returns the beginning of a tool's result or, if answered is false, of a written
// text, with the given maximum length in bytes.
func (e *Entry) Head(most int) (head string, answered bool) {
	list := e.answers
	if answered = len(list) > 0 || e.Role == Tool; len(list) == 0 {
		list = e.texts
	}
	if len(list) == 0 {
		return "", answered
	}
	v, n := list[0], *list[0].node
	const escape = len(`\u003c`) // the maximum length of one byte of the text
	if n.end-n.start > escape*most {
		n.end = n.start + escape*most
		if i := strings.LastIndexByte(v.text[n.end-escape:n.end], '\\'); i >= 0 { // maybe cut
			n.end += i - escape
		}
	}
	v.node = &n
	head = v.decoded().String()
	return head[:min(len(head), most)], answered
}

// An Outline finds the messages of records at a fraction of the cost of [Read]: it skips
// the content of strings. It is not safe for concurrent use.
type Outline struct {
	set    *Set
	tokens *tokens
	value  value // what was given
	whole  map[*reader]*about
	record about
	part   bool    // whether the record is a part of the value
	format *reader // of the record
	entry  Entry   // the last one
	found  func(*Entry)

	// Allocated once: for a short record they would be most of the work.
	source  *source
	message func(value)
	role    func(value)
	texts   func(value)
	answers func(value)
	failed  func(value)
}

// Outline returns an outline by the formats of the set.
func (s *Set) Outline() *Outline {
	o := &Outline{set: s.get(), tokens: newTokens("", ""), whole: map[*reader]*about{}}
	o.message = o.add
	o.role = func(v value) {
		if v.kind == '"' {
			o.entry.Role = o.format.roles[strings.ToLower(v.raw())]
		}
	}
	o.texts = func(v value) {
		if v.kind == '"' {
			o.entry.texts = append(o.entry.texts, v)
		}
	}
	o.answers = func(v value) {
		if v.kind == '"' {
			o.entry.answers = append(o.entry.answers, v)
		}
	}
	o.failed = func(value) { o.entry.Failed = true }
	return o
}

// Entries calls found with the messages of a text that is a document, or a line of a file with
// one record per line; grouped by record as in [Read]. Invalid JSON has no entries. An entry
// is valid until found returns.
func (o *Outline) Entries(text string, found func(*Entry)) {
	base := len(text) - len(strings.TrimPrefix(text, bom))
	text = text[base:]
	var n node
	o.tokens.again(text)
	if err := o.tokens.value(&n, 0); err != nil || n.kind != '{' && n.kind != '[' || strings.Trim(text[n.end:], " \t\r\n") != "" {
		return
	}
	o.value = value{node: &n, text: text, base: base}
	clear(o.whole)
	o.found = found
	o.set.records(&n, func(record node) {
		r := record // moved to the heap only if a message needs it
		o.record = about{in: value{node: &r, text: text, base: base}}
		o.part = r.start != n.start || len(r.kids) != len(n.kids)
		o.entries()
	})
}

// entries finds the entries of the record, which is a whole line or document, or a part of it.
func (o *Outline) entries() {
	record := o.record.in
	o.format = &anyFormat
	for i := range o.set.readers {
		if r := &o.set.readers[i]; r.matches(record) {
			o.format = r
			break
		}
	}
	none := true
	for i := range o.format.sources {
		o.source = &o.format.sources[i]
		o.entry.End = -1
		o.source.messages.follow(record, o.message)
		none = none && o.entry.End < 0
	}
	if none {
		o.entry = Entry{Model: o.model(), Day: o.day(), texts: o.entry.texts[:0], answers: o.entry.answers[:0]}
		o.entry.Start, o.entry.End = record.place()
		o.found(&o.entry)
	}
}

// add adds the entry of a message.
func (o *Outline) add(message value) {
	s, e := o.source, &o.entry
	*e = Entry{Role: roles[s.as], Alone: s.several, texts: e.texts[:0], answers: e.answers[:0]}
	e.Start, e.End = message.place()
	if len(s.role) > 0 {
		s.role.follow(message, o.role)
	}
	if e.Role != Agent { // whose texts are not used
		for _, p := range s.results {
			p.follow(message, o.answers)
		}
		for _, p := range s.content {
			p.follow(message, o.texts)
		}
		for _, p := range s.failed {
			p.follow(message, o.failed)
		}
	}
	if e.Model = firstText(s.model, message); e.Model == "" {
		e.Model = o.model()
	}
	if e.Day = firstDay(s.time, message); e.Day == 0 {
		e.Day = o.day()
	}
	o.found(e)
}
