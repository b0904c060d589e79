package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// lex cuts the block into items.
func (r *recoverer) lex() {
	s := r.p.s
	open := &r.fields
	i := r.p.b.Span.Start
	if r.opener.End > 0 {
		r.add(item{kind: itemStart, span: Span{i, r.opener.End}, inner: Span(r.opener.Name)})
		i = r.opener.End
	}
	odd, cut := 0, false
	for i < len(s) {
		if !cut && (odd >= maxOdd || len(r.items) >= maxItems) {
			cut = true
			// The text between i and the end tags of the fields around it is not
			// examined.
			tail := r.tail(i)
			r.add(item{kind: itemLiteral, span: Span{i, tail}})
			r.p.b.MoreProblems = true
			i = tail
			continue
		}
		if s[i] != '<' {
			j := lex.NextMarkup(s, i)
			r.add(item{kind: itemText, span: Span{i, j}})
			i = j
			continue
		}
		field := r.fieldName()
		it := r.lexMarkup(i, field)
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
		switch id := r.items[len(r.items)-1].name; {
		case it.kind == itemStart && !it.selfClosing:
			open.push(id)
			odd++
		case it.kind == itemEnd:
			if open.at(id) {
				odd-- // so both are valid
			} else {
				odd++
			}
			open.pop(id)
		}
	}
}

// The number of items is bounded, so that crafted text does not need memory for a
// million problems. Valid parts, such as an element with both its tags, count only
// towards maxItems, and a '<' alone is part of the text around it: a call of any
// reasonable size with a slip in it, or with unescaped code, is read to its end.
const (
	maxOdd   = maxProblems // items that may be a problem, including open elements
	maxItems = 1 << 18
)

// tail returns the offset at or after from at which the end tags of the open elements
// at the end of the block begin, the outermost last.
func (r *recoverer) tail(from int) int {
	s := r.p.s
	at := len(s)
	for _, id := range r.fields.open {
		rest := strings.TrimRight(s[from:at], " \t\r\n")
		tag := "</" + r.names.list[id] + ">"
		if !strings.HasSuffix(rest, tag) {
			break
		}
		at = from + len(rest) - len(tag)
	}
	return at
}

// fieldName returns the name of the innermost open element, or "".
func (r *recoverer) fieldName() string {
	if n := len(r.fields.open); n > 0 {
		return r.names.list[r.fields.open[n-1]]
	}
	return ""
}

// A nameStack holds the names of open elements, innermost last.
type nameStack struct {
	open  []nameID
	count []int // how often each name occurs
}

// at reports whether the innermost element has the given name.
func (n *nameStack) at(name nameID) bool {
	return len(n.open) > 0 && n.open[len(n.open)-1] == name
}

func (n *nameStack) push(name nameID) {
	for int(name) >= len(n.count) {
		n.count = append(n.count, 0)
	}
	n.open = append(n.open, name)
	n.count[name]++
}

// pop closes the innermost element of the given name and the elements open inside it,
// if there is one.
func (n *nameStack) pop(name nameID) {
	if int(name) >= len(n.count) || n.count[name] == 0 {
		return
	}
	for done := false; !done; {
		top := n.open[len(n.open)-1]
		n.open = n.open[:len(n.open)-1]
		n.count[top]--
		done = top == name
	}
}

// A nameID represents a name: names are compared and counted for each tag.
type nameID int32

// A nameTable holds the distinct names of a block's tags.
type nameTable struct {
	list []string
	ids  map[string]nameID
}

// id returns the ID of a name.
func (n *nameTable) id(name string) nameID {
	id, known := n.ids[name]
	if !known {
		if n.ids == nil {
			n.ids = map[string]nameID{}
		}
		id = nameID(len(n.list))
		n.list, n.ids[name] = append(n.list, name), id
	}
	return id
}

func (r *recoverer) add(it item) {
	if n := len(r.items); n > 0 && it.kind == itemText && r.items[n-1].kind == itemText {
		r.items[n-1].span.End = it.span.End
		return
	}
	if it.kind == itemStart || it.kind == itemEnd {
		it.name = r.names.id(r.p.s[it.inner.Start:it.inner.End])
	}
	it.parent, it.mate, it.close = -1, noMate, -1
	r.items = append(roomy(r.items, 64), it)
}

// lexMarkup reads the item at s[i], which is '<'. field is the name of the
// element that it is in.
func (r *recoverer) lexMarkup(i int, field string) item {
	s := r.p.s
	// Most tags are plain.
	if name := lex.PlainTag(s, i); name > 0 {
		return item{kind: itemStart, span: Span{i, name + 1}, inner: Span{i + 1, name}}
	}
	if end := lex.Closes(s, i, field); end > 0 && field != "" {
		return item{kind: itemEnd, span: Span{i, end}, inner: Span{i + 2, end - 1}}
	}
	if n := lex.MalformedSection(s, i); n > 0 {
		return r.malformedSection(i, n, field)
	}
	switch lex.Opens(s, i) {
	case lex.CDATA:
		return r.section(i, field)
	case lex.CommentKind:
		return r.comment(i)
	case lex.DirectiveKind, lex.BrokenComment:
		// An intended declaration is complete in itself: otherwise a "<!" in text would
		// swallow the tags after it.
		if end := lex.Directive(s[:lex.NextMarkup(s, i+1)], i); end >= 0 {
			return item{kind: itemOther, token: Directive, span: Span{i, end}, inner: Span{i + 2, end - 1}}
		}
	case lex.ProcInstKind:
		if r.noProcInstEnd {
			break
		}
		end, target, fail := lex.ProcInst(s, i)
		r.noProcInstEnd = end == 0 && fail.At == len(s)
		if end > 0 && (field == "" || !r.endsWithin(i, end, field)) {
			it := item{kind: itemOther, token: ProcInst, span: Span{i, end}, inner: Span(target)}
			if !fail.OK() {
				it.report(Problem{Kind: InvalidDeclaration})
			}
			return it
		}
	case lex.StartTag, lex.EndTag:
		return r.tag(i, field)
	}
	return item{kind: itemText, span: Span{i, i + 1}}
}

// tag reads the tag at s[i], or the '<' alone if it does not start a tag.
func (r *recoverer) tag(i int, field string) item {
	s := r.p.s
	if field != "" && strings.HasPrefix(s[i:], `<\`+field+">") {
		return r.brokenEndTag(i, Span{i + 2, i + 2 + len(field)})
	}
	t, ok := lex.Tag(s, i)
	switch {
	case ok:
		kind := itemStart
		if t.IsEnd {
			kind = itemEnd
		}
		return item{kind: kind, span: Span{i, t.End}, inner: Span(t.Name), attributes: t.Attributes, selfClosing: t.SelfClosing}
	case t.IsEnd && t.Name.Of(s) == field && field != "":
		return r.brokenEndTag(i, Span(t.Name))
	}
	return item{kind: itemText, span: Span{i, i + 1}}
}

// brokenEndTag reads an end tag of the open field that lacks its '>' or has something
// before it: up to the '>' on the same line, or the name alone.
func (r *recoverer) brokenEndTag(i int, name Span) item {
	s := r.p.s
	end := name.End
	if n := strings.IndexAny(s[end:], "<>\n"); n >= 0 && s[end+n] == '>' {
		end += n + 1
	}
	it := item{kind: itemEnd, span: Span{i, end}, inner: name}
	it.report(Problem{Kind: MismatchedEndTag, Want: s[name.Start:name.End], Certain: true})
	return it
}

func (r *recoverer) comment(i int) item {
	end, dashes := -1, []lex.Span(nil)
	if !r.noCommentEnd && strings.Contains(r.p.s[i:], lex.CommentClose) {
		end, dashes = lex.Comment(r.p.s, i)
	}
	if end < 0 {
		r.noCommentEnd = true
		span := Span{i, i + len(lex.CommentOpen)}
		return item{kind: itemLiteral, span: span, problems: []Problem{{Kind: InvalidComment, Span: span}}}
	}
	it := item{kind: itemOther, token: Comment, span: Span{i, end}, inner: Span{i + len(lex.CommentOpen), end - len(lex.CommentClose)}}
	if len(dashes) > maxProblems {
		dashes, r.p.b.MoreProblems = dashes[:maxProblems], true
	}
	for _, d := range dashes {
		it.problems = append(it.problems, Problem{Kind: InvalidComment, Span: Span(d)})
	}
	return it
}
