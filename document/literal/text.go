package literal

import (
	"sort"
	"strings"
	"sync"
)

// A Coding is a way of writing strings in a file.
type Coding interface {
	// Next decodes the unit at the start of raw, which is not empty: n bytes of it
	// stand for text. same reports that they stand for themselves; such a unit may be
	// of any length.
	Next(raw string) (n int, text string, same bool)
	// Encode writes text in the style of raw, the rest of the literal. ok is false
	// where the coding cannot write it.
	Encode(text string, style Style) (raw string, ok bool)
	// Style returns the style in which raw is written.
	Style(raw string) Style
}

// A fitted coding is one in which it depends on what is around a unit what it stands for,
// as where spaces at the end of a line are none of the text.
type fitted interface {
	Coding
	// Fit returns raw, which Encode wrote, as it is written between two stretches of the
	// literal. ok is false where it cannot be there.
	Fit(before, raw, after string) (with string, ok bool)
}

// A Style says how a coding writes what it can write in several ways.
type Style uint16

// A Text is a string that a file writes as a literal. It is immutable and safe for
// concurrent use.
type Text struct {
	parent *Text // whose text the literal is in; nil for the file
	start  int   // where raw starts in it
	raw    string
	coding Coding
	text   string
	points []point // nil where the text is raw
	parts  []Part  // of a text that is put together, whose raw is the file; see [Join]

	once  sync.Once
	style Style
}

// A point is the start of a unit; there is one at about every [stride] bytes.
type point struct{ text, raw int }

const stride = 512

// Decode returns the text of a literal: raw is what is between its quotes, at offset
// start of the parent's text, or of the file where parent is nil.
func Decode(parent *Text, raw string, start int, coding Coding) *Text {
	t := &Text{parent: parent, start: start, raw: raw, coding: coding}
	n, text, same := 0, "", true
	if raw != "" {
		n, text, same = coding.Next(raw)
	}
	if same && n == len(raw) {
		t.text = raw
		return t
	}
	var b strings.Builder
	b.Grow(len(raw))
	next := 0
	for at := 0; ; {
		if b.Len() >= next {
			t.points = append(t.points, point{b.Len(), at})
			next = b.Len() + stride
		}
		b.WriteString(text)
		if at += n; at == len(raw) {
			break
		}
		n, text, _ = coding.Next(raw[at:])
	}
	t.text = b.String()
	return t
}

// String returns the decoded text.
func (t *Text) String() string { return t.text }

// A unit is a place in a text, and what it is decoded from.
type unit struct {
	text, raw int    // where it starts
	decoded   string // its text
	size      int    // of raw
	same      bool
}

// unitAt returns the unit that has the byte at offset at of the text. At the end of the
// text it is an empty one.
func (t *Text) unitAt(at int) unit {
	at = min(max(at, 0), len(t.text))
	if t.points == nil {
		return unit{0, 0, t.raw, len(t.raw), true}
	}
	p := t.points[max(0, sort.Search(len(t.points), func(i int) bool { return t.points[i].text > at })-1)]
	for u := (unit{text: p.text, raw: p.raw}); ; u.text, u.raw = u.text+len(u.decoded), u.raw+u.size {
		if u.raw == len(t.raw) {
			return unit{text: u.text, raw: u.raw, same: true}
		}
		u.size, u.decoded, u.same = t.coding.Next(t.raw[u.raw:])
		if at < u.text+len(u.decoded) {
			return u
		}
	}
}

// rawAt returns the place in raw of the byte at offset at: where its unit starts. after
// asks for the place after the byte before it instead.
func (t *Text) rawAt(at int, after bool) int {
	if after && at > 0 {
		u := t.unitAt(at - 1)
		if u.same {
			return u.raw + at - u.text
		}
		return u.raw + u.size
	}
	u := t.unitAt(at)
	if u.same {
		return u.raw + at - u.text
	}
	return u.raw
}

// Offset returns the place in the file of the byte at an offset of the text: the start
// of the escape that it is from. For the end of the text it is where the literal ends.
func (t *Text) Offset(at int) int { return t.place(at, false) }

// End returns the place in the file after the byte before an offset of the text.
func (t *Text) End(at int) int { return t.place(at, true) }

func (t *Text) place(at int, after bool) int {
	if t.parts != nil {
		return t.joinedPlace(min(max(at, 0), len(t.text)), after)
	}
	for ; t != nil; t = t.parent {
		at = t.start + t.rawAt(min(max(at, 0), len(t.text)), after)
	}
	return at
}

// Find returns the offset in the text of what is at an offset of the file; ok is false
// where the literal does not have it.
func (t *Text) Find(file int) (at int, ok bool) {
	if t.parts != nil {
		return t.joinedFind(file)
	}
	if t.parent != nil {
		if file, ok = t.parent.Find(file); !ok {
			return 0, false
		}
	}
	raw := file - t.start
	if raw < 0 || raw >= len(t.raw) {
		return 0, false
	}
	if t.points == nil {
		return raw, true
	}
	p := t.points[max(0, sort.Search(len(t.points), func(i int) bool { return t.points[i].raw > raw })-1)]
	for at, from := p.text, p.raw; ; {
		n, text, same := t.coding.Next(t.raw[from:])
		if raw < from+n {
			if same {
				at += raw - from
			}
			return at, true
		}
		at, from = at+len(text), from+n
	}
}

// Edit returns the edit of the file that replaces the bytes of the text from start to end:
// the bytes of the file from fileStart to fileEnd get raw, which is written in the style
// of the literal. ok is false where a coding cannot write it.
func (t *Text) Edit(start, end int, replacement string) (fileStart, fileEnd int, raw string, ok bool) {
	if t.parts != nil {
		return t.joinedEdit(start, end, replacement)
	}
	for ; t != nil; t = t.parent {
		if start, end, replacement, ok = t.edit(start, end, replacement); !ok {
			return 0, 0, "", false
		}
	}
	return start, end, replacement, true
}

// edit returns the edit of what the literal is in.
func (t *Text) edit(start, end int, replacement string) (from, to int, raw string, ok bool) {
	end = min(max(end, 0), len(t.text))
	start = min(max(start, 0), end)
	first, last := t.unitAt(start), t.unitAt(end)
	before, after := start-first.text, end-last.text
	from, to = first.raw, last.raw
	switch {
	case first.same:
		from += before
	case before > 0: // within what one escape stands for
		replacement = first.decoded[:before] + replacement
	}
	switch {
	case last.same:
		to += after
	case after > 0:
		replacement += last.decoded[after:]
		to += last.size
	}
	t.once.Do(func() { t.style = t.coding.Style(t.raw) })
	raw, ok = t.coding.Encode(replacement, t.style)
	if c, fits := t.coding.(fitted); ok && fits {
		at := first.text
		if first.same {
			at = start
		}
		if raw, ok = c.Fit(t.raw[:from], raw, t.raw[to:]); ok {
			ok = t.reads(point{at, from}, to, raw, replacement)
		}
	}
	return t.start + from, t.start + to, raw, ok
}

// reads reports whether raw, in the place of what is from a point to an offset of the
// literal, is read as a text, and what is around it as it was.
func (t *Text) reads(from point, to int, raw, text string) bool {
	p := t.before(from)
	after := t.raw[to : to+nextLine(t.raw[to:])]
	edited := t.raw[p.raw:from.raw] + raw + after
	end := len(edited) - len(after) // of what is edited
	var is strings.Builder
	want := t.text[p.text:from.text] + text
	for at, old := 0, 0; ; {
		for end+old < at {
			n, more, _ := t.coding.Next(after[old:])
			old, want = old+n, want+more
		}
		if end+old == at {
			return is.String() == want
		}
		n, more, _ := t.coding.Next(edited[at:])
		is.WriteString(more)
		at += n
	}
}

// near is how many bytes around an edit it can change the meaning of, if they are on its line.
const near = 256

// before returns a place shortly before a point from which a literal can be read.
func (t *Text) before(from point) point {
	if from.text == 0 {
		return point{}
	}
	u := t.unitAt(from.text - 1)
	if n := from.text - u.text; u.same && n > near {
		return point{from.text - near, u.raw + n - near}
	}
	return point{u.text, u.raw}
}

// nextLine returns where the next line of a literal that is not blank ends, as far as that is
// near.
func nextLine(raw string) int {
	const breaks = "\r\n"
	line := func(raw string) int {
		raw = raw[:min(len(raw), near)]
		if n := strings.IndexAny(raw, breaks); n >= 0 {
			return n
		}
		return len(raw)
	}
	end := line(raw)
	if end == len(raw) || end == near {
		return end
	}
	rest := strings.TrimLeft(raw[end:], " \t"+breaks)
	return len(raw) - len(rest) + line(rest)
}
