package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/plural"
)

// maxLookAhead bounds how many items are examined for the end of an element that has no
// end tag.
const maxLookAhead = 100

// leaveAllOpen decides about the start tags open[at+1:], which the end tag items[i] of
// open[at] leaves without an end tag. literal reports whether it is the block's own
// </tool>.
func (r *recoverer) leaveAllOpen(open []int, at, i int, literal bool) {
	field := -1
	if literal {
		field = r.cut(i, open[at+1:])
	}
	around := open[at]
	for k := at + 1; k < len(open); k++ {
		tag := open[k]
		if r.items[tag].kind == itemEnd { // see forgottenSlash
			continue
		}
		r.items[tag].parent = around
		next := -1
		if k+1 < len(open) {
			next = open[k+1]
		}
		if next >= 0 && r.forgottenSlash(tag, next) {
			continue
		}
		inside := tag <= field || r.leaveOpen(tag, i)
		if inside || next >= 0 && r.items[next].span.Start < r.items[tag].close {
			around = tag
		}
	}
}

// leaveOpen decides about the start tag items[tag], which items[closer] leaves without
// an end tag: an element that lacks one, or a '<' of the text. It reports whether the
// items that follow are inside it.
func (r *recoverer) leaveOpen(tag, closer int) bool {
	it := &r.items[tag]
	name := r.name(tag)
	if !r.structural(tag) || !lex.IsElementName(name) || strings.EqualFold(name, "tool") {
		it.mate = notATag
		return false
	}
	end := r.items[closer].span.Start
	container := it.parent == 0 && name == "arguments" || it.parent > 0 && plural.IsItem(r.name(it.parent), name)
	if r.emptyForEnd(tag, closer) {
		return false
	}
	certain, ended := true, false
	for j, n := tag+1, 0; j < closer; j, n = j+1, n+1 {
		if n == maxLookAhead {
			certain = false
			break
		}
		next := &r.items[j]
		if next.kind == itemOther && len(next.problems) > 0 {
			certain = false // a CDATA section whose end is not known
		}
		if next.kind != itemStart {
			continue
		}
		container = container || plural.IsItem(name, r.name(j))
		switch first := r.startsLine(next.span.Start); {
		case container && r.name(j) == name:
			end = next.span.Start // an item ends before the next one
			container, ended = false, true
		case container && next.parent == tag && next.mate >= 0 && !next.selfClosing:
			j = next.mate // look for the next item after this element
			continue
		case container:
			continue
		case first && r.onlyElements(j, closer):
			end = next.span.Start
		default:
			// Markup within a line: it may be part of the value.
			certain = false
			continue
		}
		break
	}
	value := strings.TrimRight(r.p.s[it.span.End:end], " \t\r\n")
	it.close = it.span.End + len(value)
	// The place is certain if white space is insignificant, or if the value is one
	// word, such as a path, or one CDATA section. After anything longer a line break
	// may be part of the value.
	certain = certain && (container || ended || value != "" && !strings.ContainsAny(value, " \t\n") ||
		strings.HasPrefix(value, cdataOpen) && strings.Index(value, cdataClose) == len(value)-len(cdataClose))
	it.report(Problem{Kind: UnclosedElement, Want: "</" + name + ">", Certain: certain, at: it.close + 1})
	return container
}

// onlyElements reports whether items[from] up to, not including, items[to] are
// whole elements with nothing but white space between them, as the arguments
// of a call are.
func (r *recoverer) onlyElements(from, to int) bool {
	for i, n := from, 0; i < to; i, n = i+1, n+1 {
		it := &r.items[i]
		switch {
		case n == maxLookAhead:
			return false
		case it.kind == itemStart && it.mate > i:
			i = it.mate
		case it.kind == itemStart && it.selfClosing:
		case it.kind == itemOther && it.token == Comment:
		case it.kind != itemText || !lex.IsBlank(r.p.s[it.span.Start:it.span.End]):
			return false
		}
	}
	return true
}

// onlyText reports whether there is no tag among items[from] up to, not including,
// items[to].
func (r *recoverer) onlyText(from, to int) bool {
	if to-from > maxLookAhead {
		return false
	}
	for i := from; i < to; i++ {
		if r.items[i].kind == itemStart {
			return false
		}
	}
	return true
}

// forgottenSlash handles "<path>a<path>": the second start tag was meant to be
// the end tag of the first. It reports whether that is so.
func (r *recoverer) forgottenSlash(first, second int) bool {
	it := &r.items[second]
	if r.name(first) != r.name(second) || len(it.attributes) > 0 || !r.structural(first) {
		return false
	}
	s := r.p.s
	if lex.IsBlank(s[r.items[first].span.End:it.span.Start]) || !lex.IsBlank(s[it.span.End:lex.NextMarkup(s, it.span.End)]) {
		return false
	}
	if !r.onlyElements(first+1, second) && !r.onlyText(first+1, second) {
		return false
	}
	r.endAt(first, second)
	return true
}

// emptyForEnd handles "<path>a<path/>": the empty-element tag was meant to be
// the end tag of items[tag]. It reports whether that is so.
func (r *recoverer) emptyForEnd(tag, closer int) bool {
	for i := tag + 1; i < min(closer, tag+maxLookAhead); i++ {
		it := &r.items[i]
		if it.kind != itemStart {
			continue
		}
		if !it.selfClosing || len(it.attributes) > 0 || r.name(i) != r.name(tag) || lex.IsBlank(r.p.s[r.items[tag].span.End:it.span.Start]) {
			return false
		}
		r.endAt(tag, i)
		return true
	}
	return false
}

// endAt makes the start tag items[end] the end tag of items[tag].
func (r *recoverer) endAt(tag, end int) {
	it := &r.items[end]
	it.report(Problem{Kind: MismatchedEndTag, Want: r.name(tag), Certain: true})
	it.kind, it.mate = itemEnd, tag
	r.items[tag].mate = end
}

// isLiteralTool reports whether items[tag] is the literal <tool>.
func (r *recoverer) isLiteralTool(tag int) bool {
	span := r.items[tag].span
	return r.p.s[span.Start:span.End] == toolOpen
}
