package literal

import (
	"sort"
	"strings"
)

// A Part is one of the parts of a string in a program: a literal, or a computed value.
type Part struct {
	// Literal is the literal; nil if the part is computed.
	Literal *Text
	// Start and End delimit the part in the file. For a literal they delimit the text
	// between its quotes.
	Start, End int
	// Shown is the text that represents a computed part.
	Shown string

	at int // its start in the text
}

func (p *Part) text() string {
	if p.Literal != nil {
		return p.Literal.String()
	}
	return p.Shown
}

// Join returns the text that consists of parts, in order. They are those of one literal, or else the text
// is not edited: a replacement could belong to any of several literals.
func Join(parts []Part, one bool) *Text {
	if len(parts) == 1 && parts[0].Literal != nil {
		return parts[0].Literal
	}
	t := &Text{parts: parts, fixed: !one}
	var b strings.Builder
	for i := range parts {
		parts[i].at = b.Len()
		b.WriteString(parts[i].text())
	}
	t.text = b.String()
	return t
}

// partAt returns the index of the part that contains the byte at an offset; for the end
// of the text, that of the last part.
func (t *Text) partAt(at int) int {
	return max(0, min(sort.Search(len(t.parts), func(i int) bool { return t.parts[i].at+len(t.parts[i].text()) > at }), len(t.parts)-1))
}

// joinedPlace implements [Text.place] for a text of parts.
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

// joinedFind implements [Text.Find] for a text of parts.
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

// joinedEdit implements [Text.Edit] for a text of parts, of which it edits one.
func (t *Text) joinedEdit(start, end int, replacement string) (fileStart, fileEnd int, raw string, ok bool) {
	if t.fixed {
		return 0, 0, "", false
	}
	end = min(max(end, 0), len(t.text))
	start = min(max(start, 0), end)
	i := sort.Search(len(t.parts), func(i int) bool { return t.parts[i].at+len(t.parts[i].text()) >= end })
	for ; i < len(t.parts) && t.parts[i].at <= start; i++ { // computed text usually has a literal next to it
		if p := &t.parts[i]; p.Literal != nil && end <= p.at+len(p.text()) {
			if fileStart, fileEnd, raw, ok = p.Literal.Edit(start-p.at, end-p.at, replacement); ok {
				return fileStart, fileEnd, raw, true
			}
		}
	}
	return 0, 0, "", false
}

// Aligned returns the text with a value that a notation at an offset of the file represents, of which n bytes do. The
// notation is unchanged but for white space, such as that of lines that are folded, and quotes that are written twice. The
// text is not edited.
func Aligned(raw string, start int, value string) (t *Text, n int, ok bool) {
	var parts []Part
	for value != "" {
		size := 0
		for n+size < len(raw) && size < len(value) && raw[n+size] == value[size] {
			size++
		}
		if size > 0 {
			parts = append(parts, Part{Literal: &Text{start: start + n, raw: value[:size], text: value[:size]}, Start: start + n, End: start + n + size})
			n, value = n+size, value[size:]
			continue
		}
		white := len(raw[n:]) - len(strings.TrimLeft(raw[n:], blanks+"\r\n"))
		size = len(value) - len(strings.TrimLeft(value, blanks+"\n"))
		switch {
		case white == 0 && strings.HasPrefix(raw[n:], "'"):
			white, size = 1, 0
		case white == 0 && (n < len(raw) || size < len(value)): // a line end may be missing at the end of a file
			return nil, n, false
		}
		if size > 0 {
			parts = append(parts, Part{Start: start + n, End: start + n + white, Shown: value[:size]})
		}
		n, value = n+white, value[size:]
	}
	return Join(append(parts, Part{Start: start + n, End: start + n}), false), n, true
}
