package literal

import (
	"sort"
	"strings"
)

// A Part is one of the pieces that a program puts a string together from: a literal, or
// what it computes.
type Part struct {
	// Literal is the literal; nil where the program computes the part.
	Literal *Text
	// Start and End are where the part is in the file. Of a literal they are where what
	// is between its quotes is.
	Start, End int
	// Shown is what the text has in the place of a part that is computed.
	Shown string

	at int // where it starts in the text
}

func (p *Part) text() string {
	if p.Literal != nil {
		return p.Literal.String()
	}
	return p.Shown
}

// Join returns the text that a file puts together from parts, in their order. An edit
// leaves what is computed as it is.
func Join(file string, parts []Part) *Text {
	if len(parts) == 1 && parts[0].Literal != nil {
		return parts[0].Literal
	}
	t := &Text{raw: file, parts: parts}
	var b strings.Builder
	for i := range parts {
		parts[i].at = b.Len()
		b.WriteString(parts[i].text())
	}
	t.text = b.String()
	return t
}

// partAt returns the index of the part that has the byte at an offset; for the end of
// the text, that of the last part.
func (t *Text) partAt(at int) int {
	return max(0, min(sort.Search(len(t.parts), func(i int) bool { return t.parts[i].at+len(t.parts[i].text()) > at }), len(t.parts)-1))
}

// joinedPlace is [Text.place] of a text of parts.
func (t *Text) joinedPlace(at int, after bool) int {
	after = after && at > 0
	i := t.partAt(at)
	if after {
		i = t.partAt(at - 1)
	}
	p := &t.parts[i]
	switch {
	case p.Literal != nil:
		return p.Literal.place(at-p.at, after)
	case after || at == p.at+len(p.Shown):
		return p.End
	}
	return p.Start
}

// joinedFind is [Text.Find] of a text of parts.
func (t *Text) joinedFind(file int) (at int, ok bool) {
	i := sort.Search(len(t.parts), func(i int) bool { return t.parts[i].End > file })
	if i == len(t.parts) || file < t.parts[i].Start {
		return 0, false
	}
	p := &t.parts[i]
	if p.Literal == nil {
		return p.at, true
	}
	at, ok = p.Literal.Find(file)
	return p.at + at, ok
}

// joinedEdit is [Text.Edit] of a text of parts. What is replaced in several literals is
// replaced in the first, and taken out of the others: the program stays the same.
func (t *Text) joinedEdit(start, end int, replacement string) (fileStart, fileEnd int, raw string, ok bool) {
	end = min(max(end, 0), len(t.text))
	start = min(max(start, 0), end)
	if start == end {
		for i := range t.parts { // next to what is computed there is mostly a literal
			if p := &t.parts[i]; p.Literal != nil && p.at <= start && start <= p.at+len(p.text()) {
				if fileStart, fileEnd, raw, ok = p.Literal.Edit(start-p.at, start-p.at, replacement); ok {
					return fileStart, fileEnd, raw, true
				}
			}
		}
		return 0, 0, "", false
	}
	first, last := t.partAt(start), t.partAt(end-1)
	var b strings.Builder
	for i := first; i <= last; i++ {
		p := &t.parts[i]
		if p.Literal == nil {
			return 0, 0, "", false
		}
		from, to, text, ok := p.Literal.Edit(start-p.at, end-p.at, replacement)
		if !ok {
			return 0, 0, "", false
		}
		if i == first {
			fileStart = from
		} else {
			b.WriteString(t.raw[fileEnd:from])
		}
		b.WriteString(text)
		fileEnd, replacement = to, ""
	}
	return fileStart, fileEnd, b.String(), true
}
