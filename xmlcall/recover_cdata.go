package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// malformedSection reads text at s[i:i+n] that was meant to open a CDATA section.
func (r *recoverer) malformedSection(i, n int, field string) item {
	s := r.p.s
	opener := Span{i, i + n}
	problem := Problem{Kind: MalformedCDATA, Span: opener}
	end := r.sectionEnd(opener.End)
	if end < 0 || r.overruns(opener.End, end, field) {
		limit := len(s)
		if end >= 0 {
			limit = end
		}
		at, certain := r.intendedFieldEnd(opener.End, limit, field)
		if at < 0 {
			return item{kind: itemLiteral, span: opener, problems: []Problem{problem}}
		}
		problem.at, problem.Certain = at+1, certain
		return item{
			kind: itemOther, token: CDATA, span: Span{i, at}, inner: Span{opener.End, at},
			problems: []Problem{problem},
		}
	}
	problem.Certain = s[opener.End-1] == '[' // otherwise the blank may belong to the value or not
	it := r.closedSection(opener, end, field)
	it.problems = append([]Problem{problem}, it.problems...)
	return it
}

// overruns reports whether the section with the content s[from:end] extends past the
// end of its field into another one, up to that one's "]]>":
// "<search><![CDATA[x</search><replace><![CDATA[y]]></replace>".
func (r *recoverer) overruns(from, end int, field string) bool {
	if field == "" || !r.endsWithin(from, end, field) {
		return false
	}
	s := r.p.s
	return r.fieldEnd(end+3, field) != lex.NextMarkup(s, end+3) || runsOver(s[from:end], field) >= 0
}

// sectionEnd returns the offset of the first "]]>" at or after from, or -1.
func (r *recoverer) sectionEnd(from int) int {
	if r.noSectionEnd {
		return -1
	}
	end := lex.SectionEnd(r.p.s, from)
	r.noSectionEnd = end < 0
	return end
}

// maxFieldEnds bounds how many end tags are tried as the one that closes a field.
const maxFieldEnds = 64

// intendedFieldEnd returns the offset of the end tag that most likely closes the field of
// a CDATA section without an end: the first one that is followed by markup. certain
// reports whether it is the only one. It returns -1 if there is none.
func (r *recoverer) intendedFieldEnd(from, limit int, field string) (at int, certain bool) {
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
		after := lex.SkipSpace(s, lex.NextByte(s, i, '>')+1)
		if after >= len(s) || s[after] == '<' {
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
	if end < 0 && r.endsAfter(from, field) {
		field = "" // the field's end tags in the block are quoted
	}
	if end < 0 {
		return r.unclosedSection(i, field, len(s))
	}
	if r.overruns(from, end, field) {
		return r.unclosedSection(i, field, end)
	}
	return r.closedSection(Span{i, from}, end, field)
}

// closedSection returns the section with the given opener that ends at the "]]>" at
// end, or at a later one that was meant to end it.
func (r *recoverer) closedSection(opener Span, end int, field string) item {
	s := r.p.s
	it := item{kind: itemOther, token: CDATA}
	last := end
	if field != "" {
		last = r.intendedEnd(end, field)
	}
	for j := end; j < last; {
		if len(it.problems) == maxProblems {
			r.p.b.MoreProblems = true
			break
		}
		it.problems = append(it.problems, Problem{Kind: CDATAEndsEarly, Span: Span{j, j + 3}, Certain: true})
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

// endsAfter reports whether a section without an end in the block ends after the block:
// the section quotes a call, whose </tool> cut the block.
func (r *recoverer) endsAfter(from int, field string) bool {
	if r.unclosed || field == "" || !r.holdsAfter(from, toolOpen) && !r.holdsAfter(from, "<"+field+">") {
		return false
	}
	window := r.restWindow()
	n := strings.Index(window, cdataClose)
	if n < 0 {
		return false
	}
	return fieldEnd(window, n, field) == lex.SkipSpace(window, n+len(cdataClose))
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

// intendedEnd returns the offset of the "]]>" that was meant to end a section that ends at
// end: the last one right before the end tag of the field that does not belong to
// another section. It returns end for a section that ends as intended.
func (r *recoverer) intendedEnd(end int, field string) int {
	s := r.p.s
	stop := r.fieldEnd(end+3, field)
	if stop < 0 || stop == r.soundUpTo || lex.SectionOpener(s, end+3) > 0 { // split as intended
		return end
	}
	last, open := end, end
	for i := end + 3; ; { // outside any section
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
		r.soundUpTo = stop // other sections of the field do not end later either
		return end
	}
	return last
}

// unclosedSection reads a CDATA section at s[i:] without an end before limit: it was
// meant to end at the end of the field.
func (r *recoverer) unclosedSection(i int, field string, limit int) item {
	s := r.p.s
	from := i + len(cdataOpen)
	problem := Problem{Kind: UnclosedCDATA, Span: Span{i, from}}
	end, certain := r.intendedFieldEnd(from, limit, field)
	if end >= 0 {
		problem.at, problem.Certain = end+1, certain
		// "]>" or "]] >" instead of "]]>"; a bare "]]" may be code.
		if n := lex.NearSectionEnd(s[from:end]); n > 0 {
			problem.at, problem.Want = end-n+1, s[end-n:end]
			problem.Certain = certain && (strings.HasSuffix(problem.Want, ">") || strings.HasSuffix(problem.Want, ";"))
		}
	} else {
		// The field is not closed in this block: it is cut off, by a </tool> in the
		// section or because the reply ends.
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
