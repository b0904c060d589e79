package xmlcall

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// This file and its neighbors read a block that the strict parser refuses:
//
//	recover.go          the order of things, and writing the result
//	recover_lex.go      cuts the block into items
//	recover_cdata.go    decides where CDATA sections were meant to start and end
//	recover_match.go    decides which tags belong together
//	recover_open.go     decides about tags that nothing closes, and knows common slips
//	recover_index.go    looks for tags further on
//	recover_rest.go     what a </tool> inside a value cut off
//
// A wrong guess here costs a worse message, never a wrong verdict: the verdict
// is the strict parser's.

// recovered reads the block in the way that its author most plausibly intended.
// unclosed reports whether the block has no end tag; opener is its first tag if that is
// not the literal one.
func (p *builder) recovered(unclosed bool, opener lex.LooseTag) {
	p.strictly = false
	p.reset()
	if p.recoverer == nil {
		p.recoverer = new(recoverer)
	}
	r := p.recoverer
	r.p, r.unclosed, r.opener = p, unclosed, opener
	r.lex()
	r.match()
	if opener.End > 0 {
		root := &r.items[0]
		root.problems = nil // other problems of the tag are dropped
		root.report(Problem{Kind: UnrecognizedTag, Want: toolOpen, Certain: true})
	}
	r.write()
	r.reset()
}

// reset keeps a recoverer's memory for the next block, unless it is large, and drops
// everything else.
func (r *recoverer) reset() {
	if cap(r.items) > maxKept/4 || cap(r.stack) > maxKept || cap(r.names.list) > maxKept {
		*r = recoverer{}
		return
	}
	clear(r.items)
	clear(r.names.list)
	clear(r.names.ids)
	clear(r.fieldEnds)
	*r = recoverer{
		items: r.items[:0], stack: r.stack[:0], open: r.open[:0], fieldEnds: r.fieldEnds,
		names: nameTable{r.names.list[:0], r.names.ids}, fields: nameStack{r.fields.open[:0], r.fields.count[:0]},
	}
}

// A recoverer holds the state of one recovery. It is reused for other blocks.
type recoverer struct {
	p        *builder
	items    []item
	unclosed bool         // whether the block has no end tag
	trailing int          // the offset after the root's end tag, len(p.s) without one
	opener   lex.LooseTag // the block's first tag, if it is not the literal one
	envelope int          // the start tag of the tool element that holds the envelope

	starts, ends map[string][]int // indexes in items of the tags with a name
	open         []int            // how many start tags of each name are open
	stack        []int            // open start tags, as indexes in items
	fields       nameStack        // start tags that are still open, for finding fields
	names        nameTable        // of all tags

	// A failed search is not repeated, and an end tag that was found once serves all
	// elements before it: without this, crafted texts would take quadratic time.
	noCommentEnd, noProcInstEnd, noSectionEnd bool
	soundUpTo                                 int             // see intendedEnd
	fieldEnds                                 map[string]Span // start and result of fieldEnd
	lasts                                     map[string]int  // see holdsAfter
}

type itemKind uint8

const (
	itemText itemKind = iota
	itemStart
	itemEnd
	itemOther   // a complete token of kind item.token
	itemLiteral // text whose only problems are in item.problems
)

// An item is a piece of a block before elements are matched.
type item struct {
	kind        itemKind
	token       TokenKind
	selfClosing bool
	span        Span
	name        nameID // of a tag
	inner       Span   // as in a Token: the name of a tag, the content of a section
	attributes  []lex.Attribute
	problems    []Problem // Element is set when the item is written

	parent int // for a start tag: the index of the item that contains it, -1 for the root
	mate   int // the index of the element's other tag, noMate or notATag
	close  int // end of an element without end tag; -1: that of its parent
}

const (
	noMate  = -1
	notATag = -2 // a '<' that looks like a tag but is text
)

// name returns the name of a tag.
func (r *recoverer) name(i int) string {
	return r.p.s[r.items[i].inner.Start:r.items[i].inner.End]
}

// write turns the items into tokens and elements.
func (r *recoverer) write() {
	p := r.p
	itemOf := r.stack[:0] // open elements' start items
	closeMissing := func() {
		p.endMissing()
		itemOf = itemOf[:len(itemOf)-1]
	}
	closeUpTo := func(offset int) {
		for n := len(itemOf); n > 0; n-- {
			it := &r.items[itemOf[n-1]]
			if it.mate != noMate || it.close < 0 || it.close > offset {
				return
			}
			closeMissing()
		}
	}
	for i := range r.items {
		it := &r.items[i]
		if it.span.Start >= r.trailing {
			break
		}
		closeUpTo(it.span.Start)
		for _, problem := range it.problems {
			problem.Element = p.element()
			p.record(problem)
		}
		switch it.kind {
		case itemText:
			// An unclosed element may end within the text.
			for n := len(itemOf); n > 0; n = len(itemOf) {
				open := &r.items[itemOf[n-1]]
				if open.mate != noMate || open.close < 0 || open.close >= it.span.End {
					break
				}
				at := max(open.close, it.span.Start)
				r.text(Span{it.span.Start, at})
				it.span.Start = at
				closeMissing()
			}
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
				p.apart.root = ElementID(len(p.elements))
			}
			p.startTag(it.inner, it.span, it.attributes, it.selfClosing)
			if !it.selfClosing {
				itemOf = append(itemOf, i)
			}
			r.tagProblems(it)
		case itemEnd:
			if it.mate < 0 {
				p.problem(StrayEndTag, it.span)
				p.token(EndTag, it.span, it.inner)
				continue
			}
			for n := len(itemOf); n > 0 && itemOf[n-1] != it.mate; n = len(itemOf) {
				closeMissing()
			}
			p.end(it.span, it.inner)
			itemOf = itemOf[:len(itemOf)-1]
		}
	}
	for len(itemOf) > 0 {
		closeMissing()
	}
	p.literal(Span{r.trailing, len(p.s)})
	r.stack = itemOf
}

// text writes character data in which a '<' is a character.
func (r *recoverer) text(span Span) {
	p := r.p
	p.literal(span)
	p.chars(span.Start, span.End, true)
	if r.unclosed && span.End == len(p.s) {
		// In a reply that was cut off inside a tag, that '<' is not an extra one.
		if i := strings.LastIndexByte(p.s[span.Start:], '<'); i >= 0 {
			tag := strings.TrimPrefix(p.s[span.Start+i+1:], "/")
			if lex.NameEnd(tag, 0) == len(tag) {
				span.End = span.Start + i
			}
		}
	}
	for i := lex.NextMarkup(p.s[:span.End], span.Start); i < span.End; i = lex.NextMarkup(p.s[:span.End], i+1) {
		if p.full() {
			p.b.MoreProblems = true
			break
		}
		p.problem(RawLessThan, Span{i, i + 1}).Certain = true
	}
}

// textTag writes what looks like a start tag but is text.
func (r *recoverer) textTag(it *item) {
	if r.p.s[it.span.Start:it.span.End] != toolOpen {
		r.text(it.span)
		return
	}
	if !it.has(NestedCall) { // which was found for another reason
		r.p.problem(NestedCall, it.span)
	}
	r.p.literal(it.span)
}

// report adds a problem of the whole item.
func (it *item) report(problem Problem) {
	problem.Span = it.span
	it.problems = append(it.problems, problem)
}

// has reports whether the item has a problem of kind k.
func (it *item) has(k ProblemKind) bool {
	return slices.ContainsFunc(it.problems, func(problem Problem) bool { return problem.Kind == k })
}

// tagProblems records the reasons why the strict parser refuses a start tag.
func (r *recoverer) tagProblems(it *item) {
	p := r.p
	e := ElementID(len(p.elements) - 1)
	add := func(kind ProblemKind, span Span) {
		p.record(Problem{Kind: kind, Span: span, Element: e})
	}
	if name := p.s[it.inner.Start:it.inner.End]; !lex.IsElementName(name) {
		add(InvalidElementName, it.span)
	}
	for _, a := range it.attributes {
		if a.Fail.OK() {
			continue
		}
		if p.full() {
			p.b.MoreProblems = true
			break
		}
		add(InvalidAttribute, Span(a.Span))
	}
	p.attributeValues(it.attributes)
}

// sortProblems orders problems by position.
func sortProblems(b *Block) {
	order := func(x, y Problem) int {
		return cmp.Or(cmp.Compare(x.Span.Start, y.Span.Start), cmp.Compare(x.Span.End, y.Span.End))
	}
	if !slices.IsSortedFunc(b.Problems, order) {
		slices.SortStableFunc(b.Problems, order)
	}
}
