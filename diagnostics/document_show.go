package diagnostics

import (
	"iter"
	"slices"

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

	in    *content // nil for a finding about a directive or a prompt
	index int      // of the finding in the chunk
}

// Place returns a span of the finding as a span of the document's text.
func (p *Placed) Place(s xmlcall.Span) xmlcall.Span { return at(s, p.Shift) }

// Summary counts the calls.
func (d *Document) Summary() Summary { return d.sum.tally }

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
		for i := max(0, d.at(start)-1); i < len(d.chunks) && d.chunks[i].start <= end; i++ {
			c := &d.chunks[i]
			for k := range c.Calls {
				span := at(c.Calls[k].Span, c.start)
				if span.Start <= end && span.End >= start && !yield(PlacedCall{&c.Calls[k], c.start, c.calls + k}) {
					return
				}
			}
		}
	}
}

// callStarting returns the index of the call that starts at an offset.
func (d *Document) callStarting(offset int) (call int, found bool) {
	i := d.at(offset)
	if i == len(d.chunks) {
		return 0, false
	}
	c := &d.chunks[i]
	k, found := slices.BinarySearchFunc(c.Calls, offset-c.start, func(c Call, at int) int { return c.Span.Start - at })
	return c.calls + k, found
}

// callAfter returns the index of the first call at or after an offset.
func (d *Document) callAfter(offset int) (call int, ok bool) {
	i := d.at(offset)
	if i == len(d.chunks) {
		return 0, false
	}
	c := &d.chunks[i]
	k, _ := slices.BinarySearchFunc(c.Calls, offset-c.start, func(c Call, at int) int { return c.Span.Start - at })
	return c.calls + k, c.calls+k < d.sum.calls
}

// found iterates over the findings by position, ignoring directives.
func (d *Document) found(yield func(Placed) bool) { d.foundIn(0, len(d.chunks))(yield) }

// foundIn iterates over the findings of some chunks.
func (d *Document) foundIn(from, to int) iter.Seq[Placed] {
	return func(yield func(Placed) bool) {
		for i := from; i < to; i++ {
			c := &d.chunks[i]
			for k := range c.Diagnostics {
				if !yield(c.placed(k)) {
					return
				}
			}
		}
	}
}

// placed returns a finding of the chunk.
func (c *chunk) placed(finding int) Placed {
	f := &c.Diagnostics[finding]
	p := Placed{Diagnostic: f, Shift: c.start, Call: f.Call, in: c.content, index: finding}
	if f.Call >= 0 {
		p.Call += c.calls
	}
	return p
}
