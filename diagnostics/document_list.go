package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/text"
)

// maxListed is the number of findings up to which they are kept in a list that edits
// patch: if there are few in a large text, they are far apart in the sequence of items.
const maxListed = 2000

// found iterates over the findings by position, ignoring directives.
func (d *Document) found(yield func(Placed) bool) {
	total := 0
	for _, n := range d.items.Summary().findings {
		total += int(n)
	}
	if total > maxListed {
		d.walk(yield)
		return
	}
	list := d.listed.Load()
	if list == nil {
		all := slices.AppendSeq(make([]Placed, 0, total), d.walk)
		list = &all
		d.listed.Store(list)
	}
	for _, p := range *list {
		if !yield(p) {
			return
		}
	}
}

// list patches the old document's list of findings: items replaced those between two
// sums of the old sequence.
func (e *edit) list(from, to sum, items []entry) {
	old := e.old.listed.Load()
	if old == nil {
		return
	}
	list := make([]Placed, 0, len(*old)+16)
	k := 0
	for ; k < len(*old) && (*old)[k].at() < from.bytes; k++ {
		list = append(list, (*old)[k])
	}
	at := from
	for _, i := range items {
		for f := range i.found {
			list = append(list, i.placed(at, f))
		}
		at = at.Add(i.sum)
	}
	for ; k < len(*old); k++ {
		p := (*old)[k]
		if p.at() < to.bytes {
			continue
		}
		p.Shift += at.bytes - to.bytes
		p.before = p.before.moved(to.extent, at.extent)
		if p.Call >= 0 {
			p.Call += at.calls() - to.calls()
		}
		list = append(list, p)
	}
	e.listed.Store(&list)
}

// at returns the start of the finding's item in the document.
func (p *Placed) at() int { return p.in.start + p.Shift }

// places are the positions of an item's findings, relative to its start.
type places struct {
	enc  text.Encoding
	list []placeIn
}

type placeIn struct{ start, end distance }

// A distance is the distance of a place from the start of its item: in lines, and in columns
// from there or, on a later line, from the start of that line.
type distance struct{ lines, columns uint32 }

func distanceTo(at text.Position) distance { return distance{uint32(at.Line), uint32(at.Column)} }

// in returns the position of the place, given the extent before the item.
func (d distance) in(before *extent, enc text.Encoding) text.Position {
	at := text.Position{Line: before.lines + int(d.lines), Column: int(d.columns)}
	if d.lines == 0 {
		at.Column += int(before.columns[enc])
	}
	return at
}

// count counts the positions of the item's findings, from one to the next: a transcript
// can be one line of megabytes with a thousand findings.
func (i *item) count(enc text.Encoding) *places {
	list := make([]placeIn, 0, len(i.found))
	at, pos := i.start, text.Position{}
	position := func(offset int) text.Position {
		for offset > at && !text.HasPosition(i.within, offset) {
			offset--
		}
		at, pos = offset, pos.After(i.within[at:offset], enc)
		return pos
	}
	for k := range i.found {
		span := i.found[k].Span
		start := position(span.Start)
		back, backPos := at, pos
		end := start
		if span.End > span.Start {
			end = position(span.End)
		}
		at, pos = back, backPos // the next one may start before this one ends
		list = append(list, placeIn{distanceTo(start), distanceTo(end)})
	}
	return &places{enc, list}
}
