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
	text = covered(text, filled, ' ') // no tag is in one
	tags, cdata := tagsAhead{text: text}, sectionsIn(text)
	for _, more := tags.at(0); more; _, more = tags.next() {
		if o, ok := tags.opener(cdata, 0, knows); ok {
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
	far  int // how far the text was examined for what was asked
}

// look records that the text up to an offset was examined.
func (a *tagsAhead) look(to int) { a.far = max(a.far, to) }

// at returns the tag after k others.
func (a *tagsAhead) at(k int) (t tag, ok bool) { return a.before(k, len(a.text)) }

// before is at for one that starts before an offset.
func (a *tagsAhead) before(k, to int) (t tag, ok bool) {
	for len(a.read) <= k {
		if t, ok = nextTag(a.text, a.end); !ok {
			a.end = len(a.text)
			a.look(to)
			return t, false
		}
		if len(a.read) == cap(a.read) {
			a.read = slices.Grow(a.read, 16) // next has taken from the start what append would grow by
		}
		a.read, a.end = append(a.read, t), t.end
	}
	if t = a.read[k]; t.start >= to {
		a.look(to)
		return t, false
	}
	a.look(t.end)
	return t, true
}

// next drops the first tag and returns the one after it.
func (a *tagsAhead) next() (t tag, ok bool) {
	a.read = a.read[1:]
	return a.at(0)
}

// opener returns the first tag as an opener; ok is false if it is none. The text starts at an offset, as far as it
// matters for a call in a wrong shape.
func (a *tagsAhead) opener(cdata *sections, from int, knows knowledge) (o opener, ok bool) {
	t := a.read[0]
	if t.closing {
		return o, false
	}
	o = opener{tag: t, close: -1, blockEnd: t.end}
	blockEnd := a.blockEnd()
	o.evidence, ok = shapeOf(a.text, t.end, blockEnd)
	if !ok && (knows == nil || !startsLine(a.text, t.start)) {
		return o, false
	}
	end, closed := a.closing(cdata)
	switch {
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
		a.look(endOfLine(a.text, end.end))
		if miss := missOf(a.text[t.start:end.start], knows); closed || miss == namesTool {
			o.evidence, o.miss = end.start, miss
		}
	}
	return o, ok || o.miss > noMiss
}

// maxShape is how many bytes after an opener the shape of a call is looked for: what comes before it may be long.
const maxShape = 64 << 10

// blockEnd returns where the block of the first tag ends, as far as its shape matters: at the next literal tag. A tag
// that is not literal may be anything, so its block extends no further than necessary.
func (a *tagsAhead) blockEnd() int {
	first := a.read[0]
	far := min(len(a.text), first.end+maxShape)
	for k := 1; ; k++ {
		if t, ok := a.before(k, far); !ok {
			return far
		} else if t.literal || !first.literal {
			return t.start
		}
	}
}

// closing returns the end tag of the block that the first tag opens. Another opener before it
// means that the block has none of its own, unless that opener is in a CDATA section.
func (a *tagsAhead) closing(cdata *sections) (end tag, ok bool) {
	first := a.read[0]
	pos := first.end
	for k := 1; ; k++ {
		t, more := a.at(k)
		if !more {
			return tag{}, false
		}
		if first.literal && !t.literal {
			continue
		}
		if t.closing {
			return t, true
		}
		var inside bool
		if pos, inside = cdata.around(pos, t.start); !inside {
			return tag{}, false
		}
	}
}

// sections finds the CDATA sections of a text.
type sections struct {
	open, end finder
	far       int // how far the text was examined
}

func sectionsIn(text string) *sections {
	return &sections{open: finder{text: text, want: "<![CDATA["}, end: finder{text: text, want: "]]>"}}
}

// around reports whether a section that starts at or after pos contains the byte at
// offset at. It also returns where to search for the sections after it.
func (s *sections) around(pos, at int) (next int, inside bool) {
	for {
		open := s.open.before(pos, at+1)
		if open < 0 {
			return pos, false
		}
		end := s.end.next(open)
		if end < 0 {
			s.far = len(s.end.text)
			return pos, false
		}
		if end > at {
			s.far = max(s.far, end+len(s.end.want))
			return open, true
		}
		pos = end
	}
}
