package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

// malformedSection reads something at s[i:i+n] that was meant to open a CDATA
// section.
func (r *recoverer) malformedSection(i, n int, field string) item {
	s := r.p.s
	opener := Span{i, i + n}
	problem := problemAt(MalformedCDATA, opener)
	end := r.sectionEnd(opener.End)
	if end < 0 || r.overruns(opener.End, end, field) {
		limit := len(s)
		if end >= 0 {
			limit = end
		}
		at, certain := r.meantFieldEnd(opener.End, limit, field)
		if at < 0 {
			return item{kind: itemLiteral, span: opener, problems: []Problem{problem}}
		}
		problem.at, problem.Certain = at+1, certain
		return item{
			kind: itemOther, token: CDATA, span: Span{i, at}, inner: Span{opener.End, at},
			problems: []Problem{problem},
		}
	}
	problem.Certain = s[opener.End-1] == '[' // else the value may start with a blank, or not
	it := r.closedSection(opener, end, field)
	it.problems = append([]Problem{problem}, it.problems...)
	return it
}

// overruns reports whether the section with the content s[from:end] runs over
// the end of its field into another one, whose "]]>" it took:
// "<search><![CDATA[x</search><replace><![CDATA[y]]></replace>".
func (r *recoverer) overruns(from, end int, field string) bool {
	if field == "" || !r.endsWithin(from, end, field) {
		return false
	}
	s := r.p.s
	return r.fieldEnd(end+3, field) != lex.NextMarkup(s, end+3) || runsOver(s[from:end], field) >= 0
}

// sectionEnd returns the offset of the first "]]>" at or after from, -1 where
// there is none.
func (r *recoverer) sectionEnd(from int) int {
	if r.noSectionEnd {
		return -1
	}
	end := lex.SectionEnd(r.p.s, from)
	r.noSectionEnd = end < 0
	return end
}

// maxFieldEnds bounds how many end tags are looked at for the one that closes
// a field.
const maxFieldEnds = 64

// meantFieldEnd returns the offset of the end tag that most likely closes the
// field of a CDATA section without an end: of the first one after which
// markup follows. certain reports that there is no other. It returns -1 where
// there is none.
func (r *recoverer) meantFieldEnd(from, limit int, field string) (at int, certain bool) {
	s := r.p.s
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
		behind := lex.SkipSpace(s, lex.NextByte(s, i, '>')+1)
		if behind >= len(s) || s[behind] == '<' {
			return i, n == 1 && (next < 0 || next >= limit)
		}
		i = next
	}
	return at, false
}

// section reads the CDATA section at s[i:] and decides where it was meant to
// end.
func (r *recoverer) section(i int, field string) item {
	s := r.p.s
	from := i + len(cdataOpen)
	end := r.sectionEnd(from)
	if end < 0 && r.endsBehind(from, field) {
		field = "" // the field's end tags in the block are quoted ones
	}
	if end < 0 {
		return r.unclosedSection(i, field, len(s))
	}
	if r.overruns(from, end, field) {
		return r.unclosedSection(i, field, end)
	}
	return r.closedSection(Span{i, from}, end, field)
}

// closedSection returns the section whose opener is given and that ends at the
// "]]>" at end, or at a later one that it was meant to end at.
func (r *recoverer) closedSection(opener Span, end int, field string) item {
	s := r.p.s
	it := item{kind: itemOther, token: CDATA}
	last := end
	if field != "" {
		last = r.meantEnd(end, field)
	}
	for j := end; j < last; {
		if len(it.problems) == maxProblems {
			r.p.b.More = true
			break
		}
		problem := problemAt(CDATAEndsEarly, Span{j, j + 3})
		problem.Certain = true
		it.problems = append(it.problems, problem)
		j += 3
		n := strings.Index(s[j:last], cdataClose)
		if n < 0 {
			break
		}
		j += n
	}
	it.span, it.inner = Span{opener.Start, last + 3}, Span{opener.End, last}
	return it
}

// endsBehind reports whether a section without an end in the block ends after
// it: the section quotes a call, and that call's </tool> cut the block.
func (r *recoverer) endsBehind(from int, field string) bool {
	if r.unclosed || field == "" || !r.holdsBehind(from, toolOpen) && !r.holdsBehind(from, "<"+field+">") {
		return false
	}
	window := r.restWindow()
	a, from, reach := &r.p.apart, r.p.b.Span.End, len(window)
	defer func() { a.reach = max(a.reach, from+reach) }()
	n := strings.Index(window, cdataClose)
	if n < 0 {
		return false
	}
	next := lex.SkipSpace(window, n+len(cdataClose))
	reach = min(reach, next+len("</")+len(field)+1)
	return fieldEnd(window, n, field) == next
}

// runsOver returns the offset in content, that of a CDATA section, at which the
// field most likely was meant to end: content holds the field's end tag, and
// after it the beginning of another field of the name with a section of its
// own, whose "]]>" this one took. It returns -1 for content that quotes whole
// fields.
func runsOver(content, field string) int {
	end := fieldEnd(content, 0, field)
	if end < 0 || strings.Contains(content[:end], "<"+field) {
		return -1
	}
	start := "<" + field + ">"
	for i := end; ; i += len(start) {
		n := strings.Index(content[i:], start)
		if n < 0 {
			return -1
		}
		i += n
		if lex.SectionOpener(content, i+len(start)) > 0 {
			return end
		}
	}
}

// meantEnd returns the offset of the "]]>" at which a section that ends at
// end was meant to end: of the last one that stands right before the end tag
// of the field and belongs to no other section. It returns end where the
// section ends as it should.
func (r *recoverer) meantEnd(end int, field string) int {
	s := r.p.s
	stop := r.fieldEnd(end+3, field)
	if stop < 0 || stop == r.soundUpTo || lex.SectionOpener(s, end+3) > 0 { // split as it should be
		return end
	}
	last, open := end, end
	for i := end + 3; ; { // outside of any section
		if n := lex.SectionOpener(s, i); n > 0 {
			k := strings.Index(s[min(i+n, stop):stop], cdataClose)
			if k < 0 {
				break
			}
			i += n + k + 3
			continue
		}
		k := strings.Index(s[i:stop], cdataClose)
		if k < 0 {
			break
		}
		if open < i {
			open = stop
			if n := strings.Index(s[i:stop], cdataOpen); n >= 0 {
				open = i + n
			}
		}
		if open < i+k {
			i = open
			continue
		}
		last = i + k
		i = last + 3
		if lex.SectionOpener(s, i) > 0 {
			return last // the section was meant to be split here
		}
	}
	if last == end || !lex.IsBlank(s[last+3:stop]) {
		r.soundUpTo = stop // nor do the other sections of the field end later
		return end
	}
	return last
}

// unclosedSection reads a CDATA section at s[i:] that has no end of its own
// before limit: it was meant to end where the field does.
func (r *recoverer) unclosedSection(i int, field string, limit int) item {
	s := r.p.s
	from := i + len(cdataOpen)
	problem := problemAt(UnclosedCDATA, Span{i, from})
	end, certain := r.meantFieldEnd(from, limit, field)
	if end >= 0 {
		problem.at, problem.Certain = end+1, certain
		// "]>" or "]] >" instead of "]]>"; a bare "]]" may be code.
		if n := lex.NearSectionEnd(s[from:end]); n > 0 {
			problem.at, problem.Want = end-n+1, s[end-n:end]
			problem.Certain = certain && strings.HasSuffix(problem.Want, ">") || strings.HasSuffix(problem.Want, ";")
		}
	} else {
		// Nothing closes the field in this block: it is cut, by a </tool> in
		// the section or because the reply ends.
		end = limit
		if !r.unclosed && strings.HasSuffix(s[:end], toolClose) {
			end -= len(toolClose)
		}
		if r.unclosed {
			return item{kind: itemOther, token: CDATA, span: Span{i, end}, inner: Span{from, end}}
		}
	}
	return item{
		kind: itemOther, token: CDATA, span: Span{i, end}, inner: Span{from, end},
		problems: []Problem{problem},
	}
}
