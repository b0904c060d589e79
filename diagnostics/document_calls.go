package diagnostics

import (
	"iter"
	"slices"
)

// Summary counts the calls.
func (d *Document) Summary() Summary { return d.sum.tally }

// Calls iterates over the calls by position.
func (d *Document) Calls() iter.Seq[DocumentCall] { return d.CallsIn(0, d.text.Len()) }

// CallsIn iterates over the calls that a range of bytes touches, by position. It examines no others
// except adjacent ones.
func (d *Document) CallsIn(start, end int) iter.Seq[DocumentCall] {
	return func(yield func(DocumentCall) bool) {
		for i := max(0, d.at(start)-1); i < len(d.chunks) && d.chunks[i].start <= end; i++ {
			c := &d.chunks[i]
			for k := range c.Calls {
				span := at(c.Calls[k].Span, c.start)
				if span.Start <= end && span.End >= start && !yield(DocumentCall{&c.Calls[k], c.start, c.calls + k}) {
					return
				}
			}
		}
	}
}

// CallAt returns a call, given its index; ok is false if there is none.
func (d *Document) CallAt(index int) (call DocumentCall, ok bool) {
	c, k := d.of(index)
	if c == nil {
		return DocumentCall{}, false
	}
	return DocumentCall{&c.Calls[k], c.start, index}, true
}

// CallStarting returns the call that starts at an offset; ok is false if there is none.
func (d *Document) CallStarting(offset int) (call DocumentCall, ok bool) {
	index, _ := d.callAfter(offset)
	call, ok = d.CallAt(index)
	return call, ok && call.Place(call.Span).Start == offset
}

// callAfter returns the index of the first call at or after an offset.
func (d *Document) callAfter(offset int) (call int, ok bool) {
	i := d.at(offset)
	if i == len(d.chunks) {
		return d.sum.calls, false
	}
	c := &d.chunks[i]
	k, _ := slices.BinarySearchFunc(c.Calls, offset-c.start, func(c Call, at int) int { return c.Span.Start - at })
	return c.calls + k, c.calls+k < d.sum.calls
}

// placed returns a finding of the chunk.
func (c *chunk) placed(finding int) Finding {
	f := &c.Diagnostics[finding]
	p := Finding{Diagnostic: f, Shift: c.start, Call: f.Call, in: c.result, index: finding}
	if f.Call >= 0 {
		p.Call += c.calls
	}
	return p
}
