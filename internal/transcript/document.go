package transcript

import (
	"cmp"
	"errors"
	"io"
	"strings"
)

// document reads a text that is one value.
func (f *File) document(text string) {
	at := documentStart(text)
	if at > 0 {
		f.Damage = append(f.Damage, Damage{Start: 0, End: at, At: 0, Why: "text before the document", Outside: true})
	}
	for in, more := level(""), true; more && at < len(text); {
		d := &documentReader{File: f, text: text[at:], base: at, in: in}
		at, more = d.read()
		in = d.in
	}
}

// A level is where reading goes on after an error: in a list of messages, a member of the document or [items]; or outside of
// them, as the zero value, which is the start of the document.
type level string

// items is the list that is the whole document.
const items = "["

// A documentReader reads a document from a given place up to the first error.
type documentReader struct {
	*File
	text string // after what makes it JSON on its level
	base int    // of the text
	in   level
}

// read reads the text. At an error it returns the place at which to continue, on the reader's level.
func (d *documentReader) read() (resume int, ok bool) {
	if d.in != "" {
		if at, err := d.items(); err != nil {
			return d.skip(0, at, err)
		}
	}
	before := len(d.text)
	switch d.in {
	case "":
		d.text = strings.TrimPrefix(d.text, bom)
	case items:
		d.text = items + d.text
	default:
		d.text = `{"` + string(d.in) + `":[` + d.text
	}
	d.base += before - len(d.text)
	for t := newTokens(d.text); ; {
		begun := t.offset()
		n, err := t.value(0)
		d.in = ""
		if err == nil {
			d.records(&n)
			continue
		}
		if errors.Is(err, io.EOF) {
			return 0, false
		}
		if list := n.openList(); list != nil {
			begun = d.inside(list)
			d.records(&n)
		} else if splitAt(&n) >= 0 { // the mistake is after its lists
			begun = -1
			d.records(&n)
		}
		if rest := strings.TrimLeft(d.text[max(begun, 0):], " \t\r\n"); n.kind == 0 && begun > 0 && rest != "" && strings.IndexByte(`{["]}`, rest[0]) < 0 {
			return d.damaged(len(d.text)-len(rest), Damage{Why: "text after the document", Outside: true}, true)
		}
		return d.skip(begun, t.place(err), err)
	}
}

// items reads items of the list that is the reader's level, one by one: a text in which each has an error is not copied for each.
// It moves the reader to the end of the list, or to the item that has an error at a place.
func (d *documentReader) items() (at int, err error) {
	for t := newTokens(""); ; {
		rest := strings.TrimLeft(d.text, ", \t\r\n")
		d.base += len(d.text) - len(rest)
		if d.text = rest; rest == "" || rest[0] != '{' {
			return 0, nil
		}
		t.next(rest)
		n, err := t.value(0)
		if err != nil {
			return t.place(err), err
		}
		d.records(d.item(n))
		d.text, d.base = rest[n.end:], d.base+n.end
	}
}

// item returns an item of the reader's level as the document that has it alone.
func (d *documentReader) item(n node) *node {
	switch d.in {
	case "":
	case items:
		n = node{kind: '[', kids: []node{n}}
	default:
		n = listed(string(d.in), n)
	}
	return &n
}

// inside moves the reader to the level of an open list and returns the start of its last item, which it drops if it is
// unfinished.
func (d *documentReader) inside(list *node) (begun int) {
	d.in = level(cmp.Or(list.key, items))
	begun = list.start + 1
	if last := len(list.kids) - 1; last >= 0 {
		item := &list.kids[last]
		if begun = item.start; item.kind == '"' {
			begun--
		}
		if item.open {
			list.kids = list.kids[:last]
		}
	}
	return begun
}

// skip skips what is not JSON at an offset, up to the probable start of the next item. The value or item that starts at
// begun, if any, is read again up to there.
func (d *documentReader) skip(begun, at int, err error) (resume int, ok bool) {
	resume, ok = d.damaged(at, Damage{Why: why(err)}, d.in != "")
	if begun >= 0 {
		if n, _, _ := parse(d.text[begun : resume-d.base]); n.kind != 0 {
			again := &documentReader{File: d.File, text: d.text[begun : resume-d.base], base: d.base + begun}
			again.records(d.item(n))
		}
	}
	return resume, ok
}

// damaged adds the damage at an offset, which is up to the next item or, if there are none, the end.
func (d *documentReader) damaged(at int, as Damage, more bool) (resume int, ok bool) {
	resume = len(d.text)
	if item := nextItem(d.text[at:]); more && item >= 0 {
		resume, ok = at+item, true
	}
	as.Start, as.At, as.End = d.base+at, d.base+at, d.base+resume
	d.Damage = append(d.Damage, as)
	return as.End, ok
}

// openList returns the list of messages in which a document is unfinished.
func (n *node) openList() *node {
	if n.kind == '{' && len(n.kids) > 0 {
		if last := &n.kids[len(n.kids)-1]; splits(last) && last.open {
			return last
		}
	} else if n.kind == '[' {
		return n
	}
	return nil
}

// listed returns an object with a list of one item.
func listed(list string, n node) node {
	return node{kind: '{', start: n.start, end: n.end, kids: []node{{
		key: list, kind: '[', start: n.start, end: n.end, kids: []node{n},
	}}}
}

// records adds what the records of a value have.
func (d *documentReader) records(n *node) {
	records(n, func(record node) { d.found(value{node: &record, text: d.text, base: d.base}) })
}

// found adds what a record has, which may be a conversation of its own.
func (f *File) found(record value) {
	before := *f
	starts, definitions := f.record(record)
	f.Starts = append(f.Starts, starts...)
	if definitions != "" {
		f.Definitions = append(f.Definitions, definitions)
	}
	f.separate(&before, record.base+record.start, starts) // such as an item of a list of conversations
}

// nextItem returns the offset of the first item of a text, a bracket that starts a line, or -1.
func nextItem(text string) int {
	for at := 0; ; at++ {
		n := strings.IndexByte(text[at:], '{')
		if n < 0 {
			return -1
		}
		at += n
		if before := strings.TrimRight(text[:at], " \t"); strings.HasSuffix(before, "\n") {
			return len(before)
		}
	}
}
