package xmlcall

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// This file and two more read a block that the strict parser refuses. This one cuts the block into
// items and decides where CDATA sections were meant to start and end; recover_match.go decides which
// tags belong together, and recover_write.go writes the result.
//
// A wrong guess here costs a worse message, never a wrong verdict: the verdict
// is the strict parser's.

// recovered reads the block in the way that its author most plausibly intended.
// unclosed reports whether the block has no end tag; opener is its first tag if that is
// not the literal one.
func (p *builder) recovered(unclosed bool, opener lex.LooseTag) {
	p.strictly = false
	p.reset()
	r := recoverer{p: p, s: p.s, items: p.items[:0], unclosed: unclosed, trailing: len(p.s)}
	r.cut(opener)
	r.match()
	if opener.End > 0 {
		root := &r.items[0]
		root.problems = nil // other problems of the tag are dropped
		root.report(Problem{Kind: UnrecognizedTag, Want: toolOpen, Certain: true})
	}
	r.write()
	if p.items = nil; cap(r.items) <= 4*maxProblems {
		clear(r.items)
		p.items = r.items
	}
}

// A recoverer holds the state of one recovery.
type recoverer struct {
	p        *builder
	s        string // p.s
	items    []item
	unclosed bool // whether the block has no end tag
	trailing int  // the offset after the root's end tag, len(s) without one
	envelope int  // the start tag of the tool element that holds the envelope

	searches  map[string]Span   // see search
	tags      map[tagName][]int // see tagAfter
	soundUpTo int               // see intendedEnd
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
	name        string // of a tag
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

// report adds a problem of the whole item.
func (it *item) report(problem Problem) {
	problem.Span = it.span
	it.problems = append(it.problems, problem)
}

// has reports whether the item has a problem of kind k.
func (it *item) has(k ProblemKind) bool {
	return slices.ContainsFunc(it.problems, func(problem Problem) bool { return problem.Kind == k })
}

// The number of items is bounded, so that crafted text does not need memory for a
// million problems: those that may be one, including open elements, by maxProblems. Valid
// parts, such as an element with both its tags, count only towards maxItems, and a '<'
// alone is part of the text around it: a call of any reasonable size with a slip in it, or
// with unescaped code, is read to its end.
const maxItems = 1 << 18

// cut cuts the block into items.
func (r *recoverer) cut(opener lex.LooseTag) {
	s := r.s
	i := r.p.b.Span.Start
	if opener.End > 0 {
		r.add(r.tag(itemStart, Span{i, opener.End}, Span(opener.Name)))
		i = opener.End
	}
	var open []string // the names of open elements, innermost last
	for odd, enough := 0, false; i < len(s); {
		if !enough && (odd >= maxProblems || len(r.items) >= maxItems) {
			// The text up to the end tags of the open elements is not examined.
			enough = true
			tail := len(s)
			for _, name := range open {
				before, ok := strings.CutSuffix(strings.TrimRight(s[i:tail], " \t\r\n"), "</"+name+">")
				if !ok {
					break
				}
				tail = i + len(before)
			}
			r.add(item{kind: itemLiteral, span: Span{i, tail}})
			r.p.b.MoreProblems = true
			i = tail
			continue
		}
		field := ""
		if len(open) > 0 {
			field = open[len(open)-1]
		}
		it := r.next(i, field)
		r.add(it)
		i = it.span.End
		if len(r.items) == 1 {
			if inner := mentionEnd(s, it.span.Start); inner >= 0 {
				r.add(item{kind: itemLiteral, span: Span{i, inner}})
				i = inner
			}
		}
		if len(it.problems) > 0 {
			odd++
		}
		switch {
		case it.kind == itemStart && !it.selfClosing:
			open = append(open, it.name)
			odd++
		case it.kind == itemEnd && it.name == field:
			open = open[:len(open)-1]
			odd-- // so both are valid
		case it.kind == itemEnd:
			odd++
			for at := len(open) - 1; at >= 0; at-- {
				if open[at] == it.name {
					open = open[:at]
					break
				}
			}
		}
	}
}

func (r *recoverer) add(it item) {
	if n := len(r.items); n > 0 && it.kind == itemText && r.items[n-1].kind == itemText {
		r.items[n-1].span.End = it.span.End
		return
	}
	it.parent, it.mate, it.close = -1, noMate, -1
	r.items = append(r.items, it)
}

// tag returns an item for a tag.
func (r *recoverer) tag(kind itemKind, span, name Span) item {
	return item{kind: kind, span: span, inner: name, name: r.s[name.Start:name.End]}
}

// next reads the item at s[i]. field is the name of the element that it is in, "" for none.
func (r *recoverer) next(i int, field string) item {
	s := r.s
	if s[i] != '<' {
		return item{kind: itemText, span: Span{i, lex.NextMarkup(s, i)}}
	}
	if n := lex.MalformedSection(s, i); n > 0 {
		return r.section(Span{i, i + n}, MalformedCDATA, field)
	}
	switch lex.Opens(s, i) {
	case lex.CDATA:
		return r.section(Span{i, i + len(cdataOpen)}, UnclosedCDATA, field)
	case lex.CommentKind:
		return r.comment(i)
	case lex.DirectiveKind, lex.BrokenComment:
		// An intended declaration is complete in itself: otherwise a "<!" in text would
		// swallow the tags after it.
		if end := lex.Directive(s[:lex.NextMarkup(s, i+1)], i); end >= 0 {
			return item{kind: itemOther, token: Directive, span: Span{i, end}, inner: Span{i + 2, end - 1}}
		}
	case lex.ProcInstKind:
		if r.index(i, "?>") < 0 {
			break
		}
		end, target, fail := lex.ProcInst(s, i)
		if end > 0 && (field == "" || !r.endsWithin(i, end, field)) {
			it := item{kind: itemOther, token: ProcInst, span: Span{i, end}, inner: Span(target)}
			if !fail.OK() {
				it.report(Problem{Kind: InvalidDeclaration})
			}
			return it
		}
	case lex.StartTag, lex.EndTag:
		if field != "" && strings.HasPrefix(s[i:], `<\`+field+">") {
			return r.brokenEndTag(i, Span{i + 2, i + 2 + len(field)})
		}
		t, ok := lex.Tag(s, i)
		if !ok && t.IsEnd && t.Name.Of(s) == field && field != "" {
			return r.brokenEndTag(i, Span(t.Name))
		}
		if ok {
			it := r.tag(itemStart, Span{i, t.End}, Span(t.Name))
			it.attributes, it.selfClosing = t.Attributes, t.SelfClosing
			if t.IsEnd {
				it.kind = itemEnd
			}
			return it
		}
	}
	return item{kind: itemText, span: Span{i, i + 1}}
}

// brokenEndTag reads an end tag of the open field that lacks its '>' or has something
// before it: up to the '>' on the same line, or the name alone.
func (r *recoverer) brokenEndTag(i int, name Span) item {
	end := name.End
	if n := strings.IndexAny(r.s[end:], "<>\n"); n >= 0 && r.s[end+n] == '>' {
		end += n + 1
	}
	it := r.tag(itemEnd, Span{i, end}, name)
	it.report(Problem{Kind: MismatchedEndTag, Want: it.name, Certain: true})
	return it
}

func (r *recoverer) comment(i int) item {
	end, dashes := -1, []lex.Span(nil)
	if r.index(i, lex.CommentClose) >= 0 {
		end, dashes = lex.Comment(r.s, i)
	}
	from := i + len(lex.CommentOpen)
	if end < 0 {
		it := item{kind: itemLiteral, span: Span{i, from}}
		it.report(Problem{Kind: InvalidComment})
		return it
	}
	it := item{kind: itemOther, token: Comment, span: Span{i, end}, inner: Span{from, end - len(lex.CommentClose)}}
	for _, d := range dashes {
		it.problems = append(it.problems, Problem{Kind: InvalidComment, Span: Span(d)})
	}
	return it
}

// section reads a CDATA section and decides where it was meant to end. kind is the problem of its
// opener, or of one that is well-formed but has no end.
func (r *recoverer) section(opener Span, kind ProblemKind, field string) item {
	s, from, limit := r.s, opener.End, len(r.s)
	end := r.index(from, cdataClose)
	if end < 0 && kind == UnclosedCDATA && r.endsAfter(from, field) {
		field = "" // the field's end tags in the block are quoted
	}
	problem := Problem{Kind: kind, Span: opener}
	if end >= 0 {
		limit = end
		if !r.overruns(from, end, field) {
			it := r.closedSection(opener, end, field)
			if kind == MalformedCDATA {
				problem.Certain = s[from-1] == '[' // otherwise the blank may belong to the value or not
				it.problems = slices.Insert(it.problems, 0, problem)
			}
			return it
		}
	}
	// It was meant to end at the end of the field.
	it := item{kind: itemOther, token: CDATA, span: Span{opener.Start, limit}}
	at, certain := r.intendedFieldEnd(from, limit, field)
	switch {
	case at >= 0:
		problem.at, problem.Certain, it.span.End = at+1, certain, at
		// "]>" or "]] >" instead of "]]>"; a bare "]]" may be code.
		if n := lex.NearSectionEnd(s[from:at]); n > 0 && kind == UnclosedCDATA {
			problem.at, problem.Want = at-n+1, s[at-n:at]
			problem.Certain = certain && (strings.HasSuffix(problem.Want, ">") || strings.HasSuffix(problem.Want, ";"))
		}
		it.problems = []Problem{problem}
	case kind == MalformedCDATA:
		return item{kind: itemLiteral, span: opener, problems: []Problem{problem}}
	case !r.unclosed: // the field is cut off by a </tool> in the section
		it.span.End = len(strings.TrimSuffix(s[:limit], toolClose))
		it.problems = []Problem{problem}
	}
	it.inner = Span{from, it.span.End}
	return it
}

// endsAfter reports whether a section without an end in the block ends after the block:
// the section quotes a call, whose </tool> cut the block.
func (r *recoverer) endsAfter(from int, field string) bool {
	if r.unclosed || field == "" || r.index(from, toolOpen) < 0 && r.index(from, "<"+field+">") < 0 {
		return false
	}
	window := r.restWindow()
	n := strings.Index(window, cdataClose)
	return n >= 0 && fieldEnd(window, n, field) == lex.SkipSpace(window, n+len(cdataClose))
}

// overruns reports whether the section with the content s[from:end] extends past the
// end of its field into another one, up to that one's "]]>":
// "<search><![CDATA[x</search><replace><![CDATA[y]]></replace>".
func (r *recoverer) overruns(from, end int, field string) bool {
	if field == "" || !r.endsWithin(from, end, field) {
		return false
	}
	return r.fieldEnd(end+3, field) != lex.NextMarkup(r.s, end+3) || runsOver(r.s[from:end], field) >= 0
}

// runsOver returns the offset in content, the content of a CDATA section, at which the
// field most likely was meant to end: content holds the field's end tag, and after it
// the start of another field of the same name with a section of its own, whose "]]>"
// ended this one. It returns -1 for content that quotes whole fields.
func runsOver(content, field string) int {
	end := fieldEnd(content, 0, field)
	if end < 0 || strings.Contains(content[:end], "<"+field) {
		return -1
	}
	start := "<" + field + ">"
	for i := lex.Find(content, end, start); i >= 0; i = lex.Find(content, i+len(start), start) {
		if lex.SectionOpener(content, i+len(start)) > 0 {
			return end
		}
	}
	return -1
}

// maxFieldEnds bounds how many end tags are tried as the one that closes a field.
const maxFieldEnds = 64

// intendedFieldEnd returns the offset of the end tag that most likely closes the field of
// a CDATA section without an end: the first one that is followed by markup. certain
// reports whether it is the only one. It returns -1 if there is none.
func (r *recoverer) intendedFieldEnd(from, limit int, field string) (at int, certain bool) {
	s := r.s
	at = -1
	if field == "" {
		return at, false
	}
	i := r.fieldEnd(from, field)
	for n := 1; i >= 0 && i < limit && n <= maxFieldEnds; n++ {
		if at < 0 {
			at = i
		}
		next := r.fieldEnd(i+2, field)
		after := lex.SkipSpace(s, lex.NextByte(s, i, '>')+1)
		if after >= len(s) || s[after] == '<' {
			return i, n == 1 && (next < 0 || next >= limit)
		}
		i = next
	}
	return at, false
}

// closedSection returns the section with the given opener that ends at the "]]>" at
// end, or at a later one that was meant to end it.
func (r *recoverer) closedSection(opener Span, end int, field string) item {
	last := end
	if field != "" {
		last = r.intendedEnd(end, field)
	}
	it := item{kind: itemOther, token: CDATA, span: Span{opener.Start, last + 3}, inner: Span{opener.End, last}}
	for j := end; 0 <= j && j < last; j = lex.Find(r.s[:last], j+3, cdataClose) {
		it.problems = append(it.problems, Problem{Kind: CDATAEndsEarly, Span: Span{j, j + 3}, Certain: true})
	}
	return it
}

// intendedEnd returns the offset of the "]]>" that was meant to end a section that ends at
// end: the last one right before the end tag of the field that does not belong to
// another section. It returns end for a section that ends as intended.
func (r *recoverer) intendedEnd(end int, field string) int {
	stop := r.fieldEnd(end+3, field)
	if stop < 0 || stop == r.soundUpTo || lex.SectionOpener(r.s, end+3) > 0 { // split as intended
		return end
	}
	s := r.s[:stop]
	last, open := end, end
	for i := end + 3; ; { // outside any section
		n := min(lex.SectionOpener(r.s, i), stop-i)
		k := strings.Index(s[i+n:], cdataClose)
		if k < 0 {
			break
		}
		if n > 0 {
			i += n + k + 3
			continue
		}
		if open < i {
			open = stop
			if n := strings.Index(s[i:], cdataOpen); n >= 0 {
				open = i + n
			}
		}
		if open < i+k {
			i = open
			continue
		}
		last = i + k
		i = last + 3
		if lex.SectionOpener(r.s, i) > 0 {
			return last // the section was meant to be split here
		}
	}
	if last == end || !lex.IsBlank(s[last+3:]) {
		r.soundUpTo = stop // other sections of the field do not end later either
		return end
	}
	return last
}

// search returns the first place at or after from where find finds what, -1 for none. An answer
// serves all offsets before the place: without this, crafted texts would take quadratic time.
func (r *recoverer) search(from int, what string, find func(s string, from int, what string) int) int {
	if known, ok := r.searches[what]; ok && known.Start <= from && (known.End < 0 || from <= known.End) {
		return known.End
	}
	at := find(r.s, from, what)
	if r.searches == nil {
		r.searches = map[string]Span{}
	}
	r.searches[what] = Span{from, at}
	return at
}

// index searches for a delimiter, none of which is a name.
func (r *recoverer) index(from int, what string) int { return r.search(from, what, lex.Find) }

// fieldEnd is like the function fieldEnd for the whole block.
func (r *recoverer) fieldEnd(from int, name string) int { return r.search(from, name, fieldEnd) }

// endsWithin reports whether an end tag of the given name occurs between two offsets of
// the block.
func (r *recoverer) endsWithin(from, to int, name string) bool {
	end := r.fieldEnd(from, name)
	return end >= 0 && end < to
}

// fieldEnd returns the offset at or after from of the end tag of the given name, or of
// one that is most likely a misspelling of it, or -1.
func fieldEnd(s string, from int, name string) int {
	for i := lex.Find(s, from, "</"); i >= 0; i = lex.Find(s, i+2, "</") {
		end := lex.NameEnd(s, i+2)
		if end == i+2 || !lex.Near(name, s[i+2:end]) {
			continue
		}
		if j := lex.SkipSpace(s, end); j < len(s) && s[j] == '>' {
			return i
		}
	}
	return -1
}
