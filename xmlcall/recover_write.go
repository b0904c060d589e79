package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// write turns the items into tokens and elements.
func (r *recoverer) write() {
	p := r.p
	var open []int // the start tags of open elements
	closeMissing := func() {
		p.endMissing()
		open = open[:len(open)-1]
	}
	for i := range r.items {
		it := &r.items[i]
		if it.span.Start >= r.trailing {
			break
		}
		for n := len(open); n > 0; n = len(open) {
			e := &r.items[open[n-1]]
			if e.mate != noMate || e.close < 0 || e.close > it.span.Start && (it.kind != itemText || e.close >= it.span.End) {
				break
			}
			if e.close > it.span.Start { // it ends within the text
				r.text(Span{it.span.Start, e.close})
				it.span.Start = e.close
			}
			closeMissing()
		}
		for _, problem := range it.problems[:min(len(it.problems), maxProblems)] {
			problem.Element = p.element()
			p.record(problem)
		}
		p.b.MoreProblems = p.b.MoreProblems || len(it.problems) > maxProblems
		switch it.kind {
		case itemText:
			r.text(it.span)
		case itemLiteral:
			p.literal(it.span)
		case itemOther:
			p.token(it.token, it.span, it.inner)
			if it.token == CDATA {
				p.badChars(it.inner.Start, it.inner.End)
			}
		case itemStart:
			if it.mate == notATag {
				r.textTag(it)
				continue
			}
			if i == r.envelope {
				p.b.root = ElementID(len(p.elements))
			}
			p.start(it.inner, it.span, it.attributes, it.selfClosing)
			if !it.selfClosing {
				open = append(open, i)
			}
			r.tagProblems(it)
		case itemEnd:
			if it.mate < 0 {
				p.problem(StrayEndTag, it.span)
				p.token(EndTag, it.span, it.inner)
				continue
			}
			for open[len(open)-1] != it.mate {
				closeMissing()
			}
			p.end(it.span, it.inner)
			open = open[:len(open)-1]
		}
	}
	for len(open) > 0 {
		closeMissing()
	}
	p.literal(Span{r.trailing, len(r.s)})
}

// text writes character data in which a '<' is a character.
func (r *recoverer) text(span Span) {
	p := r.p
	p.literal(span)
	p.chars(span.Start, span.End, true)
	if r.unclosed && span.End == len(r.s) {
		// In a reply that was cut off inside a tag, that '<' is not an extra one.
		if i := strings.LastIndexByte(r.s[span.Start:], '<'); i >= 0 {
			tag := strings.TrimPrefix(r.s[span.Start+i+1:], "/")
			if lex.NameEnd(tag, 0) == len(tag) {
				span.End = span.Start + i
			}
		}
	}
	s := r.s[:span.End]
	for i := lex.NextMarkup(s, span.Start); i < len(s) && !p.enough(lex.Failure{}); i = lex.NextMarkup(s, i+1) {
		p.problem(RawLessThan, Span{i, i + 1}).Certain = true
	}
}

// textTag writes what looks like a start tag but is text.
func (r *recoverer) textTag(it *item) {
	if r.s[it.span.Start:it.span.End] != toolOpen {
		r.text(it.span)
		return
	}
	if !it.has(NestedCall) { // which was found for another reason
		r.p.problem(NestedCall, it.span)
	}
	r.p.literal(it.span)
}

// tagProblems records the reasons why the strict parser refuses a start tag.
func (r *recoverer) tagProblems(it *item) {
	p := r.p
	e := ElementID(len(p.elements) - 1)
	if !lex.IsElementName(it.name) {
		p.problem(InvalidElementName, it.span).Element = e
	}
	for _, a := range it.attributes {
		if a.Fail.OK() {
			continue
		}
		p.problem(InvalidAttribute, Span(a.Span)).Element = e
	}
	p.attributeValues(it.attributes)
}
