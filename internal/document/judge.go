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
	led      string                 // see Lead.Before
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
	i := d.outline.leafAt(o.start)
	if i < 0 {
		return flow, true
	}
	l := &d.outline.leaves[i]
	if l.kind.isCode() {
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
		inCode := false
		if i := d.outline.leafAt(start); i >= 0 {
			if l := &d.outline.leaves[i]; l.kind.isCode() {
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

// codeSpans returns the code spans of a leaf, backticks included, by position.
func (d *callFinder) codeSpans(leaf int) []xmlcall.Span {
	spans, known := d.spans[leaf]
	if !known {
		l := &d.outline.leaves[leaf]
		spans = codeSpans(d.plain[:l.end], l.start)
		d.spans[leaf] = spans
	}
	return spans
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
		if i := d.outline.leafAt(r.Span.Start); i >= 0 {
			l := &d.outline.leaves[i]
			if l.kind.isCode() && !holds(i) {
				continue
			}
			if !l.kind.isCode() {
				if _, ok := spanAround(d.codeSpans(i), r.Span.Start); ok {
					continue
				}
			}
		}
		list = append(list, r)
	}
	return list
}
