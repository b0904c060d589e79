package transcript

import (
	"errors"
	"io"
	"strings"
)

// document reads a text that is one value, or a part of one.
func (f *File) document(text string, from Level, open bool) {
	at := 0
	if from == (Level{}) {
		if at = documentStart(text); at > 0 {
			f.Damage = append(f.Damage, Damage{Start: 0, End: at, At: 0, Why: "text before the document", Outside: true})
		}
	}
	for at < len(text) {
		d := &documentReader{File: f, text: text[at:], base: at, in: from, open: open}
		resume, ok := d.read()
		if !ok {
			return
		}
		at, from = resume, d.in
	}
}

// A documentReader reads a document from a given place up to the first error.
type documentReader struct {
	*File
	*tokens
	text  string
	base  int // of the text
	in    Level
	open  bool   // see ReadPart
	tail  []node // members of the document that are not lists of messages
	begun int    // the start of what is being read: the document, or an item; -1 after a list
}

// read reads the text. At an error it returns the place at which to continue, from the
// reader's state.
func (d *documentReader) read() (resume int, ok bool) {
	prefix := map[shape]string{items: "[", inList: `{"` + d.in.list + `":[`}[d.in.shape]
	body := d.text
	if d.in.shape == document {
		body = strings.TrimPrefix(body, bom)
		d.base += len(d.text) - len(body)
		d.text = body
	}
	d.tokens = newTokens(prefix, body)
	err := d.all()
	if errors.Is(err, io.EOF) {
		d.rest(len(d.text))
	}
	if errors.Is(err, io.EOF) || d.open && errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, false
	}
	at := d.place(err)
	if rest := strings.TrimLeft(d.text[max(d.begun, 0):], " \t\r\n"); d.in.shape == document && d.dec.StackDepth() == 0 && d.begun > 0 && rest != "" && strings.IndexByte(`{["`, rest[0]) < 0 {
		return d.outside(len(d.text) - len(rest))
	}
	resume, ok = d.resume(at)
	// The unfinished part is read again, and ends where the error is skipped.
	if d.begun < 0 {
		d.rest(at)
	} else if n, _, _ := parse(d.text[d.begun:resume]); n.kind != 0 {
		add := func(record node) {
			d.found(value{node: &record, text: d.text[d.begun:resume], base: d.base + d.begun})
		}
		switch d.in.shape {
		case inList:
			add(listed(d.in.list, n))
		case items:
			add(n)
		default:
			records(&n, add)
		}
	}
	d.Damage = append(d.Damage, Damage{d.base + at, d.base + resume, d.base + at, why(err, d.text, at), false})
	return d.base + resume, ok
}

// outside skips text after a document, up to the next one.
func (d *documentReader) outside(at int) (resume int, ok bool) {
	if resume = bracketLine(d.text[at:]); resume >= 0 {
		resume, ok = resume+at, true
	} else {
		resume = len(d.text)
	}
	d.Damage = append(d.Damage, Damage{d.base + at, d.base + resume, d.base + at, "text after the document", true})
	return d.base + resume, ok
}

// all reads up to an error, which is io.EOF at the end.
func (d *documentReader) all() error {
	if d.in.shape == items || d.in.shape == inList {
		if err := d.items(); err != nil {
			return err
		}
	}
	for {
		switch kind := d.dec.PeekKind(); {
		case kind == '[' && d.in.shape == document:
			if _, err := d.dec.ReadToken(); err != nil {
				return err
			}
			d.in.shape, d.begun = items, d.offset()
			if err := d.items(); err != nil {
				return err
			}
		case kind == '{' && d.dec.StackDepth() == 0 && d.in.shape == document:
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
			n, err := d.value(0)
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
	if d.dec.PeekKind() != '[' || !splits(key) {
		n, err := d.value(1)
		n.key = key
		d.tail = append(d.tail, n)
		return err
	}
	d.rest(from)
	if _, err := d.dec.ReadToken(); err != nil {
		return err
	}
	d.in, d.begun = Level{inList, key}, d.offset()
	return d.items()
}

// items reads the items of a list of messages, and its end.
func (d *documentReader) items() error {
	for {
		if d.dec.PeekKind() == ']' {
			_, err := d.dec.ReadToken()
			d.in.shape, d.begun = document, -1
			return err
		}
		n, err := d.value(1)
		if n.kind != 0 {
			if d.begun = n.start; n.kind == '"' {
				d.begun--
			}
		}
		if err != nil {
			return err
		}
		if d.in.shape == inList {
			n = listed(d.in.list, n)
		}
		d.add(n)
	}
}

// listed returns an object with a list of one item.
func listed(list string, n node) node {
	return node{kind: '{', start: n.start, end: n.end, kids: []node{{
		key: list, kind: '[', start: n.start, end: n.end, kids: []node{n},
	}}}
}

// rest adds the members found beside lists of messages.
func (d *documentReader) rest(to int) {
	if len(d.tail) > 0 {
		d.add(node{kind: '{', start: d.tail[0].start, end: to, kids: d.tail})
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
	list, starts := messagesOf(record)
	before := f.counts()
	f.Messages, f.Starts = append(f.Messages, list...), append(f.Starts, starts...)
	text, at := f.calls(record, before.messages), record.base+record.start
	if text != "" {
		f.Definitions = append(f.Definitions, Definitions{at, text})
	}
	if len(ascending(starts)) > 1 { // such as an item of a list of conversations
		f.separate(before, at)
	}
}
