package xmlcall

import "strings"

// lex cuts the block into items.
func (r *recoverer) lex() {
	s := r.p.s
	var open []string // names of start tags not closed yet, for finding fields
	for i := r.p.b.Span.Start; i < len(s); {
		if s[i] != '<' {
			j := nextMarkup(s, i)
			r.add(item{kind: itemText, span: Span{i, j}})
			i = j
			continue
		}
		field := ""
		if n := len(open); n > 0 {
			field = open[n-1]
		}
		it := r.lexMarkup(i, field)
		r.add(it)
		i = it.span.End
		switch it.kind {
		case itemStart:
			if !it.tag.selfClosing {
				open = append(open, s[it.tag.name.Start:it.tag.name.End])
			}
		case itemEnd:
			name := s[it.tag.name.Start:it.tag.name.End]
			for n := len(open) - 1; n >= 0; n-- {
				if open[n] == name {
					open = open[:n]
					break
				}
			}
		}
	}
}

func (r *recoverer) add(it item) {
	it.parent, it.mate, it.close = -1, noMate, -1
	r.items = append(r.items, it)
}

func problemAt(kind ProblemKind, span Span) Problem {
	return Problem{Kind: kind, Span: span, At: -1}
}

// lexMarkup reads the item at s[i], which is '<'. field is the name of the
// element that it stands in.
func (r *recoverer) lexMarkup(i int, field string) item {
	s := r.p.s
	if n := malformedCDATA(s, i); n > 0 {
		return r.malformedSection(i, n, field)
	}
	rest := s[i:]
	switch {
	case strings.HasPrefix(rest, cdataOpen):
		return r.section(i, field)
	case strings.HasPrefix(rest, "<!--"):
		return r.comment(i)
	case strings.HasPrefix(rest, "<!"):
		// A declaration that was meant as one stands on its own: without this
		// a "<!" in text would swallow the tags behind it.
		if end := lexDirective(s, i); end >= 0 && nextMarkup(s, i+1) >= end {
			return item{kind: itemOther, token: Directive, span: Span{i, end}, inner: Span{i + 2, end - 1}}
		}
	case strings.HasPrefix(rest, "<?"):
		end, target, fail := lexProcInst(s, i)
		if end > 0 && (field == "" || fieldEnd(s[:end], i, field) < 0) {
			it := item{kind: itemOther, token: ProcInst, span: Span{i, end}, inner: target}
			if !fail.ok() {
				it.problems = []Problem{problemAt(InvalidDeclaration, it.span)}
			}
			return it
		}
	default:
		t, ok := lexTag(s, i)
		if !ok && t.isEnd && s[t.name.Start:t.name.End] == field && field != "" {
			return r.brokenEndTag(i, &t)
		}
		if ok {
			kind := itemStart
			if t.isEnd {
				kind = itemEnd
			}
			return item{kind: kind, span: Span{i, t.end}, inner: t.name, tag: t}
		}
	}
	return item{kind: itemText, span: Span{i, i + 1}}
}

// brokenEndTag reads an end tag of the open field that lacks its '>' or has
// something before it: up to the '>' on the same line, else the name alone.
func (r *recoverer) brokenEndTag(i int, t *tag) item {
	s := r.p.s
	t.end = t.name.End
	if n := strings.IndexAny(s[t.end:], "<>\n"); n >= 0 && s[t.end+n] == '>' {
		t.end += n + 1
	}
	it := item{kind: itemEnd, span: Span{i, t.end}, inner: t.name, tag: *t}
	problem := problemAt(MismatchedEndTag, it.span)
	problem.Want = s[t.name.Start:t.name.End]
	problem.Certain = true
	it.problems = []Problem{problem}
	return it
}

func (r *recoverer) comment(i int) item {
	end, dashes := lexComment(r.p.s, i)
	if end < 0 {
		span := Span{i, i + 4}
		return item{kind: itemLiteral, span: span, problems: []Problem{problemAt(InvalidComment, span)}}
	}
	it := item{kind: itemOther, token: Comment, span: Span{i, end}, inner: Span{i + 4, end - 3}}
	for _, d := range dashes {
		it.problems = append(it.problems, problemAt(InvalidComment, d))
	}
	return it
}

// malformedSection reads something at s[i:i+n] that was meant to open a CDATA
// section.
func (r *recoverer) malformedSection(i, n int, field string) item {
	s := r.p.s
	opener := Span{i, i + n}
	problem := problemAt(MalformedCDATA, opener)
	k := strings.Index(s[opener.End:], cdataClose)
	if k < 0 || field != "" && fieldEnd(s[:opener.End+k], opener.End, field) >= 0 {
		return item{kind: itemLiteral, span: opener, problems: []Problem{problem}}
	}
	problem.Certain = true
	inner := Span{opener.End, opener.End + k}
	return item{
		kind: itemOther, token: CDATA, span: Span{i, inner.End + 3}, inner: inner,
		problems: []Problem{problem},
	}
}

// section reads the CDATA section at s[i:] and decides where it was meant to
// end.
func (r *recoverer) section(i int, field string) item {
	s := r.p.s
	from := i + len(cdataOpen)
	it := item{kind: itemOther, token: CDATA}
	k := strings.Index(s[from:], cdataClose)
	if k < 0 {
		return r.unclosedSection(i, field, len(s))
	}
	end := from + k
	if field != "" {
		// "<search><![CDATA[x</search><replace><![CDATA[y]]></replace>": the
		// section runs over the end of its field into the next one.
		next := nextMarkup(s, end+3)
		if f := fieldEnd(s[:end], from, field); f >= 0 && fieldEnd(s[next:], 0, field) != 0 {
			return r.unclosedSection(i, field, end)
		}
		if last := meantEnd(s, end, field); last > end {
			for j := end; j < last; {
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
			end = last
		}
	}
	it.span, it.inner = Span{i, end + 3}, Span{from, end}
	return it
}

// meantEnd returns the offset of the "]]>" at which a section that ends at
// end was meant to end: of the last one that stands right before the end tag
// of the field and belongs to no other section. It returns end where the
// section ends as it should.
func meantEnd(s string, end int, field string) int {
	stop := fieldEnd(s, end+3, field)
	if stop < 0 {
		return end
	}
	last := end
	for i := end + 3; ; {
		n := strings.Index(s[i:stop], cdataClose)
		if n < 0 {
			break
		}
		if !strings.Contains(s[i:i+n], cdataOpen) {
			last = i + n
		}
		i += n + 3
	}
	if !isBlank(s[last+3 : stop]) {
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
	end := -1
	if field != "" {
		end = fieldEnd(s[:limit], from, field)
	}
	if end >= 0 {
		problem.At = end
		problem.Certain = fieldEnd(s[:limit], end+1, field) < 0
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
