package diagnostics

import (
	"iter"
	"slices"

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
func (p *Placed) Place(s xmlcall.Span) xmlcall.Span {
	return xmlcall.Span{Start: s.Start + p.Shift, End: s.End + p.Shift}
}

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

// InFixAll reports whether fix-all considers a finding of the document; see
// [Result.InFixAll].
func (d *Document) InFixAll(f *Diagnostic) bool { return f.described() && inFixAll(f, d.kind) }

// Safe reports whether a finding has a safe fix.
func (d *Document) Safe(p *Placed) bool {
	r, i := d.find(p)
	return r.SafeFix(i) != nil
}

// Fixable reports whether fix-all fixes something in the call of a finding, by a fix
// that is safe alone or together with others.
func (d *Document) Fixable(p *Placed) bool {
	r, i := d.find(p)
	if r.SafeFix(i) != nil {
		return true
	}
	return i >= 0 && r.fixesCall(r.Diagnostics[i].Call)
}

// fixesCall reports whether fix-all fixes something in a call.
func (r *Result) fixesCall(call int) bool {
	if call < 0 || call >= len(r.Calls) {
		return false
	}
	var findings []int
	for k := range r.Diagnostics {
		if r.Diagnostics[k].Call == call && r.InFixAll(k) {
			findings = append(findings, k)
		}
	}
	return len(findings) > 0 && r.callsEdits([]callFindings{{call, findings}}, true, 0)[0] != nil
}

// find returns the result of the text around a finding, and its index there, or -1.
func (d *Document) find(p *Placed) (r *Result, index int) {
	if p == nil || !p.described() {
		return &Result{}, -1
	}
	span := p.Place(p.Span)
	r, before := d.reach(span.Start, span.End)
	call := p.Call
	if call >= 0 {
		call -= before.calls()
	}
	return r, slices.IndexFunc(r.Diagnostics, func(f Diagnostic) bool {
		return f.Code == p.Code && f.Call == call && f.Span.Start+before.bytes == span.Start && f.Span.End+before.bytes == span.End
	})
}

// LevelSet reports whether the options set the level of a rule, or leave it at its default.
func (d *Document) LevelSet(code string) bool { return d.options.Rules[code] != Default }

// Summary counts the calls.
func (d *Document) Summary() Summary { return d.items.Summary().tally.tally() }

// Calls iterates over the calls by position, each with the amount to add to its offsets
// to get those in the document's text.
func (d *Document) Calls() iter.Seq2[*Call, int] {
	return func(yield func(*Call, int) bool) {
		for before, i := range d.items.Select(nil, func(s sum) bool { return s.calls() > 0 }) {
			calls, shift := d.callsOf(before, i)
			for k := range calls {
				if !yield(&calls[k], shift) {
					return
				}
			}
		}
	}
}

// CallsIn iterates over the calls that a range of bytes touches, by position, as
// [Document.Calls] does. It examines no others except adjacent ones.
func (d *Document) CallsIn(start, end int) iter.Seq2[*Call, int] {
	return d.callsIn(start, end, d.callsOf)
}

// A callsReader returns the calls of an item, as [Document.callsOf] does.
type callsReader func(before sum, i entry) (calls []Call, shift int)

// callsIn is [Document.CallsIn] with what reads the calls of an item.
func (d *Document) callsIn(start, end int, callsOf callsReader) iter.Seq2[*Call, int] {
	return func(yield func(*Call, int) bool) {
		reached := func(s sum) bool { return s.bytes >= start }
		for before, i := range d.items.Select(reached, func(s sum) bool { return s.calls() > 0 }) {
			if before.bytes > end {
				return
			}
			calls, shift := callsOf(before, i)
			for k := range calls {
				span := calls[k].Span
				if span.Start+shift <= end && span.End+shift >= start && !yield(&calls[k], shift) {
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
		r, start = d.readStretch(indexes{before.items, before.items + 1}), 0
	}
	in := r.callsIn(start, start+i.sum.bytes)
	return r.Calls[in.from:in.to], before.bytes - start
}

// walk iterates over the findings by position, item by item.
func (d *Document) walk(yield func(Placed) bool) {
	for before, i := range d.items.Select(nil, sum.found) {
		for k := range i.found {
			if !yield(i.placed(before, k)) {
				return
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
