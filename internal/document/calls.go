package document

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readDocument finds the segments and directives of a document, or of a chunk of one. The text is in another one, or is that of
// the file.
func readDocument(text string, in *literal.Text, from *Context) *File {
	f := &File{Text: text, Kind: Document}
	list, filled := openers(text, from.Knows)
	directed := strings.Contains(text, directiveMark)
	if len(list) == 0 && !directed {
		return f
	}
	forge := from.Forge || from.Labels == nil && slices.ContainsFunc(list, func(o opener) bool { return o.miss == noMiss })
	blocks := blocksOf(text, list, from.State.fence)
	d := &document{
		text: text, plain: covered(text, blocks.masked, ' '), outline: &blocks.outline,
		spans: map[int][]xmlcall.Span{}, ledLeaf: -1, headings: from.Headings,
	}
	d.findComments()
	var segments []Segment
	index := map[origin]int{}
	for _, o := range list {
		if o.start < d.done {
			continue
		}
		where, ok := d.judge(o)
		if !ok {
			continue
		}
		lead := d.lead(o.start)
		if d.done = o.blockEnd; o.other && lead.Inside != "" {
			lead.Before = "" // it may be in another chunk
		}
		if lone := o.miss > noMiss && o.close == o.end; lone || !from.takes(o.miss, forge) {
			if lone || o.miss == holdsCall && !from.Foreign {
				f.Misshapen = append(f.Misshapen, xmlcall.Span{Start: o.start, End: o.end})
			}
			continue
		}
		i, known := index[where]
		if !known {
			i = len(segments)
			index[where] = i
			segments = append(segments, d.segment(where))
		}
		start, ok := segments[i].literal.Find(o.start)
		if !ok || start >= math.MaxInt32 {
			continue
		}
		// The '>' that ended the tag in the file may be a quote mark, which the
		// text does not hold.
		if _, ok := tagAt(segments[i].Text, start); !ok && !o.other {
			continue
		}
		segments[i].Starts = append(segments[i].Starts, int32(start))
		segments[i].LeadIns = append(segments[i].LeadIns, lead)
	}
	f.Segments = slices.DeleteFunc(segments, func(s Segment) bool { return len(s.Starts) == 0 })
	for i := range f.Segments {
		s := &f.Segments[i]
		s.fill(filled)
		s.literal = s.literal.Within(in)
		s.Starts = slices.Clone(s.Starts) // without room for more
		for k := range s.LeadIns {
			if l := &s.LeadIns[k]; l.line >= 0 {
				l.line = in.Offset(l.line)
			}
		}
	}
	if directed {
		f.Directives = d.directives(func(leaf int) bool {
			_, holds := index[origin{leaf, d.outline.leaves[leaf].box}]
			return holds
		})
	}
	return f
}

// fill sets the places of the text that a template fills in, of those of the document.
func (s *Segment) fill(filled []xmlcall.Span) {
	from, _ := slices.BinarySearchFunc(filled, s.FileOffset(0), func(p xmlcall.Span, at int) int { return p.Start - at })
	to := s.FileOffset(len(s.Text))
	for _, p := range filled[from:] {
		if p.Start >= to {
			return
		}
		start, ok := s.literal.Find(p.Start)
		last, whole := s.literal.Find(p.End - 1)
		if p = (xmlcall.Span{Start: start, End: last + 1}); !ok || !whole {
			continue
		}
		if isTemplateComment(s.Text[p.Start:p.End]) {
			s.Computed = append(s.Computed, p)
		} else {
			s.Placeholders = append(s.Placeholders, p)
		}
	}
}

// A document is a file whose calls are being distinguished from mentions.
type document struct {
	text     string
	plain    string // the text with blanks in place of the calls that are one word
	outline  *outline
	comments []xmlcall.Span
	spans    map[int][]xmlcall.Span // code spans by leaf
	done     int                    // the end of the last block that is a call
	ledLeaf  int                    // the code block after the last lead, -1 for none yet
	led      string                 // see Lead.Before
	headings string                 // those that apply to the leaf headed, see headingsAt
	headed   int
}

// An origin identifies where a segment comes from: a code block, the content of a quote
// or list item, or, if both are -1, the flow text.
type origin struct{ leaf, box int }

// judge reports whether the block that o opens is a call, and its place. An opener
// before d.done is content of an earlier call and hides nothing.
func (d *document) judge(o opener) (origin, bool) {
	flow := origin{-1, -1}
	if c, ok := spanAround(d.comments, o.start); ok && c.Start >= d.done {
		return flow, false
	}
	i := d.outline.leafAt(o.start)
	if i < 0 {
		return flow, true
	}
	l := &d.outline.leaves[i]
	if l.kind == code {
		return origin{i, l.box}, o.start >= l.body && !l.diagram && o.evidence < l.end
	}
	if s, ok := spanAround(d.codeSpans(i), o.start); ok && s.Start >= d.done && !d.callInCode(o, s) {
		return flow, false
	}
	return origin{-1, l.box}, true
}

// callInCode reports whether o opens a call although it is in a code span. Inline code
// is a mention; but backticks further apart are stray ones, or the raw string of a
// source file.
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
	opener, closer := finder{text: d.plain, want: "<!--"}, finder{text: d.plain, want: "-->"}
	for pos := 0; ; {
		start := opener.next(pos)
		if start < 0 {
			return
		}
		pos = start + len("<!--")
		end := closer.next(pos)
		inCode := false
		if i := d.outline.leafAt(start); i >= 0 {
			if l := &d.outline.leaves[i]; l.kind == code {
				inCode = end < 0 || end+len("-->") > l.end
			} else if s, ok := spanAround(d.codeSpans(i), start); ok {
				inCode, pos = true, s.End
			}
		}
		if inCode {
			continue
		}
		if end < 0 {
			return
		}
		end += len("-->")
		d.comments = append(d.comments, xmlcall.Span{Start: start, End: end})
		pos = end
	}
}

// segment returns the segment of a place, without starts.
func (d *document) segment(where origin) Segment {
	o := d.outline
	var lines *literal.Text
	switch {
	case where.leaf >= 0:
		l := o.leaves[where.leaf]
		lines = o.region(d.text, l.body, l.end, l.box, l.indent)
	case where.box >= 0:
		b := o.boxes[where.box]
		lines = o.region(d.text, b.start, b.end, where.box, 0)
	default:
		return Segment{Text: d.text}
	}
	return Segment{Text: lines.String(), literal: lines}
}

// spanAround returns the one of the spans, which are in order, that contains the byte
// at offset at.
func spanAround(spans []xmlcall.Span, at int) (xmlcall.Span, bool) {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	if i < len(spans) && spans[i].Start <= at {
		return spans[i], true
	}
	return xmlcall.Span{}, false
}
