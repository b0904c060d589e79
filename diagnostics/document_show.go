package diagnostics

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Finding is a diagnostic of a document. Its offsets, and those of its fixes, are smaller
// by Shift than those in the document's text.
type Finding struct {
	*Diagnostic
	Shift int
	// Call is the index of the call in the document, -1 for a finding that is not about
	// a call.
	Call int

	in    *result // nil for a finding about a directive or a prompt
	index int     // of the finding in the chunk, or among those about directives
}

// Place returns a span of the finding as a span of the document's text.
func (p *Finding) Place(s xmlcall.Span) xmlcall.Span { return at(s, p.Shift) }

// Summary counts the calls.
func (d *Document) Summary() Summary { return d.sum.tally }

// A DocumentCall is a call of a document. Its offsets are smaller by Shift than those in the
// document's text.
type DocumentCall struct {
	*Call
	Shift int
	// Index is the index of the call in the document.
	Index int
}

// Place returns a span of the file of the call as a span of the document's text.
func (c *DocumentCall) Place(s xmlcall.Span) xmlcall.Span { return at(s, c.Shift) }

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
	i, ok := d.of(index)
	if !ok {
		return DocumentCall{}, false
	}
	c := &d.chunks[i]
	return DocumentCall{&c.Calls[index-c.calls], c.start, index}, true
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

// About yields the indices of the calls that a finding is about: its own and, for an error, those among its related
// places. One error may explain the outcomes of several calls, but not that of its own; see [Diagnostic.Reply].
func (d *Document) About(p *Finding) iter.Seq[int] {
	return func(yield func(int) bool) {
		if p.Call < 0 {
			return
		}
		others := false
		if p.Severity == Error || p.Reply {
			for _, related := range p.Related {
				c, found := d.CallStarting(p.Place(related.Span).Start)
				if !found || c.Index == p.Call && !p.Reply {
					continue
				}
				if others = true; !yield(c.Index) {
					return
				}
			}
		}
		if !p.Reply || !others {
			yield(p.Call)
		}
	}
}

// ByCall iterates over the calls with the findings about each, both by position. The next call reuses the list of
// findings.
func (d *Document) ByCall() iter.Seq2[DocumentCall, []*Diagnostic] {
	type about struct {
		call int
		*Diagnostic
	}
	return func(yield func(DocumentCall, []*Diagnostic) bool) {
		all := make([]about, 0, len(d.findings().list))
		for p := range d.Diagnostics() {
			for call := range d.About(&p) {
				all = append(all, about{call, p.Diagnostic})
			}
		}
		slices.SortStableFunc(all, func(a, b about) int { return a.call - b.call })
		var found []*Diagnostic
		for c := range d.Calls() {
			for found = found[:0]; len(all) > 0 && all[0].call == c.Index; all = all[1:] {
				found = append(found, all[0].Diagnostic)
			}
			if !yield(c, found) {
				return
			}
		}
	}
}
