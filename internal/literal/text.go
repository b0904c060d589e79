package literal

import (
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Coding is a notation for strings in a file.
type Coding interface {
	// Next decodes the unit at the start of raw, which is not empty: n bytes of it
	// represent text. same reports whether they are literal; a literal unit may be of
	// any length.
	Next(raw string) (n int, text string, same bool)
	// Encode writes text in the style of raw, the rest of the literal. ok is false if
	// the coding cannot write it.
	Encode(text string, style Style) (raw string, ok bool)
	// Style returns the style in which raw is written.
	Style(raw string) Style
}

// A fitted coding is one in which the meaning of a unit depends on the text around it,
// for example if spaces at the end of a line are not part of the text.
type fitted interface {
	Coding
	// Fit returns raw, which Encode wrote, adapted to its place between two stretches of
	// the literal, where it replaces old. ok is false if it cannot occur there.
	Fit(before, old, raw, after string) (with string, ok bool)
}

// A Style is the choice of a coding among several ways to write the same text.
type Style uint16

// A Text is a string that a file writes as a literal. It is immutable and safe for
// concurrent use. Of nil, the text of the file itself, there are places and edits.
type Text struct {
	parent *Text // the text that contains the literal; nil for the file
	start  int   // start of raw in it
	raw    string
	coding Coding
	text   string
	points []point // nil if the text equals raw
	parts  []Part  // of a text of parts; see [Join]
	fixed  bool    // whether a text of parts is not edited

	once  sync.Once
	style Style
}

// A point is the start of a unit, or a place in one whose text is literal; there is one approximately
// every [stride] bytes.
type point struct{ text, raw int }

// stride is a variable so that tests can make it small.
var stride = 512

// Decode returns the text of a literal: raw is the text between its quotes, at offset
// start of the parent's text, or of the file if parent is nil.
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
	t.points = make([]point, 0, len(raw)/stride+1)
	at, next := 0, 0
	add := func(n int, text string) {
		if b.Len() >= next {
			t.points = append(t.points, point{b.Len(), at})
			next = b.Len() + stride
		}
		b.WriteString(text)
		at += n
	}
	for {
		for same && n > 2*stride {
			k := divide(text)
			add(k, text[:k])
			n, text = n-k, text[k:]
		}
		if add(n, text); at == len(raw) {
			break
		}
		n, text, same = coding.Next(raw[at:])
	}
	t.text = b.String()
	return t
}

// divide returns a place in a literal unit at which it can be divided, about [stride] bytes from the start:
// not before blanks, which an edit can make a part of a line end.
func divide(text string) int {
	at := stride
	for at < 2*stride && (text[at] <= ' ' || !utf8.RuneStart(text[at])) {
		at++
	}
	return at
}

// String returns the decoded text.
func (t *Text) String() string { return t.text }

// pointBefore returns the last point that is not after a place, and the end in raw of what it is for.
func (t *Text) pointBefore(after func(point) bool) (p point, end int) {
	next := max(1, sort.Search(len(t.points), func(i int) bool { return after(t.points[i]) }))
	end = len(t.raw)
	if next < len(t.points) {
		end = t.points[next].raw
	}
	return t.points[next-1], end
}

// A unit is a place in a text, and the notation that it is decoded from.
type unit struct {
	text, raw int    // where it starts
	decoded   string // its text
	size      int    // of raw
	same      bool
}

// unitAt returns the unit that contains the byte at offset at of the text, or an empty
// one at the end of the text.
func (t *Text) unitAt(at int) unit {
	at = min(max(at, 0), len(t.text))
	if t.points == nil {
		return unit{0, 0, t.raw, len(t.raw), true}
	}
	p, end := t.pointBefore(func(p point) bool { return p.text > at })
	for u := (unit{text: p.text, raw: p.raw}); ; u.text, u.raw = u.text+len(u.decoded), u.raw+u.size {
		if u.raw == len(t.raw) {
			return unit{text: u.text, raw: u.raw, same: true}
		}
		u.size, u.decoded, u.same = t.coding.Next(t.raw[u.raw:end])
		if at < u.text+len(u.decoded) {
			return u
		}
	}
}

// rawAt returns the place in raw of the byte at offset at: the start of its unit. If
// after is set, it returns the place after the preceding byte.
func (t *Text) rawAt(at int, after bool) int {
	of := at
	if after = after && at > 0; after {
		of--
	}
	switch u := t.unitAt(of); {
	case u.same:
		return u.raw + at - u.text
	case after:
		return u.raw + u.size
	default:
		return u.raw
	}
}

// Offset returns the place in the file of the byte at an offset of the text: the start
// of its escape. For the end of the text it is the end of the literal.
func (t *Text) Offset(at int) int { return t.place(at, false) }

// End returns the place in the file after the byte before an offset of the text.
func (t *Text) End(at int) int { return t.place(at, true) }

func (t *Text) place(at int, after bool) int {
	if t != nil && t.parts != nil {
		return t.joinedPlace(min(max(at, 0), len(t.text)), after)
	}
	for ; t != nil; t = t.parent {
		at = t.start + t.rawAt(min(max(at, 0), len(t.text)), after)
	}
	return at
}

// Find returns the offset in the text of an offset in the file; ok is false if the
// literal does not include it.
func (t *Text) Find(file int) (at int, ok bool) {
	if t == nil {
		return file, true
	}
	if t.parts != nil {
		return t.joinedFind(file)
	}
	if file, ok = t.parent.Find(file); !ok {
		return 0, false
	}
	raw := file - t.start
	if raw < 0 || raw >= len(t.raw) {
		return 0, false
	}
	if t.points == nil {
		return raw, true
	}
	p, end := t.pointBefore(func(p point) bool { return p.raw > raw })
	for at, from := p.text, p.raw; ; {
		n, text, same := t.coding.Next(t.raw[from:end])
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
// the bytes of the file from fileStart to fileEnd are replaced by raw, in the style of the
// literal. ok is false if a coding cannot write it.
func (t *Text) Edit(start, end int, replacement string) (fileStart, fileEnd int, raw string, ok bool) {
	if t != nil && t.parts != nil {
		return t.joinedEdit(start, end, replacement)
	}
	for ; t != nil; t = t.parent {
		if start, end, replacement, ok = t.edit(start, end, replacement); !ok {
			return 0, 0, "", false
		}
	}
	return start, end, replacement, true
}

// edit returns the edit of the text or file that contains the literal.
func (t *Text) edit(start, end int, replacement string) (from, to int, raw string, ok bool) {
	end = min(max(end, 0), len(t.text))
	start = min(max(start, 0), end)
	first, last := t.unitAt(start), t.unitAt(end)
	before, after := start-first.text, end-last.text
	from, to = first.raw, last.raw
	switch {
	case first.same:
		from += before
	case before > 0: // inside a single escape
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
		at, after := point{first.text, from}, point{last.text, to}
		if first.same {
			at.text = start
		}
		if last.same {
			after.text = end
		} else if to > last.raw {
			after.text += len(last.decoded)
		}
		if raw, ok = c.Fit(t.raw[:from], t.raw[from:to], raw, t.raw[to:]); ok {
			ok = t.reads(at, after, raw, replacement)
		}
	}
	return t.start + from, t.start + to, raw, ok
}

// reads reports whether raw, in place of the notation of a stretch of the text, decodes to a replacement, and the text around
// it is unchanged.
func (t *Text) reads(first, last point, raw, replacement string) bool {
	from, to := point{}, point{len(t.text), len(t.raw)}
	if t.points == nil {
		from, to = point{max(0, first.text-near), max(0, first.raw-near)}, point{min(to.text, last.text+near), min(to.raw, last.raw+near)}
	} else {
		from, _ = t.pointBefore(func(p point) bool { return p.raw > first.raw-near })
		if i := sort.Search(len(t.points), func(i int) bool { return t.points[i].raw >= last.raw+near }); i < len(t.points) {
			to = t.points[i]
		}
	}
	is := Decode(nil, t.raw[from.raw:first.raw]+raw+t.raw[last.raw:to.raw], 0, t.coding)
	return is.text == t.text[from.text:first.text]+replacement+t.text[last.text:to.text]
}

// near is the number of bytes around an edit whose meaning it can change.
const near = 256
