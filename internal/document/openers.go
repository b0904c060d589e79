package document

import (
	"slices"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// An opener is a start tag in a document that is followed by the shape of a call.
type opener struct {
	tag
	evidence int // the element that shows the shape
	close    int // start of the block's end tag, -1 if it has none of its own
	blockEnd int // after the end tag; after the opener if there is none
	miss     miss
	other    bool // whether it is that of another format: see otherOpeners
}

// openers returns the openers in a text in order, none of them in one of the placeholders, which it returns as
// well.
func openers(text string, knows knowledge) (list []opener, filled []xmlcall.Span) {
	filled = placeholders(text)
	text = blanked(text, filled)
	tags, cdata := tagsAhead{text: text}, sectionsIn(text)
	for _, more := tags.at(0); more; _, more = tags.next() {
		if o, _, ok := tags.opener(cdata, 0, knows); ok {
			list = append(list, o)
		}
	}
	if knows != nil {
		list = append(list, otherOpeners(text, knows)...)
		slices.SortStableFunc(list, func(a, b opener) int { return a.start - b.start })
	}
	return list, filled
}

// ends finds what ends a block without an end tag.
var ends = lazy("\\n[ \\t\\r>]*(\n|```|~~~|$)")

// tagsAhead are the tags of a text from one on, read as far as they are needed: a text can have one in
// every few bytes.
type tagsAhead struct {
	text string
	read []tag
	end  int // of the last one, or of the text
}

// at returns the tag after k others.
func (a *tagsAhead) at(k int) (t tag, ok bool) {
	for len(a.read) <= k {
		if t, ok = nextTag(a.text, a.end); !ok {
			a.end = len(a.text)
			return t, false
		}
		if len(a.read) == cap(a.read) {
			a.read = slices.Grow(a.read, 16) // next has taken from the start what append would grow by
		}
		a.read, a.end = append(a.read, t), t.end
	}
	return a.read[k], true
}

// next drops the first tag and returns the one after it.
func (a *tagsAhead) next() (t tag, ok bool) {
	a.read = a.read[1:]
	return a.at(0)
}

// opener returns the first tag as an opener, and how far the text was examined for that; ok is false if it is
// none. The text starts at an offset, as far as it matters for a call in a wrong shape.
func (a *tagsAhead) opener(cdata *sections, from int, knows knowledge) (o opener, reach int, ok bool) {
	t := a.read[0]
	if t.closing {
		return o, t.end, false
	}
	o = opener{tag: t, close: -1, blockEnd: t.end}
	blockEnd, after := a.blockEnd()
	if o.evidence, reach, ok = shapeOf(a.text, t.end, blockEnd); reach == blockEnd {
		reach = after
	}
	if !ok && (knows == nil || !startsLine(a.text, t.start)) {
		return o, reach, false
	}
	end, to, closed := a.closing(cdata)
	switch reach = max(reach, to); {
	case !ok && a.text[t.end-2] == '/':
		end, closed = tag{start: t.end, end: t.end}, true
		fallthrough
	case closed:
		o.close, o.blockEnd = end.start, end.end
	case !ok: // up to a blank line or a fence, at most
		end.start = blockEnd
		if m := ends().FindStringIndex(a.text[t.end:blockEnd]); m != nil {
			end.start = t.end + m[0]
		}
		end.end = end.start
	}
	if !ok && standsAlone(a.text, from, t.start, end.end) {
		reach = max(reach, endOfLine(a.text, end.end))
		if miss := missOf(a.text[t.start:end.start], knows); closed || miss == namesTool {
			o.evidence, o.miss = end.start, miss
		}
	}
	return o, reach, ok || o.miss > noMiss
}

// blockEnd returns where the block of the first tag ends at the latest: at the next literal tag, whose end is after.
// A tag that is not literal may be anything, so its block extends no further than necessary.
func (a *tagsAhead) blockEnd() (end, after int) {
	first := a.read[0]
	for k := 1; ; k++ {
		if t, ok := a.at(k); !ok {
			return len(a.text), len(a.text)
		} else if t.literal || !first.literal {
			return t.start, t.end
		}
	}
}

// closing returns the end tag of the block that the first tag opens. Another opener before it
// means that the block has none of its own, unless that opener is in a CDATA section.
// The answer depends only on the text up to reach.
func (a *tagsAhead) closing(cdata *sections) (end tag, reach int, ok bool) {
	first := a.read[0]
	pos := first.end
	for k := 1; ; k++ {
		t, more := a.at(k)
		if !more {
			return tag{}, len(a.text), false
		}
		if first.literal && !t.literal {
			continue
		}
		if t.closing {
			return t, max(reach, t.end), true
		}
		var inside bool
		var to int
		if pos, to, inside = cdata.around(pos, t.start); !inside {
			return tag{}, max(reach, to, t.end), false
		}
		reach = max(reach, to)
	}
}

// sections finds the CDATA sections of a text.
type sections struct{ open, end finder }

func sectionsIn(text string) *sections {
	return &sections{open: finder{text: text, want: "<![CDATA["}, end: finder{text: text, want: "]]>"}}
}

// around reports whether a section that starts at or after pos contains the byte at
// offset at. It also returns where to search for the sections after it, and how far it
// examined the text.
func (s *sections) around(pos, at int) (next, reach int, inside bool) {
	for {
		open := s.open.before(pos, at+1)
		if open < 0 {
			return pos, at, false
		}
		end := s.end.next(open)
		if end < 0 {
			return pos, len(s.end.text), false
		}
		if end > at {
			return open, end + len(s.end.want), true
		}
		pos = end
	}
}
