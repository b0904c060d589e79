package xmlcall

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/plural"
)

// match decides which tags belong together.
func (r *recoverer) match() {
	r.open = append(r.open, make([]int, len(r.names.list))...)
	r.trailing = len(r.p.s)
	open := r.stack[:0] // indexes of the open start tags
	for i := range r.items {
		it := &r.items[i]
		switch it.kind {
		case itemStart:
			if n := len(open); n > 0 {
				it.parent = open[n-1]
				if r.items[it.parent].parent == 0 && forge.InEnvelope(r.name(i)) && forge.InEnvelope(r.name(it.parent)) {
					it.parent = 0 // they are siblings, closed or not
				}
			}
			if !it.selfClosing {
				open = append(open, i)
				r.open[it.name]++
			}
		case itemEnd:
			left := r.matchEnd(i, open)
			for _, tag := range open[len(left):] {
				r.open[r.items[tag].name]--
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
// and returns those that are open after it.
func (r *recoverer) matchEnd(i int, open []int) []int {
	it := &r.items[i]
	name := r.name(i)
	top := len(open) - 1
	at := r.openAt(open, it.name)
	if at == top && r.open[it.name] > 1 {
		at = r.outer(open, name, i)
	}
	last := it.span.End == len(r.p.s)
	if at < 0 && strings.EqualFold(lex.Local(name), "tool") && (top == 0 || last) {
		at = 0
	}
	if last && at > 0 && strings.EqualFold(lex.Local(name), "tool") {
		// The block's own end tag closes a literal <tool>, not <tool name>.
		for at > 0 && !r.isLiteralTool(open[at]) {
			at = r.openAt(open[:at], it.name)
		}
		at = max(at, 0)
	}
	literalEnd := last && r.p.s[it.span.Start:it.span.End] == toolClose
	switch {
	case at == top:
	case at >= 0:
		// "<content>Close </arguments> here</content></arguments>": if both the
		// innermost element and this one are closed again later, this one is text.
		if e := r.endAfter(i, r.name(open[top])); !last && e >= 0 && r.endAfter(e, name) >= 0 {
			return open
		}
		r.leaveAllOpen(open, at, i, literalEnd)
	default:
		if !r.closesOther(i, open) {
			return open
		}
		want := r.name(open[top])
		it.report(Problem{Kind: MismatchedEndTag, Want: want, Certain: lex.Near(want, name)})
		at = top
	}
	r.items[open[at]].mate = i
	it.mate = open[at]
	if at == 0 && r.p.s[it.span.Start:it.span.End] != toolClose {
		it.report(Problem{Kind: UnrecognizedTag, Want: toolClose, Certain: true})
	}
	return open[:at]
}

// maxLookUp bounds how far up the open elements are searched.
const maxLookUp = 1000

// openAt returns the index in open of the innermost element of the given name, or -1 if
// none is near enough.
func (r *recoverer) openAt(open []int, name nameID) int {
	if r.open[name] == 0 {
		return -1
	}
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

// outer returns the index in open of the element that the end tag items[i] closes if
// several of its name are open: the innermost, unless it is the last end tag of the
// name and would leave an argument open whose text mentions its own tag.
func (r *recoverer) outer(open []int, name string, i int) int {
	top := len(open) - 1
	if r.endAfter(i, name) >= 0 || name == "tool" || r.structural(open[top]) {
		return top
	}
	for at := max(1, top-maxLookUp); at < top; at++ {
		if r.name(open[at]) == name && r.structural(open[at]) && !plural.IsItem(r.name(open[at-1]), name) {
			return at
		}
	}
	return top
}

// closesOther reports whether the end tag items[i], whose name is not open,
// was meant to close the innermost open element.
func (r *recoverer) closesOther(i int, open []int) bool {
	top := open[len(open)-1]
	want, name := r.name(top), r.name(i)
	if len(open) == 1 || r.closedLater(want, i) {
		return false
	}
	// A name of two letters is that of another element, unless no such element starts.
	short := len(name) == 2 && len(want) > 1 && lex.OneSlip(want, name) && r.startAfter(-1, name) < 0
	return short || lex.Near(want, name) || r.structural(top)
}

// closedLater reports whether an element of this name that is open at items[i] is
// closed later: by an end tag that comes before the next start tag of the name.
func (r *recoverer) closedLater(name string, i int) bool {
	end, start := r.endAfter(i, name), r.startAfter(i, name)
	return end >= 0 && (start < 0 || end < start)
}

// structural reports whether the start tag items[tag] is part of a call's
// structure and not of a value: a child of the tool element or of the
// arguments, an item of a list, or a member of such an item. Everything
// deeper is the content of a value, where a '<' is more likely code.
func (r *recoverer) structural(tag int) bool {
	parent := r.items[tag].parent
	if parent <= 0 { // the tool element, or a child of it
		return true
	}
	list := r.items[parent].parent
	return list == 0 && r.name(parent) == "arguments" || plural.IsItem(r.name(parent), r.name(tag)) ||
		list > 0 && plural.IsItem(r.name(list), r.name(parent)) // a member of an item
}
