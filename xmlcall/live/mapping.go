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

// A segment is the bytes of the derived text from at up to the next segment, which come from
// from:to of the original: copies of it, U+FFFD for one byte, or a supplied tag for none.
type segment struct{ at, from, to int }

// span returns what the bytes of a span come from, with everything between the first and the last; for
// an empty span the empty one at its place.
func (m mapping) span(s xmlcall.Span) xmlcall.Span {
	start := m.origin(s.Start, s.Start)
	if s.Len() <= 0 {
		return xmlcall.Span{Start: start, End: start}
	}
	return xmlcall.Span{Start: start, End: max(start, m.origin(s.End, s.End-1))}
}

// origin returns where an offset of the derived text comes from. It is the start or the end of the byte at side, which
// decides between two segments that meet there.
func (m mapping) origin(at, side int) int {
	if len(m) == 0 {
		return 0
	}
	i := sort.Search(len(m), func(i int) bool { return m[i].at > side })
	s := m[max(i-1, 0)]
	return min(s.from+max(at-s.at, 0), s.to)
}

// A mappedText is a text under construction, with its mapping.
type mappedText struct {
	w strings.Builder
	m mapping
}

// add appends text, which comes from from.
func (t *mappedText) add(text string, from xmlcall.Span) {
	if text != "" {
		t.m = append(t.m, segment{t.w.Len(), from.Start, from.End})
		t.w.WriteString(text)
	}
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
