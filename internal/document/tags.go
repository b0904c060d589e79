package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
)

// tagsAhead are the tags of a text from one on, read as far as they are needed: a text can have one in
// every few bytes.
type tagsAhead struct {
	text  string
	cdata sections
	read  []tag
	end   int // of the last one, or of the text
	far   int // how far the text was examined for what was asked
}

// tagsIn returns the tags of a text.
func tagsIn(text string) tagsAhead {
	return tagsAhead{text: text, cdata: sectionsIn(text, "<![CDATA[", "]]>")}
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
func (a *tagsAhead) closing() (end tag, ok bool) {
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
		pos, inside = a.cdata.around(pos, t.start)
		if a.look(a.cdata.far); !inside {
			return tag{}, false
		}
	}
}

// sections finds the CDATA sections of a text, or its comments.
type sections struct {
	open, end finder
	far       int // how far the text was examined for the last answer
}

func sectionsIn(text, open, end string) sections {
	return sections{open: finder{text: text, want: open}, end: finder{text: text, want: end}}
}

// around reports whether a section that starts at or after pos contains the byte at
// offset at. It also returns where to search for the sections after it.
func (s *sections) around(pos, at int) (next int, inside bool) {
	for s.far = 0; ; {
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
			s.far = end + len(s.end.want)
			return open, true
		}
		pos = end
	}
}

// A tag is a tag named tool in any case, with a prefix or without: <tool>, </tool>, <Tool>,
// <f:tool>, </tool >.
type tag struct {
	start, end int // byte offsets of '<' and after '>'
	closing    bool
	literal    bool // whether the runtime recognizes it: exactly <tool> or </tool>
}

// nextTag returns the first tag at or after from.
func nextTag(text string, from int) (tag, bool) {
	for {
		i := strings.IndexByte(text[from:], '<')
		if i < 0 {
			return tag{}, false
		}
		from += i
		if t, ok := tagAt(text, from); ok {
			return t, true
		}
		from++
	}
}

// tagAt returns the tag that starts with the '<' at i. A name followed by anything but
// white space or a '/' is not a misspelled tag.
func tagAt(text string, i int) (tag, bool) {
	span, ok := syntax.ToolTagAt(text, i)
	if !ok {
		return tag{}, false
	}
	written := text[span.Start:span.End]
	t := tag{start: span.Start, end: span.End, closing: written[1] == '/'}
	t.literal = written == "<tool>" || written == "</tool>"
	name, _ := syntax.TagName(text, i+1)
	return t, t.literal || strings.IndexByte("> \t\r\n/", text[name.End]) >= 0
}
