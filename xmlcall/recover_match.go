package xmlcall

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/plural"
)

// The searches are bounded, so that crafted text does not take quadratic time.
const (
	maxLookUp    = 1000 // open elements that are searched for the one that an end tag closes
	maxLookAhead = 100  // items that are examined for the end of an element without end tag
)

// match decides which tags belong together.
func (r *recoverer) match() {
	var open []int // indexes of the open start tags
	for i := range r.items {
		it := &r.items[i]
		switch it.kind {
		case itemStart:
			if len(open) == 2 && r.isLiteralTool(i) && r.beginsCall(i, open[1]) {
				r.items[open[1]].close = len(strings.TrimRight(r.s[:it.span.Start], " \t\r\n"))
				open = open[:1]
			}
			if n := len(open); n > 0 {
				it.parent = open[n-1]
				if around := &r.items[it.parent]; around.parent == 0 && forge.InEnvelope(it.name) && forge.InEnvelope(around.name) {
					it.parent = 0 // they are siblings, closed or not
				}
			}
			if !it.selfClosing {
				open = append(open, i)
			}
		case itemEnd:
			if open = r.matchEnd(i, open); len(open) == 0 {
				r.trailing = it.span.End
				return
			}
		}
	}
	r.unfinished(open)
}

// beginsCall reports whether the <tool> items[i] is that of the next call, where items[around] is the innermost open
// element: the arguments of this call, whose two end tags are missing. What follows would end an outer call.
func (r *recoverer) beginsCall(i, around int) bool {
	it := &r.items[around]
	next := r.startIn(i+1, len(r.items))
	return it.parent == 0 && it.name == "arguments" && r.startsLine(r.items[i].span.Start) &&
		next >= 0 && next <= i+2 && forge.InEnvelope(r.items[next].name) && !strings.HasPrefix(strings.TrimSpace(r.restWindow()), "</")
}

// matchEnd finds the start tag of the end tag items[i] among the open ones,
// and returns those that are open after it.
func (r *recoverer) matchEnd(i int, open []int) []int {
	it := &r.items[i]
	top := len(open) - 1
	at := r.openAt(open, it.name)
	if at == top {
		at = r.outer(open, i)
	}
	last := it.span.End == len(r.s)
	isTool := strings.EqualFold(lex.Local(it.name), "tool")
	if at < 0 && isTool && (top == 0 || last) {
		at = 0
	}
	if last && at > 0 && isTool {
		// The block's own end tag closes a literal <tool>, not <tool name>.
		for at > 0 && !r.isLiteralTool(open[at]) {
			at = r.openAt(open[:at], it.name)
		}
		at = max(at, 0)
	}
	literal := r.s[it.span.Start:it.span.End] == toolClose
	switch {
	case at == top:
	case at >= 0:
		// "<content>Close </arguments> here</content></arguments>": if both the
		// innermost element and this one are closed again later, this one is text.
		if e := r.tagAfter(i, itemEnd, r.items[open[top]].name); !last && e >= 0 && r.tagAfter(e, itemEnd, it.name) >= 0 {
			return open
		}
		r.leaveAllOpen(open, at, i, last && literal)
	default:
		if !r.closesOther(i, open) {
			return open
		}
		want := r.items[open[top]].name
		it.report(Problem{Kind: MismatchedEndTag, Want: want, Certain: lex.Near(want, it.name)})
		at = top
	}
	r.items[open[at]].mate = i
	it.mate = open[at]
	if at == 0 && !literal {
		it.report(Problem{Kind: UnrecognizedTag, Want: toolClose, Certain: true})
	}
	return open[:at]
}

// openAt returns the index in open of the innermost element of the given name, or -1 if
// none is near enough.
func (r *recoverer) openAt(open []int, name string) int {
	for at := len(open) - 1; at >= max(0, len(open)-maxLookUp); at-- {
		if r.items[open[at]].name == name {
			return at
		}
	}
	if r.items[open[0]].name == name {
		return 0
	}
	return -1
}

// outer returns the index in open of the element that the end tag items[i] closes, whose name is that
// of the innermost one: that one, unless it is the last end tag of the name and would leave an
// argument open whose text mentions its own tag.
func (r *recoverer) outer(open []int, i int) int {
	top, name := len(open)-1, r.items[i].name
	for at := max(1, top-maxLookUp); at < top && name != "tool"; at++ {
		if r.items[open[at]].name == name && r.structural(open[at]) && !plural.IsItem(r.items[open[at-1]].name, name) {
			if r.structural(open[top]) || r.tagAfter(i, itemEnd, name) >= 0 {
				break
			}
			return at
		}
	}
	return top
}

// closesOther reports whether the end tag items[i], whose name is not open,
// was meant to close the innermost open element.
func (r *recoverer) closesOther(i int, open []int) bool {
	top := open[len(open)-1]
	want, name := r.items[top].name, r.items[i].name
	if len(open) == 1 {
		return false
	}
	end, start := r.tagAfter(i, itemEnd, want), r.tagAfter(i, itemStart, want)
	if end >= 0 && (start < 0 || end < start) {
		return false // it is closed later
	}
	// A name of two letters is that of another element, unless no such element starts.
	short := len(name) == 2 && len(want) > 1 && lex.OneSlip(want, name) && r.tagAfter(-1, itemStart, name) < 0
	return short || lex.Near(want, name) || r.structural(top)
}

// A tagName is what tags are looked up by.
type tagName struct {
	kind itemKind
	name string
}

// tagAfter returns the index of the first tag of the given name after items[i], or -1. Few blocks
// need the index that it uses.
func (r *recoverer) tagAfter(i int, kind itemKind, name string) int {
	if r.tags == nil {
		r.tags = map[tagName][]int{}
		for i, it := range r.items {
			if it.name != "" && !it.selfClosing {
				r.tags[tagName{it.kind, it.name}] = append(r.tags[tagName{it.kind, it.name}], i)
			}
		}
	}
	indexes := r.tags[tagName{kind, name}]
	if k := sort.SearchInts(indexes, i+1); k < len(indexes) {
		return indexes[k]
	}
	return -1
}

// structural reports whether the start tag items[tag] is part of a call's
// structure and not of a value: a child of the tool element or of the
// arguments, an item of a list, or a member of such an item. Everything
// deeper is the content of a value, where a '<' is more likely code.
func (r *recoverer) structural(tag int) bool {
	it := &r.items[tag]
	if it.parent <= 0 { // the tool element, or a child of it
		return true
	}
	around := &r.items[it.parent]
	return around.parent == 0 && around.name == "arguments" || plural.IsItem(around.name, it.name) ||
		around.parent > 0 && plural.IsItem(r.items[around.parent].name, around.name) // a member of an item
}

// isLiteralTool reports whether items[tag] is the literal <tool>.
func (r *recoverer) isLiteralTool(tag int) bool {
	span := r.items[tag].span
	return r.s[span.Start:span.End] == toolOpen
}

// leaveAllOpen decides about the start tags open[at+1:], which the end tag items[i] of
// open[at] leaves without an end tag. literal reports whether it is the block's own
// </tool>, which may be inside the value of one of them.
func (r *recoverer) leaveAllOpen(open []int, at, i int, literal bool) {
	field := -1
	for k := len(open) - 1; literal && field < 0 && k > max(at, len(open)-1-restFields); k-- {
		if r.cutIn(i, open[k]) {
			field = open[k] // whether the elements around it are closed is known once the call is complete
		}
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
	if !r.structural(tag) || !lex.IsElementName(it.name) || strings.EqualFold(it.name, "tool") {
		it.mate = notATag
		return false
	}
	end := r.items[closer].span.Start
	container := it.parent == 0 && it.name == "arguments" || it.parent > 0 && plural.IsItem(r.items[it.parent].name, it.name)
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
		container = container || plural.IsItem(it.name, next.name)
		switch {
		case container && next.name == it.name:
			end = next.span.Start // an item ends before the next one
			container, ended = false, true
		case container && next.parent == tag && next.mate >= 0 && !next.selfClosing:
			j = next.mate // look for the next item after this element
			continue
		case container:
			continue
		case r.startsLine(next.span.Start) && r.onlyElements(j, closer):
			end = next.span.Start
		default:
			// Markup within a line: it may be part of the value.
			certain = false
			continue
		}
		break
	}
	value := strings.TrimRight(r.s[it.span.End:end], " \t\r\n")
	it.close = it.span.End + len(value)
	// The place is certain if white space is insignificant, or if the value is one
	// word, such as a path, or one CDATA section. After anything longer a line break
	// may be part of the value.
	certain = certain && (container || ended || value != "" && !strings.ContainsAny(value, " \t\n") ||
		strings.HasPrefix(value, cdataOpen) && strings.Index(value, cdataClose) == len(value)-len(cdataClose))
	it.report(Problem{Kind: UnclosedElement, Want: "</" + it.name + ">", Certain: certain, at: it.close + 1})
	return container
}

// startsLine reports whether nothing but white space precedes offset on its
// line.
func (r *recoverer) startsLine(offset int) bool {
	before := strings.TrimRight(r.s[:offset], " \t")
	return before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r")
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
		case it.kind != itemText || !lex.IsBlank(r.s[it.span.Start:it.span.End]):
			return false
		}
	}
	return true
}

// forgottenSlash handles "<path>a<path>": the second start tag was meant to be
// the end tag of the first. It reports whether that is so.
func (r *recoverer) forgottenSlash(first, second int) bool {
	it, start := &r.items[second], &r.items[first]
	if start.name != it.name || len(it.attributes) > 0 || !r.structural(first) ||
		lex.IsBlank(r.s[start.span.End:it.span.Start]) || !lex.IsBlank(r.s[it.span.End:lex.NextMarkup(r.s, it.span.End)]) {
		return false
	}
	if r.startIn(first+1, second) < 0 && second-first <= maxLookAhead+1 || r.onlyElements(first+1, second) {
		r.endAt(first, second)
		return true
	}
	return false
}

// emptyForEnd handles "<path>a<path/>": the empty-element tag was meant to be
// the end tag of items[tag]. It reports whether that is so.
func (r *recoverer) emptyForEnd(tag, closer int) bool {
	i := r.startIn(tag+1, min(closer, tag+maxLookAhead))
	if i < 0 {
		return false
	}
	it, start := &r.items[i], &r.items[tag]
	if !it.selfClosing || len(it.attributes) > 0 || it.name != start.name || lex.IsBlank(r.s[start.span.End:it.span.Start]) {
		return false
	}
	r.endAt(tag, i)
	return true
}

// startIn returns the index of the first start tag among items[from:to], of which only some are
// examined, or -1.
func (r *recoverer) startIn(from, to int) int {
	for i := from; i < min(to, from+maxLookAhead); i++ {
		if r.items[i].kind == itemStart {
			return i
		}
	}
	return -1
}

// endAt makes the start tag items[end] the end tag of items[tag].
func (r *recoverer) endAt(tag, end int) {
	it := &r.items[end]
	it.report(Problem{Kind: MismatchedEndTag, Want: r.items[tag].name, Certain: true})
	it.kind, it.mate = itemEnd, tag
	r.items[tag].mate = end
}

// unfinished decides what is wrong with a block whose tool element is still open at its
// end: either another <tool> inside took the end tag, or there is none.
func (r *recoverer) unfinished(open []int) {
	root := &r.items[0]
	if r.unclosed {
		at, certain := -1, false
		if len(open) == 1 {
			at, _, certain = r.completeAt(len(r.items))
		}
		root.report(Problem{Kind: UnclosedCall, Certain: certain, at: at + 1})
		return
	}
	inner := r.firstTool()
	if inner < 0 {
		return
	}
	it := &r.items[inner]
	at, envelope, certain := r.completeAt(inner)
	switch {
	case it.parent == 0 && !envelope:
		root.report(Problem{Kind: SwallowedCall})
		r.envelope = inner
	case it.parent == 0: // the tool element was not closed before it
		root.report(Problem{Kind: UnclosedCall, Certain: certain, at: at + 1})
	case r.cutIn(len(r.items)-1, it.parent):
		it.report(Problem{Kind: NestedCall}) // whose </tool> cut the outer call
	case r.startsLine(it.span.Start):
		root.report(Problem{Kind: UnclosedCall})
	default:
		it.report(Problem{Kind: NestedCall})
	}
}

// firstTool returns the index of the first literal <tool> inside the block, or -1.
func (r *recoverer) firstTool() int {
	for i := 1; i < len(r.items); i++ {
		if r.items[i].kind == itemStart && r.isLiteralTool(i) {
			return i
		}
	}
	return -1
}

// completeAt returns the offset after the last element of the envelope before
// items[limit], whether there is one that is closed, at any depth, and whether the call is complete
// there: whether it has a name and arguments and both are closed.
func (r *recoverer) completeAt(limit int) (at int, envelope, complete bool) {
	at = -1
	seen := map[string]bool{}
	for i := 1; i < limit; i++ {
		it := &r.items[i]
		if it.kind != itemStart {
			continue
		}
		envelope = envelope || it.mate >= 0 && forge.InEnvelope(lex.Local(it.name))
		if it.parent != 0 || it.mate < 0 && !it.selfClosing {
			if it.parent == 0 && it.name == "arguments" {
				at = -1 // where they end is not known
			}
			continue
		}
		seen[lex.Local(it.name)] = true
		at = it.span.End
		if it.mate >= 0 {
			at = r.items[it.mate].span.End
		}
	}
	return at, envelope, seen["tool_name"] && seen["arguments"]
}

// mentionEnd returns the offset of the <tool> of the call after a sentence that starts
// with the <tool> at s[start:] and also names other tags: "<tool> and <arguments>
// here." Such a sentence is one line without end tags, before a call that starts a
// line. It returns -1 if there is no such sentence.
func mentionEnd(s string, start int) int {
	before, call, ok := strings.Cut(s[start+len(toolOpen):], toolOpen)
	line := strings.TrimSpace(before)
	if !ok || !strings.Contains(line, "<") || strings.ContainsAny(line, "\r\n") || strings.Contains(line, "</") ||
		!strings.HasSuffix(strings.TrimRight(before, " \t"), "\n") {
		return -1
	}
	call = call[lex.SkipSpace(call, 0):]
	if call == "" || call[0] != '<' || !forge.InEnvelope(call[1:lex.NameEnd(call, 1)]) {
		return -1
	}
	return start + len(toolOpen) + len(before)
}
