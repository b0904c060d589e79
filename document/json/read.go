package json

import (
	"errors"
	"io"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A State is what reading knows at the start of a line. The zero value is that at the
// start of a file.
type State struct {
	shape shape
	list  string // the member of the document that the line is in, a list of messages
}

// AtLine returns the state at the start of a line of a file with a record a line.
func AtLine() State { return State{shape: lines} }

// A shape is how a file is laid out.
type shape uint8

const (
	start  shape = iota
	lines        // a record a line
	items        // in a list that all of the file is
	inList       // in a list that is a member of the file's object
)

// A Seam is the start of a line at which reading can start.
type Seam struct {
	At    int
	State State
}

// A Damage is a stretch of a file that is not JSON.
type Damage struct {
	Start, End int // of the record, or of what was passed over
	At         int // of the first error
	Why        string
}

// A File is what was read of a text.
type File struct {
	// Messages are the messages by position; of the lines of a JSONL file only those
	// in lines that may have a call; see [Hit].
	Messages []Message
	// Lines reports that the file has a record a line.
	Lines bool
	// Starts are where messages start, by position. Those on lines are not among them;
	// see [Message.Number].
	Starts []int
	// Seams are the places at which reading can start, by position.
	Seams []Seam
	// Bound are stretches of the text that were read as one; no seam is in them.
	Bound []Span
	// Damage is what could not be read, by position.
	Damage []Damage
}

// A Span is a stretch of bytes.
type Span struct{ Start, End int }

// lists are the members of an object that have a list of messages, which may be long.
var lists = []string{"messages", "conversations", "steps", "events", "resourceSpans", "resourceLogs"}

// Read reads a text that starts with a state. part reports that the file goes on after it.
func Read(text string, from State, part bool) *File {
	f := &File{}
	if from.shape == start {
		from.shape = f.look(text, part)
	}
	if from.shape == lines {
		f.Lines = true
		f.lines(text)
	} else {
		f.document(text, from, part)
	}
	for i := range f.Damage { // what ends too early is reported at its last byte
		f.Damage[i].At = max(0, min(f.Damage[i].At, len(text)-1))
	}
	f.Starts = ascending(f.Starts)
	f.Messages = sorted(f.Messages) // what an error was met in was perhaps read twice
	return f
}

// look returns the shape of a file: its first line is a record of it, or the start of a
// document.
func (f *File) look(text string, part bool) shape {
	first, rest := cutLine(strings.TrimPrefix(text, bom))
	second, after := cutLine(rest)
	f.bind(0, len(text)-len(after), len(text), part)
	switch {
	case first == "" || strings.IndexByte("{[\"", first[0]) < 0:
		return lines // of which the first is not JSON
	case second == "":
		return start // one line is a document
	case closes(first), first[0] == '{' && second[0] == '{' && strings.IndexByte("{[,:", first[len(first)-1]) < 0:
		return lines // the first of which is perhaps cut off
	}
	return start
}

const bom = "\ufeff"

// closes reports whether a line ends with the bracket that it starts with.
func closes(line string) bool {
	last := line[len(line)-1]
	return line[0] == '{' && last == '}' || line[0] == '[' && last == ']' || line[0] == '"' && last == '"'
}

// cutLine returns the first line of a text that is not blank, without the blanks at its
// end, and what is after it.
func cutLine(text string) (line, rest string) {
	for rest = text; rest != ""; {
		if line, rest, _ = strings.Cut(rest, "\n"); strings.TrimSpace(line) != "" {
			return strings.TrimRight(line, " \t\r"), rest
		}
	}
	return "", ""
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

// seam adds a seam at the start of a line.
func (f *File) seam(at int, s State) { f.Seams = append(f.Seams, Seam{at, s}) }

// apart is how many bytes seams are apart, at least, where nothing is between them.
const apart = 1 << 10

// lines reads the lines that may have a call.
func (f *File) lines(text string) {
	state := State{shape: lines}
	next := apart // from where on the next seam is welcome
	for at := 0; at < len(text); {
		hit := Hit(text[at:])
		until := len(text)
		if hit >= 0 {
			until = at + hit
		}
		for next < until {
			n := strings.IndexByte(text[next:until], '\n')
			if n < 0 {
				break
			}
			f.seam(next+n+1, state)
			next += n + 1 + apart
		}
		if hit < 0 {
			return
		}
		begin := strings.LastIndexByte(text[:until], '\n') + 1
		end := len(text)
		if n := strings.IndexByte(text[until:], '\n'); n >= 0 {
			end = until + n + 1
			f.seam(end, state)
		}
		f.line(text[begin:end], begin)
		at, next = end, max(next, end+apart)
	}
}

// line reads one record of JSONL.
func (f *File) line(line string, base int) {
	if strings.HasPrefix(line, bom) {
		line, base = line[len(bom):], base+len(bom)
	}
	line = strings.TrimRight(line, "\r\n")
	of, starts := len(f.Messages), []int(nil)
	defer func() { number(f.Messages[of:], ascending(starts)) }()
	for strings.TrimLeft(line, " \t") != "" { // mostly once
		n, at, err := parse(line)
		if err != nil {
			f.Damage = append(f.Damage, Damage{base, base + len(line), base + at, why(err)})
		}
		if n.kind != 0 {
			n.records(func(record node) {
				list, at := messages(value{node: &record, text: line, base: base})
				f.Messages, starts = append(f.Messages, list...), append(starts, at...)
			})
		}
		if err != nil {
			return
		}
		if n.kind == '"' {
			n.end++
		}
		line, base = line[n.end:], base+n.end
	}
}

// number numbers the messages of a line, which start at some offsets.
func number(messages []Message, starts []int) {
	if len(starts) < 2 {
		return
	}
	for i := range messages {
		m := &messages[i]
		m.Number = sort.Search(len(starts), func(k int) bool { return starts[k] > m.Start })
	}
}

// records calls add with each record of a value, which is on one line, as a
// documentReader makes them: the items of a list, and of an object each item of its lists
// of messages and what is beside them.
func (n *node) records(add func(node)) {
	if n.kind == '[' {
		for _, item := range n.kids {
			add(item)
		}
		return
	}
	beside := node{kind: n.kind, start: n.start, end: n.end}
	flush := func() {
		if len(beside.kids) > 0 {
			add(beside)
			beside.kids = nil
		}
	}
	for _, kid := range n.kids {
		if kid.kind != '[' || !known(kid.key) {
			beside.kids = append(beside.kids, kid)
			continue
		}
		flush()
		for _, item := range kid.kids {
			add(listed(kid.key, item))
		}
	}
	flush()
	if n.kind != '{' {
		add(*n)
	}
}

// document reads a text that is one value, or a part of one.
func (f *File) document(text string, from State, part bool) {
	for at := 0; at < len(text); {
		d := &documentReader{File: f, text: text[at:], base: at, end: len(text), part: part, state: from}
		resume, ok := d.read()
		if !ok {
			return
		}
		at, from = resume, d.state
	}
}

// A documentReader reads a document from a place on, up to the first error.
type documentReader struct {
	*File
	*tokens
	text  string
	base  int // of the text
	end   int // of the file's text
	part  bool
	state State
	tail  []node // members of the document that are not lists of messages
	begun int    // where what is being read starts: the document, or an item; -1 after a list
}

// read reads the text. Where it finds an error it returns the place to go on at, from
// the reader's state.
func (d *documentReader) read() (resume int, ok bool) {
	prefix := map[shape]string{items: "[", inList: `{"` + d.state.list + `":[`}[d.state.shape]
	body := d.text
	if d.state.shape == start {
		body = strings.TrimPrefix(body, bom)
		d.base += len(d.text) - len(body)
		d.text = body
	}
	d.tokens = newTokens(prefix, body)
	err := d.all()
	if err == nil || errors.Is(err, io.EOF) {
		d.rest(len(d.text))
	}
	if err == nil || errors.Is(err, io.EOF) || d.part && errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, false
	}
	at := d.place(err)
	resume, ok = d.resume(at)
	// What was begun is read again, and ends where the error is passed over.
	if d.begun < 0 {
		d.rest(at)
	} else if n, _, _ := parse(d.text[d.begun:resume]); n.kind != 0 {
		add := func(record node) {
			d.found(value{node: &record, text: d.text[d.begun:resume], base: d.base + d.begun})
		}
		switch d.state.shape {
		case inList:
			add(listed(d.state.list, n))
		case items:
			add(n)
		default:
			n.records(add)
		}
	}
	d.Damage = append(d.Damage, Damage{d.base + at, d.base + resume, d.base + at, why(err)})
	d.bind(d.base+at, d.base+resume, d.end, d.part)
	return d.base + resume, ok
}

// all reads up to the end or an error.
func (d *documentReader) all() error {
	if d.state.shape == items || d.state.shape == inList {
		if err := d.items(); err != nil {
			return err
		}
	}
	for {
		switch kind := d.dec.PeekKind(); {
		case kind == '[' && d.state.shape == start:
			if _, err := d.dec.ReadToken(); err != nil {
				return err
			}
			d.state.shape, d.begun = items, d.offset()
			if err := d.items(); err != nil {
				return err
			}
		case kind == '{' && d.dec.StackDepth() == 0 && d.state.shape == start:
			d.begun = d.offset()
			if _, err := d.dec.ReadToken(); err != nil {
				return err
			}
		case kind == '}' || kind == ']':
			if _, err := d.dec.ReadToken(); err != nil {
				return err
			}
			d.rest(d.offset())
		case d.dec.StackDepth() == 0:
			d.begun = d.offset()
			n := node{}
			err := d.value(&n, 0)
			d.add(n)
			if err != nil {
				return err
			}
		default:
			if err := d.member(); err != nil {
				return err
			}
		}
	}
}

// member reads a member of the document.
func (d *documentReader) member() error {
	from := d.offset()
	name, err := d.dec.ReadToken()
	if err != nil {
		return err
	}
	key := name.String()
	if d.dec.PeekKind() != '[' || !known(key) {
		n := node{}
		err := d.value(&n, 1)
		n.key = key
		d.tail = append(d.tail, n)
		d.bind(d.base+from, d.base+d.offset(), d.end, d.part)
		return err
	}
	d.rest(from)
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	d.state, d.begun = State{inList, key}, d.offset()
	return d.items()
}

func known(key string) bool {
	for _, l := range lists {
		if key == l {
			return true
		}
	}
	return false
}

// items reads the items of a list of messages, and its end.
func (d *documentReader) items() error {
	for {
		if d.dec.PeekKind() == ']' {
			_, err := d.dec.ReadToken()
			d.state.shape, d.begun = start, -1
			return err
		}
		before := d.offset()
		n := node{}
		err := d.value(&n, 1)
		if n.kind != 0 {
			d.begun = n.start
			d.itemSeam(before, n.start)
			d.bind(d.base+n.start, d.base+max(n.end, d.offset()), d.end, d.part)
		}
		if err != nil {
			return err
		}
		if d.state.shape == inList {
			n = listed(d.state.list, n)
		}
		d.add(n)
	}
}

// listed returns an object with a list that has one item.
func listed(list string, n node) node {
	return node{kind: '{', start: n.start, end: n.end, kids: []node{{
		key: list, kind: '[', start: n.start, end: n.end, kids: []node{n},
	}}}
}

// itemSeam adds a seam at the start of the line of an item, if nothing but blanks is
// between the comma and it.
func (d *documentReader) itemSeam(before, at int) {
	for i := at; i > before; i-- {
		if d.text[i-1] == '\n' {
			comma := strings.Contains(d.text[before:i], ",")
			if (comma || strings.Contains(d.text[:before], "[")) && strings.TrimLeft(d.text[i:at], " \t") == "" {
				d.seam(d.base+i, d.state)
			}
			return
		}
	}
}

// rest adds what was found beside lists of messages.
func (d *documentReader) rest(to int) {
	if len(d.tail) > 0 {
		d.add(node{kind: '{', start: d.tail[0].start, end: to, kids: d.tail})
		d.bind(d.base+d.tail[0].start, d.base+d.tail[len(d.tail)-1].end, d.end, d.part)
		d.tail = nil
	}
}

// add adds the messages of a record.
func (d *documentReader) add(n node) {
	if n.kind != 0 {
		d.found(value{node: &n, text: d.text, base: d.base})
	}
}

// found adds the messages of a record.
func (f *File) found(record value) {
	list, starts := messages(record)
	f.Messages, f.Starts = append(f.Messages, list...), append(f.Starts, starts...)
}

// resume returns the start of the first line after an offset that starts an item.
func (d *documentReader) resume(at int) (int, bool) {
	if d.state.shape != items && d.state.shape != inList {
		return len(d.text), false
	}
	for at < len(d.text) {
		n := strings.IndexByte(d.text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
		if line, _, _ := strings.Cut(d.text[at:], "\n"); strings.HasPrefix(strings.TrimLeft(line, " \t"), "{") {
			return at, true
		}
	}
	return len(d.text), false
}

// why says what is wrong with a text.
func why(err error) string {
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "it ends too early"
	case errors.As(err, &syntactic) && syntactic.Err != nil:
		if text := syntactic.Err.Error(); !strings.HasPrefix(text, "invalid escape sequence") {
			return text
		}
		return "invalid escape sequence in a string" // the library quotes what comes after it, too
	}
	return err.Error()
}
