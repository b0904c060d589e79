package diagnostics

import (
	"iter"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Placed is a finding of a document. Its offsets, and those of its fixes, are smaller
// by Shift than those in the document's text.
type Placed struct {
	*Diagnostic
	Shift int
	// Call is the index of the call in the document, -1 for a finding that is not about
	// a call.
	Call int

	in     *item
	index  int    // of the finding in the item
	before extent // the extent before the item
}

// Place returns a span of the finding as a span of the document's text.
func (p *Placed) Place(s xmlcall.Span) xmlcall.Span { return at(s, p.Shift) }

// Range returns the positions of the finding's span in the document, in the units of an
// encoding. They are computed once for all findings of an item. ok is false for a
// finding about a directive, which is not in an item: its span has to be looked up.
func (p *Placed) Range(enc text.Encoding) (start, end text.Position, ok bool) {
	if p.in == nil {
		return start, end, false
	}
	places := p.in.places.Load()
	if places == nil || places.enc != enc {
		places = p.in.count(enc)
		p.in.places.Store(places)
	}
	at := places.list[p.index]
	return at.start.in(&p.before, enc), at.end.in(&p.before, enc), true
}

// Summary counts the calls.
func (d *Document) Summary() Summary { return d.items.Summary().tally.tally() }

// A PlacedCall is a call of a document. Its offsets are smaller by Shift than those in the
// document's text.
type PlacedCall struct {
	*Call
	Shift int
	// Index is the index of the call in the document.
	Index int
}

// Place returns a span of the file of the call as a span of the document's text.
func (c *PlacedCall) Place(s xmlcall.Span) xmlcall.Span { return at(s, c.Shift) }

// Calls iterates over the calls by position.
func (d *Document) Calls() iter.Seq[PlacedCall] { return d.CallsIn(0, d.text.Len()) }

// CallsIn iterates over the calls that a range of bytes touches, by position. It examines no others
// except adjacent ones.
func (d *Document) CallsIn(start, end int) iter.Seq[PlacedCall] {
	return func(yield func(PlacedCall) bool) {
		reached := func(s sum) bool { return s.bytes >= start }
		for before, i := range d.items.Select(reached, func(s sum) bool { return s.calls() > 0 }) {
			if before.bytes > end {
				return
			}
			calls, shift := d.callsOf(before, i)
			for k := range calls {
				span := calls[k].Span
				if span.Start+shift <= end && span.End+shift >= start && !yield(PlacedCall{&calls[k], shift, before.calls() + k}) {
					return
				}
			}
		}
	}
}

// callsOf returns the calls of an item, and the amount to add to their offsets. before
// is the sum before the item.
func (d *Document) callsOf(before sum, i entry) (calls []Call, shift int) {
	r, start := i.result, i.start
	if r == nil {
		r, start = d.options.readCalls(d.fileOf(indexes{before.items, before.items + 1})), 0
	}
	in := r.callsIn(start, start+i.sum.bytes)
	return r.Calls[in.from:in.to], before.bytes - start
}

// walk iterates over the findings by position, item by item.
func (d *Document) walk(yield func(Placed) bool) { placedOf(d.items.Select(nil, sum.found))(yield) }

// placedOf iterates over the findings of items, each of which comes with the sum before it.
func placedOf(items iter.Seq2[sum, entry]) iter.Seq[Placed] {
	return func(yield func(Placed) bool) {
		for before, i := range items {
			for k := range i.found {
				if !yield(i.placed(before, k)) {
					return
				}
			}
		}
	}
}

// placed returns a finding of the item. before is the sum before the item.
func (i entry) placed(before sum, finding int) Placed {
	f := &i.found[finding]
	p := Placed{Diagnostic: f, Shift: before.bytes - i.start, Call: f.Call, in: i.item, index: finding, before: before.extent}
	if f.Call >= 0 {
		p.Call += before.calls() - i.first
	}
	return p
}
