package xmlcall

import (
	"slices"
	"strings"
)

// match decides which tags belong together.
func (r *recoverer) match() {
	r.indexTags()
	r.open = map[string]int{}
	r.trailing = len(r.p.s)
	var open []int // indexes of the start tags that are open
	for i := range r.items {
		it := &r.items[i]
		switch it.kind {
		case itemStart:
			if n := len(open); n > 0 {
				it.parent = open[n-1]
				if r.items[it.parent].parent == 0 && isEnvelopeName(r.name(i)) && isEnvelopeName(r.name(it.parent)) {
					it.parent = 0 // they stand beside each other, closed or not
				}
			}
			if !it.tag.selfClosing {
				open = append(open, i)
				r.open[r.name(i)]++
			}
		case itemEnd:
			left := r.matchEnd(i, open)
			for _, tag := range open[len(left):] {
				r.open[r.name(tag)]--
			}
			open = left
			if len(open) == 0 {
				r.trailing = it.span.End
				return
			}
		}
	}
	r.unfinished(open)
}

// matchEnd finds the start tag of the end tag items[i] among the open ones,
// and returns those that are open behind it.
func (r *recoverer) matchEnd(i int, open []int) []int {
	it := &r.items[i]
	name := r.name(i)
	top := len(open) - 1
	at := r.openAt(open, name)
	if at == top && r.open[name] > 1 {
		at = r.outer(open, name, i)
	}
	last := it.span.End == len(r.p.s)
	if at < 0 && strings.EqualFold(name, "tool") && (top == 0 || last) {
		at = 0
	}
	if last && at > 0 && strings.EqualFold(name, "tool") {
		// The block's own end tag closes a literal <tool>, not <tool name>.
		for at > 0 && !r.isLiteralTool(open[at]) {
			at = r.openAt(open[:at], name)
		}
		at = max(at, 0)
	}
	literalEnd := last && r.p.s[it.span.Start:it.span.End] == toolClose
	switch {
	case at == top:
	case at >= 0:
		// "<content>Close </arguments> here</content></arguments>": if both the
		// innermost element and this one are closed again further on, this one
		// is text.
		if e := after(r.ends[r.name(open[top])], i); !last && e >= 0 && after(r.ends[name], e) >= 0 {
			return open
		}
		field := -1
		if literalEnd {
			field = r.cut(i, open[at+1:])
		}
		around := open[at]
		for k, tag := range open[at+1:] {
			if r.items[tag].kind == itemEnd { // see forgottenSlash
				continue
			}
			r.items[tag].parent = around
			if next := at + k + 2; next < len(open) && r.forgottenSlash(tag, open[next]) {
				continue
			}
			inside := tag <= field || r.leaveOpen(tag, i)
			if next := at + k + 2; next < len(open) && r.items[open[next]].span.Start < r.items[tag].close {
				inside = true
			}
			if inside {
				around = tag
			}
		}
	default:
		if !r.closesOther(i, open) {
			return open
		}
		problem := problemAt(MismatchedEndTag, it.span)
		problem.Want = r.name(open[top])
		problem.Certain = nearName(problem.Want, name)
		it.problems = append(it.problems, problem)
		at = top
	}
	r.items[open[at]].mate = i
	it.mate = open[at]
	if at == 0 && r.p.s[it.span.Start:it.span.End] != toolClose {
		problem := problemAt(UnrecognizedTag, it.span)
		problem.Want = toolClose
		problem.Certain = true
		it.problems = append(it.problems, problem)
	}
	return open[:at]
}

// maxLookUp bounds how far up the open elements are searched, and maxLists how
// deep lists may be nested in each other.
const (
	maxLookUp = 1000
	maxLists  = 20
	// maxLookAhead bounds how many tags are looked at for the end of an
	// element that has no end tag.
	maxLookAhead = 100
)

// openAt returns the index in open of the innermost element of the given name,
// -1 where there is none near enough.
func (r *recoverer) openAt(open []int, name string) int {
	if r.open[name] == 0 {
		return -1
	}
	for at := len(open) - 1; at >= max(0, len(open)-maxLookUp); at-- {
		if r.name(open[at]) == name {
			return at
		}
	}
	if r.name(open[0]) == name {
		return 0
	}
	return -1
}

// outer returns the index in open of the element that the end tag items[i]
// closes where several of its name are open: the innermost, unless it is the
// last end tag of the name and would leave an argument open whose text mentions
// its own tag.
func (r *recoverer) outer(open []int, name string, i int) int {
	top := len(open) - 1
	if after(r.ends[name], i) >= 0 || name == "tool" || r.structural(open[top]) {
		return top
	}
	for at := max(1, top-maxLookUp); at < top; at++ {
		if r.name(open[at]) == name && r.structural(open[at]) && !isItem(r.name(open[at-1]), name) {
			return at
		}
	}
	return top
}

// closesOther reports whether the end tag items[i], whose name is not open,
// was meant to close the innermost open element.
func (r *recoverer) closesOther(i int, open []int) bool {
	top := open[len(open)-1]
	if len(open) == 1 || r.closedLater(r.name(top), i) {
		return false
	}
	return nearName(r.name(top), r.name(i)) || r.structural(top)
}

// closedLater reports whether an element of this name that is open at
// items[i] is closed further on: by an end tag that comes before the next
// start tag of the name.
func (r *recoverer) closedLater(name string, i int) bool {
	end, start := after(r.ends[name], i), after(r.starts[name], i)
	return end >= 0 && (start < 0 || end < start)
}

// structural reports whether the start tag items[tag] is part of a call's
// structure and not of a value: a child of the tool element or of the
// arguments, an item of a list, or a member of such an item. Everything
// deeper is the content of a value, where a '<' is more likely code.
func (r *recoverer) structural(tag int) bool {
	for range maxLists {
		parent := r.items[tag].parent
		if parent <= 0 { // the tool element, or a child of it
			return true
		}
		list := r.items[parent].parent
		if list == 0 && r.name(parent) == "arguments" || isItem(r.name(parent), r.name(tag)) {
			return true
		}
		if list <= 0 || !isItem(r.name(list), r.name(parent)) {
			return false
		}
		tag = parent // a member of an item: is that one structural?
	}
	return false
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
		case it.kind == itemStart && it.tag.selfClosing:
		case it.kind == itemOther && it.token == Comment:
		case it.kind != itemText || !isBlank(r.p.s[it.span.Start:it.span.End]):
			return false
		}
	}
	return true
}

// forgottenSlash handles "<path>a<path>": the second start tag was meant to be
// the end tag of the first. It reports whether that is so.
func (r *recoverer) forgottenSlash(first, second int) bool {
	it := &r.items[second]
	if r.name(first) != r.name(second) || len(it.tag.attributes) > 0 || !r.structural(first) {
		return false
	}
	s := r.p.s
	if isBlank(s[r.items[first].span.End:it.span.Start]) || !isBlank(s[it.span.End:nextMarkup(s, it.span.End)]) {
		return false
	}
	for i := first + 1; i < second && !r.onlyElements(first+1, second); i++ {
		if r.items[i].kind == itemStart || i-first > maxLookAhead {
			return false
		}
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
		if !it.tag.selfClosing || len(it.tag.attributes) > 0 || r.name(i) != r.name(tag) || isBlank(r.p.s[r.items[tag].span.End:it.span.Start]) {
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
	problem := problemAt(MismatchedEndTag, it.span)
	problem.Want = r.name(tag)
	problem.Certain = true
	it.problems = append(it.problems, problem)
	it.kind, it.mate = itemEnd, tag
	r.items[tag].mate = end
}

// isLiteralTool reports whether items[tag] is the literal <tool>.
func (r *recoverer) isLiteralTool(tag int) bool {
	span := r.items[tag].span
	return r.p.s[span.Start:span.End] == toolOpen
}

// leaveOpen decides about the start tag items[tag], which items[closer] leaves
// without an end tag: an element that lacks one, or a '<' of the text. It
// reports whether what follows is inside of it.
func (r *recoverer) leaveOpen(tag, closer int) bool {
	it := &r.items[tag]
	name := r.name(tag)
	if !r.structural(tag) || !isElementName(name) || strings.EqualFold(name, "tool") {
		it.mate = notATag
		return false
	}
	end := r.items[closer].span.Start
	container := it.parent == 0 && name == "arguments" || it.parent > 0 && isItem(r.name(it.parent), name)
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
		container = container || isItem(name, r.name(j))
		switch first := r.startsLine(next.span.Start); {
		case container && r.name(j) == name:
			end = next.span.Start // an item ends before the next one
			container, ended = false, true
		case container && next.parent == tag && next.mate >= 0 && !next.tag.selfClosing:
			j = next.mate // look for the next item behind this element
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
	problem := problemAt(UnclosedElement, it.span)
	problem.At = it.close
	problem.Want = "</" + name + ">"
	// One place is possible where white space means nothing, and where the
	// value is one word, such as a path, or one CDATA section. Behind anything
	// longer a line break may be part of the value.
	problem.Certain = certain && (container || ended || value != "" && !strings.ContainsAny(value, " \t\n") ||
		strings.HasPrefix(value, cdataOpen) && strings.Index(value, cdataClose) == len(value)-len(cdataClose))
	it.problems = append(it.problems, problem)
	return container
}

// nearName reports whether b is most likely a slip for a: the same but for
// case, or one letter off.
func nearName(a, b string) bool {
	if strings.EqualFold(a, b) {
		return true
	}
	if d := len(a) - len(b); d < -1 || d > 1 || min(len(a), len(b)) < 3 {
		return false
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	x, y := a[i:], b[i:]
	switch {
	case len(a) > len(b):
		return x[1:] == y
	case len(a) < len(b):
		return x == y[1:]
	case len(x) > 1 && x[0] == y[1] && x[1] == y[0]: // two letters swapped
		return x[2:] == y[2:]
	}
	return x[1:] == y[1:]
}

// isItem reports whether elements of the name item are the items of a list of
// the name list.
func isItem(list, item string) bool { return list != item && Singular(list) == item }

// Singular returns the name of one item of a list of the given name, as the
// tools of Forge name them: edits, edit; entries, entry; boxes, box. It
// returns name itself where it is no plural.
func Singular(name string) string {
	stem, ok := strings.CutSuffix(name, "s")
	if !ok || len(stem) < 2 || slices.ContainsFunc([]string{"s", "u", "i"}, func(end string) bool {
		return strings.HasSuffix(stem, end)
	}) {
		return name
	}
	if head, ok := strings.CutSuffix(stem, "ie"); ok && len(head) > 1 {
		return head + "y"
	}
	for _, end := range []string{"sse", "she", "che", "xe", "zze"} {
		if strings.HasSuffix(stem, end) {
			return stem[:len(stem)-1]
		}
	}
	return stem
}
