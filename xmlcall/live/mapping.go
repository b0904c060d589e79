package live

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A mapping maps offsets in a derived text to the text it was made from. Its segments
// tile the derived text in order.
type mapping []segment

// A segment is the bytes at:at+toLen of the derived text, which come from
// orig:orig+origLen of the original. Copied bytes have equal lengths; a replaced byte
// and a supplied tag are segments of their own.
type segment struct {
	at, toLen     int
	orig, origLen int
}

// index returns the segment around the byte at offset at, or the last one.
func (m mapping) index(at int) int {
	i := sort.Search(len(m), func(i int) bool { return m[i].at+m[i].toLen > at })
	return min(i, len(m)-1)
}

// start returns the origin of the byte at the given offset; of the end of the
// text, the end of its origin.
func (m mapping) start(at int) int {
	if len(m) == 0 {
		return 0
	}
	at = max(at, 0)
	s := m[m.index(at)]
	switch {
	case at >= s.at+s.toLen:
		return s.orig + s.origLen
	case s.toLen == s.origLen:
		return s.orig + at - s.at
	}
	return s.orig
}

// end returns the offset after the origin of the byte before the given one.
func (m mapping) end(at int) int {
	if len(m) == 0 || at <= 0 {
		return m.start(0)
	}
	s := m[m.index(at-1)]
	if s.toLen == s.origLen {
		return s.orig + min(at-s.at, s.origLen)
	}
	return s.orig + s.origLen
}

func (m mapping) span(s xmlcall.Span) xmlcall.Span {
	start := m.start(s.Start)
	if s.Len() <= 0 {
		return xmlcall.Span{Start: start, End: start}
	}
	return xmlcall.Span{Start: start, End: max(start, m.end(s.End))}
}

// A mappedText is a text under construction, with its mapping.
type mappedText struct {
	w strings.Builder
	m mapping
}

// add appends text, which comes from from. Adjacent copies become one segment.
func (t *mappedText) add(text string, from xmlcall.Span) {
	if text == "" {
		return
	}
	s := segment{t.w.Len(), len(text), from.Start, from.Len()}
	t.w.WriteString(text)
	if n := len(t.m); n > 0 && s.toLen == s.origLen {
		if last := &t.m[n-1]; last.toLen == last.origLen && last.orig+last.origLen == s.orig {
			last.toLen += s.toLen
			last.origLen += s.origLen
			return
		}
	}
	t.m = append(t.m, s)
}

// addRunes appends text[span] with each invalid UTF-8 byte replaced by U+FFFD.
func (t *mappedText) addRunes(text string, span xmlcall.Span) {
	from := span.Start
	for i := from; i < span.End; {
		r, size := utf8.DecodeRuneInString(text[i:span.End])
		if r == utf8.RuneError && size == 1 {
			t.add(text[from:i], xmlcall.Span{Start: from, End: i})
			t.add("\uFFFD", xmlcall.Span{Start: i, End: i + 1})
			from = i + 1
		}
		i += size
	}
	t.add(text[from:span.End], xmlcall.Span{Start: from, End: span.End})
}

// addMapped appends text[span], which must not be empty; m is the mapping of text.
func (t *mappedText) addMapped(text string, m mapping, span xmlcall.Span) {
	for i := m.index(span.Start); i < len(m) && m[i].at < span.End; i++ {
		s := m[i]
		a, b := max(s.at, span.Start), min(s.at+s.toLen, span.End)
		if a < b {
			t.add(text[a:b], m.span(xmlcall.Span{Start: a, End: b}))
		}
	}
}
