package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/sumtree"
	"github.com/entrhq/forge-lsp/text"
)

// Edit returns the document in which the bytes from start to end are replaced. Offsets
// outside the text are clamped.
func (d *Document) Edit(start, end int, replacement string) *Document {
	return d.edit(start, end, replacement).Document
}

// edit is [Document.Edit] that returns what it replaced, too.
func (d *Document) edit(start, end int, replacement string) *edit {
	end = min(max(end, 0), d.text.Len())
	start = min(max(start, 0), end)
	return d.editTo(d.text.Splice(start, end, replacement), start, end)
}

// EditTo is [Document.Edit] for a caller that has made the text: the one in which the bytes from start
// to end of the document's text are replaced.
func (d *Document) EditTo(t text.Text, start, end int) *Document {
	return d.editTo(t, start, end).Document
}

func (d *Document) editTo(t text.Text, start, end int) *edit {
	next := &Document{input: d.input, items: d.items}
	next.text = t
	e := &edit{
		Document: next, old: d, start: start, end: end, shift: t.Len() - d.text.Len(),
		labels: d.labels(),
	}
	if e.partly = e.apply(); !e.partly {
		next.readAll()
		e.cost += next.text.Len()
	}
	return e
}

// An edit computes the new items of a document.
type edit struct {
	*Document
	old        *Document
	start, end int // the replaced bytes, in the old text
	shift      int // the distance by which the rest is moved
	labels     *document.Labels
	budget     *int // bytes that may be read; nil for no limit

	// The sums of the items before the replaced ones, before those after them, and of the
	// new ones.
	from, until, replaced sum
	partly                bool // whether no other items were replaced
	cost                  int  // bytes that were read
}

// around is the number of bytes beside an edit that are examined for marks that it may
// have become part of: more than the longest mark.
const around = 32

// apply replaces the items that the edit affects. It returns false if the whole text
// has to be read.
func (e *edit) apply() bool {
	if e.items.Len() == 0 {
		near := e.text.Slice(max(0, e.start-around), min(e.text.Len(), e.end+e.shift+around))
		return !document.Relevant(near, e.kind)
	}
	if e.kind == document.JSON && e.laidOut() != e.layout {
		return false
	}
	return e.replace() && e.keepsKind() && (e.kind != document.JSON || e.items.Summary().relevant) && e.labelsStay() && e.items.Summary().bytes == e.text.Len()
}

// replace replaces the items that the edit touches, and the one before. It returns
// false if the state before them cannot be known, or that takes too long.
func (e *edit) replace() bool {
	before, _, ok := e.items.Seek(func(s sum) bool { return s.bytes >= e.start })
	if !ok {
		return false
	}
	first := max(0, before.items-1) // the one before the first that the edit touches
	last, _, _ := e.items.Seek(func(s sum) bool { return s.bytes > e.end })
	ahead := 2 // items after those that the edit touches
	for back := 1; ; {
		at, from, _ := e.items.Seek(func(s sum) bool { return s.items > first })
		items, until, ok := e.read(at, from, last.items+ahead)
		if !ok { // not from here
			if first == 0 || e.budget != nil && *e.budget < 0 {
				return false
			}
			first = max(0, e.messageStart(first)-back)
			back *= 2
			continue
		}
		if until < 0 {
			ahead *= 2
			continue
		}
		after, _, _ := e.items.Seek(func(s sum) bool { return s.items > until })
		e.items = e.items.Splice(
			func(s sum) bool { return s.items > first },
			func(s sum) bool { return s.items > until }, items...)
		e.from, e.until = at, after
		for _, i := range items {
			e.replaced = e.replaced.Add(i.sum)
		}
		e.list(at, after, items)
		return true
	}
}

// read reads from an item up to, not including, the one with index to. It returns the
// items that replace them, and the index of the item at which they end, or -1 if more
// has to be read. ok is false if the state at the start was wrong.
func (e *edit) read(at sum, from entry, to int) (items []entry, until int, ok bool) {
	total := e.old.items.Len()
	end := e.text.Len()
	if to < total {
		after, _, _ := e.items.Seek(func(s sum) bool { return s.items > to })
		end = after.bytes + e.shift
	}
	e.cost += end - at.bytes
	if e.budget != nil {
		if *e.budget -= end - at.bytes; *e.budget < 0 {
			return nil, 0, false
		}
	}
	rest := 0
	if e.kind.Labelled() {
		rest = messageRest(e.items, to)
	}
	part := strings.Clone(e.text.Slice(at.bytes, end)) // items keep it, and would keep the text of this version
	p, ok := e.Document.read(part, document.PartOptions{
		State: from.state, Part: to < total, Rest: rest, Labels: e.labels,
		Closes: func(scope document.Scope) bool { return closes(e.items, to, scope) },
	})
	if !ok || !e.keepsLength(at, from, p, rest) {
		return nil, 0, false
	}
	if to >= total {
		if at.bytes == 0 && !e.brief {
			e.once = p.result
		}
		return p.cut(end - at.bytes), total, true
	}
	// The first seam with the same state as before.
	before, i, more := e.items.Seek(func(s sum) bool { return s.bytes > e.end })
	for s := range p.result.seams {
		for more && (before.bytes <= e.end || before.bytes+e.shift-at.bytes < s.At) {
			next := before.items + 1
			before, i, more = e.items.Seek(func(s sum) bool { return s.items > next })
		}
		if !more || before.items >= to {
			break
		}
		if s.At == before.bytes+e.shift-at.bytes && s.State == i.state {
			return p.cut(s.At), before.items, true
		}
	}
	return nil, -1, true
}

// messageStart returns the index of the item with the start of the message that
// contains the item with the given index, which is itself in a document.
func (e *edit) messageStart(index int) int {
	if e.kind == document.Document {
		return index
	}
	for before := range e.items.SelectBackward(func(s sum) bool { return s.items > index }, func(s sum) bool { return s.messages }) {
		return before.items
	}
	return 0
}

// keepsLength reports whether a long message that contains the start of the part is
// still long.
func (e *edit) keepsLength(at sum, from entry, p *part, rest int) bool {
	if !from.state.Within() {
		return true
	}
	start := 0
	index := at.items
	for before, i := range e.items.SelectBackward(func(s sum) bool { return s.items >= index }, func(s sum) bool { return s.messages }) {
		start = before.bytes + i.messages.to
		break
	}
	length := at.bytes - start
	if messages := p.result.File.Messages; len(messages) > 1 {
		return length+messages[0].End > document.MaxMessage
	}
	return length+len(p.result.File.Text)+rest > document.MaxMessage
}

// messageRest returns the number of bytes of the message after the item before the one
// with the given index.
func messageRest(items sumtree.Tree[entry, sum], index int) int {
	at, _, ok := items.Seek(func(s sum) bool { return s.items > index })
	if !ok {
		return 0
	}
	for before, i := range items.Select(func(s sum) bool { return s.items > index }, func(s sum) bool { return s.messages }) {
		return before.bytes + i.messages.from - at.bytes
	}
	return items.Summary().bytes - at.bytes
}

// labelsStay reports whether the facts that the whole text decides are unchanged.
func (e *edit) labelsStay() bool {
	labels := e.Document.labels()
	return e.kindBy(labels) == e.kind && (!e.kind.Decided() || labels.Same(e.labels, e.kind))
}

// closes reports whether a <thinking> that is open at the start of the item with the
// given index is closed in its message.
func closes(items sumtree.Tree[entry, sum], index int, scope document.Scope) bool {
	for _, i := range items.Select(func(s sum) bool { return s.items > index }, func(s sum) bool { return s.thinking || s.messages }) {
		if !i.state.Within() {
			return false
		}
		text := i.text()
		if i.sum.messages {
			text = text[:i.messages.from]
		}
		if closed, decided := document.ClosesThinking(text, scope); decided || i.sum.messages {
			return closed
		}
	}
	return false
}
