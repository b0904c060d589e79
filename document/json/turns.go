package json

import (
	"strings"
)

// A Turn is a message of a transcript, whatever is in it, with what its record tells of it;
// or, with the role [Unknown], a record that has no message in a known place.
type Turn struct {
	// Role is who wrote it.
	Role Role
	// Start and End are where it is in the text.
	Start, End int
	// Alone is whether its record is a conversation of its own: it has a list of messages.
	Alone bool
	// Model is the name of the model, and Day is when it was written, in days since 1 January
	// 1970 in UTC, as far as the record tells: "" and 0 for what it does not.
	Model string
	Day   int32
	// Failed is whether it marks what a tool answered as an error.
	Failed bool

	texts, answers []value
}

// Text returns what was written, one string a line.
func (t *Turn) Text() string {
	var b strings.Builder
	for i := range t.texts {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t.texts[i].decoded().String())
	}
	return b.String()
}

// RawText returns the JSON of what was written: what has the same JSON has the same text.
func (t *Turn) RawText() string {
	if len(t.texts) == 1 {
		return t.texts[0].raw()
	}
	var b strings.Builder
	for i := range t.texts {
		b.WriteString(t.texts[i].raw())
		b.WriteByte('"') // which no string has
	}
	return b.String()
}

// Head returns the start of what a tool answered or, with answered false, of what somebody
// wrote, of some bytes at most.
func (t *Turn) Head(most int) (head string, answered bool) {
	list := t.answers
	if answered = len(list) > 0 || t.Role == Tool; len(list) == 0 {
		list = t.texts
	}
	if len(list) == 0 {
		return "", answered
	}
	v, n := list[0], *list[0].node
	const escape = len(`\u003c`) // what a byte of the text takes at most
	if n.end-n.start > escape*most {
		n.end = n.start + escape*most
		if i := strings.LastIndexByte(v.text[n.end-escape:n.end], '\\'); i >= 0 { // it may be cut
			n.end += i - escape
		}
	}
	v.node = &n
	head = v.decoded().String()
	return head[:min(len(head), most)], answered
}

// An Outline finds the messages of records, for a fraction of what [Read] costs: what is in
// strings is passed over. It is for one goroutine.
type Outline struct {
	set   *Set
	skim  skimmer
	about about // of the record
	turn  Turn  // the last one
	found func(*Turn)

	// These are made once: of a short record they would be most of the work.
	source  *source
	message func(value)
	role    func(value)
	texts   func(value)
	answers func(value)
	failed  func(value)
}

// Outline returns an outline by the formats of the set.
func (s *Set) Outline() *Outline {
	o := &Outline{set: s.get()}
	o.message = o.add
	o.role = func(v value) {
		if v.kind == '"' {
			o.turn.Role = o.about.format.roles[strings.ToLower(v.raw())]
		}
	}
	o.texts = func(v value) {
		if v.kind == '"' {
			o.turn.texts = append(o.turn.texts, v)
		}
	}
	o.answers = func(v value) {
		if v.kind == '"' {
			o.turn.answers = append(o.turn.answers, v)
		}
	}
	o.failed = func(value) { o.turn.Failed = true }
	return o
}

// Turns calls found with the messages of a text that is a document, or a line of a file with
// a record a line; by their records, which are those of [Read]. What is not valid JSON has
// none. A turn is good until found returns.
func (o *Outline) Turns(text string, found func(*Turn)) {
	base := len(text) - len(strings.TrimPrefix(text, bom))
	text = text[base:]
	n, ok := o.skim.read(text)
	if !ok || n.kind != '{' && n.kind != '[' {
		return
	}
	whole := value{node: &n, text: text, base: base}
	o.found = found
	o.set.records(&n, func(record node) {
		r := record // is moved to the heap only where a message asks
		o.about = about{record: value{node: &r, text: text, base: base}, whole: whole}
		o.record()
	})
}

// record finds the turns of a record, which is all of a line or of a document, or a part.
func (o *Outline) record() {
	a := &o.about
	a.format = &anyFormat
	for i := range o.set.readers {
		if r := &o.set.readers[i]; r.matches(a.record) {
			a.format = r
			break
		}
	}
	none := true
	for i := range a.format.sources {
		o.source = &a.format.sources[i]
		o.turn.End = -1
		o.source.messages.follow(a.record, o.message)
		none = none && o.turn.End < 0
	}
	if none {
		o.turn = Turn{Model: a.model(), Day: a.day(), texts: o.turn.texts[:0], answers: o.turn.answers[:0]}
		o.turn.Start, o.turn.End = a.record.place()
		o.found(&o.turn)
	}
}

// add finds the turn of a message.
func (o *Outline) add(message value) {
	s, t := o.source, &o.turn
	*t = Turn{Role: roles[s.as], Alone: s.several, texts: t.texts[:0], answers: t.answers[:0]}
	t.Start, t.End = message.place()
	if len(s.role) > 0 {
		s.role.follow(message, o.role)
	}
	if t.Role != Agent { // whose texts nobody asks for
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
	if t.Model = firstText(s.model, message); t.Model == "" {
		t.Model = o.about.model()
	}
	if t.Day = firstDay(s.time, message); t.Day == 0 {
		t.Day = o.about.day()
	}
	o.found(t)
}
