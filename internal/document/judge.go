package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A callFinder distinguishes the calls of a document from mentions.
type callFinder struct {
	text     string
	plain    string // the text with blanks in place of the calls that are one word
	outline  *outline
	comments []xmlcall.Span
	spans    map[int][]xmlcall.Span // code spans by leaf
	done     int                    // the end of the last block that is a call
	ledLeaf  int                    // the code block after the last lead, -1 for none yet
	led      string                 // see LeadIn.Before
	headings string                 // those that apply to the leaf headed, see headingsAt
	headed   int
}

// An origin identifies where a segment comes from: a code block, the content of a quote
// or list item, or, if both are -1, the flow text.
type origin struct{ leaf, box int }

// judge reports whether the block that o opens is a call, and its place. An opener
// before d.done is content of an earlier call and hides nothing.
func (d *callFinder) judge(o opener) (origin, bool) {
	flow := origin{-1, -1}
	if c, ok := spanAround(d.comments, o.start); ok && c.Start >= d.done {
		return flow, false
	}
	i, span := d.around(o.start)
	if i < 0 {
		return flow, true
	}
	l := &d.outline.leaves[i]
	if l.kind.isCode() {
		return origin{i, l.box}, o.start >= l.body && !l.diagram && o.evidence < l.end
	}
	return origin{-1, l.box}, span.Len() == 0 || span.Start < d.done || d.callInCode(o, span)
}

// around returns the leaf around an offset, -1 for none, and unless that is a code block the code span around it, backticks
// included, an empty one for none.
func (d *callFinder) around(at int) (leaf int, span xmlcall.Span) {
	leaf = d.outline.leafAt(at)
	if leaf < 0 || d.outline.leaves[leaf].kind.isCode() {
		return leaf, span
	}
	spans, known := d.spans[leaf]
	if !known {
		l := &d.outline.leaves[leaf]
		spans = codeSpans(d.plain[:l.end], l.start)
		d.spans[leaf] = spans
	}
	span, _ = spanAround(spans, at)
	return leaf, span
}

// callInCode reports whether o opens a call although it is in a code span. Inline code
// is a mention; but backticks further apart are stray ones, or the raw string of a
// source file.
func (d *callFinder) callInCode(o opener, span xmlcall.Span) bool {
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
func (d *callFinder) findComments() {
	opener, closer := finder{text: d.plain, want: "<!--"}, finder{text: d.plain, want: "-->"}
	for pos := 0; ; {
		start := opener.next(pos)
		if start < 0 {
			return
		}
		pos = start + len("<!--")
		end := closer.next(pos)
		leaf, span := d.around(start)
		switch {
		case span.Len() > 0:
			pos = span.End
			continue
		case leaf >= 0 && d.outline.leaves[leaf].kind.isCode() && (end < 0 || end+len("-->") > d.outline.leaves[leaf].end):
			continue
		case end < 0:
			return
		}
		pos = end + len("-->")
		d.comments = append(d.comments, xmlcall.Span{Start: start, End: pos})
	}
}

// segment returns the segment of a place, without starts.
func (d *callFinder) segment(where origin) Segment {
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

// directives returns the directives of a document that take effect: those that are not
// themselves mentioned in a code span, in a code block without calls, or in a comment
// around them. holds reports whether a code block has calls.
func (d *callFinder) directives(holds func(leaf int) bool) []Directive {
	var list []Directive
	for _, r := range directives(d.text) {
		if c, ok := spanAround(d.comments, r.Span.Start); ok && c.Start != r.Span.Start {
			continue
		}
		leaf, span := d.around(r.Span.Start)
		if span.Len() == 0 && (leaf < 0 || !d.outline.leaves[leaf].kind.isCode() || holds(leaf)) {
			list = append(list, r)
		}
	}
	return list
}
