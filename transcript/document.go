package transcript

import (
	"bytes"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// An opener is a tag in a document that the shape of a call follows.
type opener struct {
	tag
	evidence int // where the element stands that shows the shape
	close    int // start of the block's end tag, -1 where it has none of its own
	blockEnd int // behind the end tag; behind the opener where there is none
}

// openers returns the openers in text in order.
func openers(text string) []opener {
	var tags []tag
	for t, ok := nextTag(text, 0); ok; t, ok = nextTag(text, t.end) {
		tags = append(tags, t)
	}
	var list []opener
	cdata := sections{open: finder{text: text, want: "<![CDATA["}, end: finder{text: text, want: "]]>"}}
	literal := len(text) // start of the next literal tag, seen from the end
	ends := make([]int, len(tags))
	for i := len(tags) - 1; i >= 0; i-- {
		ends[i] = literal
		if !tags[i].literal && i+1 < len(tags) {
			// Such a tag may be anything, so it reaches no further than it must.
			ends[i] = tags[i+1].start
		}
		if tags[i].literal {
			literal = tags[i].start
		}
	}
	for i, t := range tags {
		if t.closing {
			continue
		}
		at, ok := hasShape(text, t.end, ends[i])
		if !ok {
			continue
		}
		o := opener{tag: t, evidence: at, close: -1, blockEnd: t.end}
		if end, ok := closing(tags[i:], &cdata); ok {
			o.close, o.blockEnd = end.start, end.end
		}
		list = append(list, o)
	}
	return list
}

// closing returns the end tag of the block that tags[0] opens. Another opener
// before it means that the block has none of its own, unless that opener
// stands in a CDATA section.
func closing(tags []tag, cdata *sections) (tag, bool) {
	pos := tags[0].end
	for _, t := range tags[1:] {
		if t.closing && (t.literal || !tags[0].literal) {
			return t, true
		}
		if !t.closing && (t.literal || !tags[0].literal) {
			var inside bool
			if pos, inside = cdata.around(pos, t.start); !inside {
				break
			}
		}
	}
	return tag{}, false
}

// sections finds the CDATA sections of a text.
type sections struct{ open, end finder }

// around reports whether a section that starts at or behind pos holds the byte
// at offset at, and from where to look for the sections behind it.
func (s *sections) around(pos, at int) (next int, inside bool) {
	for {
		open := s.open.next(pos)
		if open < 0 || open > at {
			return pos, false
		}
		end := s.end.next(open)
		if end < 0 {
			return pos, false
		}
		if end > at {
			return open, true
		}
		pos = end
	}
}

// readDocument finds the segments and remarks of a document.
func readDocument(text string) ([]Segment, []Remark) {
	list := openers(text)
	remarked := strings.Contains(text, remarkStart)
	if len(list) == 0 && !remarked {
		return nil, nil
	}
	d := &document{text: text, outline: newOutline(masked(text, list)), spans: map[int][]xmlcall.Span{}, ledLeaf: -1}
	d.findComments()
	var segments []Segment
	index := map[place]int{}
	for _, o := range list {
		if o.start < d.done {
			continue
		}
		where, ok := d.judge(o)
		if !ok {
			continue
		}
		lead := d.lead(o.start)
		d.done = o.blockEnd
		i, known := index[where]
		if !known {
			i = len(segments)
			index[where] = i
			segments = append(segments, d.segment(where))
		}
		start, ok := segments[i].textOffset(o.start)
		if !ok {
			continue
		}
		// The '>' that ended the tag in the file may be a quote mark, which the
		// text does not hold.
		if _, ok := tagAt(segments[i].Text, start); !ok {
			continue
		}
		segments[i].Starts = append(segments[i].Starts, start)
		segments[i].Leads = append(segments[i].Leads, lead)
	}
	segments = dropEmpty(segments)
	for i := range segments {
		segments[i].Placeholders = placeholders(segments[i].Text)
	}
	if !remarked {
		return segments, nil
	}
	return segments, d.remarks(func(leaf int) bool {
		_, holds := index[place{leaf, d.outline.leaves[leaf].box}]
		return holds
	})
}

func dropEmpty(segments []Segment) []Segment {
	kept := segments[:0]
	for _, s := range segments {
		if len(s.Starts) > 0 {
			kept = append(kept, s)
		}
	}
	return kept
}

// A document is a file whose calls are being told from its mentions.
type document struct {
	text     string
	outline  *outline
	comments []xmlcall.Span
	spans    map[int][]xmlcall.Span // code spans by leaf
	done     int                    // the end of the last block that counts
	ledLeaf  int                    // the code block that led is before, -1 for none yet
	led      xmlcall.Span           // see Lead.Before
}

// A place is what a segment is made of: a code block, the content of a quote
// or list item, or, if both are -1, the flow text.
type place struct{ leaf, box int }

// judge reports whether the block that o opens counts, and where it stands.
// What starts before d.done is content of an earlier call and hides nothing.
func (d *document) judge(o opener) (place, bool) {
	flow := place{-1, -1}
	if c, ok := spanAround(d.comments, o.start); ok && c.Start >= d.done {
		return flow, false
	}
	i := d.outline.leafAt(o.start)
	if i < 0 {
		return flow, true
	}
	l := &d.outline.leaves[i]
	if l.kind == code {
		return place{i, l.box}, o.start >= l.body && !l.diagram && o.evidence < l.end
	}
	if s, ok := spanAround(d.codeSpans(i), o.start); ok && s.Start >= d.done && !d.callInCode(o, s) {
		return flow, false
	}
	return place{-1, l.box}, true
}

// callInCode reports whether o opens a call although it stands in a code span.
// Inline code is a mention; but backticks further apart are stray ones, or the
// raw string of a source file.
func (d *document) callInCode(o opener, span xmlcall.Span) bool {
	if !strings.Contains(d.text[span.Start:span.End], "\n") {
		return false
	}
	if startsLine(d.text, o.start) {
		return true
	}
	if o.close < 0 {
		return false
	}
	_, below, _ := strings.Cut(d.text[o.end:o.close], "\n")
	return strings.Contains(below, "\n")
}

// findComments finds the HTML comments that start outside a code span and, if
// they start in a code block, end in it. An unclosed one hides nothing: while
// it is being typed, the file's calls stay.
func (d *document) findComments() {
	first := bytes.Index(d.outline.src, []byte("<!--"))
	if first < 0 {
		return // as in most documents, which then need not be copied
	}
	src := string(d.outline.src)
	closer := finder{text: src, want: "-->"}
	for pos := first; ; {
		n := strings.Index(src[pos:], "<!--")
		if n < 0 {
			return
		}
		start := pos + n
		pos = start + len("<!--")
		end := closer.next(pos)
		if end < 0 {
			return
		}
		end += len("-->")
		if i := d.outline.leafAt(start); i >= 0 {
			if l := &d.outline.leaves[i]; l.kind == code {
				if end > l.end {
					continue
				}
			} else if s, ok := spanAround(d.codeSpans(i), start); ok {
				pos = s.End
				continue
			}
		}
		d.comments = append(d.comments, xmlcall.Span{Start: start, End: end})
		pos = end
	}
}

// segment returns the segment of a place, without starts.
func (d *document) segment(where place) Segment {
	o := d.outline
	switch {
	case where.leaf >= 0:
		l := o.leaves[where.leaf]
		text, pieces := o.region(d.text, l.body, l.end, l.box, l.indent)
		return Segment{Text: text, pieces: pieces, file: d.text}
	case where.box >= 0:
		b := o.boxes[where.box]
		text, pieces := o.region(d.text, b.start, b.end, where.box, 0)
		return Segment{Text: text, pieces: pieces, file: d.text}
	}
	return Segment{Text: d.text}
}

// spanAround returns the one of the spans, which are in order, that holds the
// byte at offset at.
func spanAround(spans []xmlcall.Span, at int) (xmlcall.Span, bool) {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return spans[i], true
	}
	return xmlcall.Span{}, false
}
