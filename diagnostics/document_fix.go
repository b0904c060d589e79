package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Around returns what is known of the stretch of the text that contains the bytes
// from start to end, with what is before and after it, so that fixes can be proven
// and made: as if it were a text of its own, which starts at offset base of the
// document's. It is read once.
func (d *Document) Around(start, end int) (r *Result, base int) {
	first, _, ok := d.items.Seek(func(s sum) bool { return s.bytes >= start })
	if !ok && d.items.Len() == 0 {
		return d.whole(), 0
	}
	last, _, _ := d.items.Seek(func(s sum) bool { return s.bytes > end })
	reached := indexes{max(0, first.items-1), min(d.items.Len(), last.items+2)}
	if d.directed() != nil && d.aboutDirectives(start, end) {
		return d.whole(), 0
	}
	return d.stretch(reached)
}

// aboutDirectives reports whether a finding about a directive touches a range.
func (d *Document) aboutDirectives(start, end int) bool {
	for i := range d.shown.findings {
		p := &d.shown.findings[i]
		if s := p.Place(p.Span); p.Call < 0 && s.Start <= end && s.End >= start {
			return true
		}
	}
	return false
}

// whole returns the result of the whole text.
func (d *Document) whole() *Result {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.flat == nil {
		d.flat = d.options.Run(transcript.Read(d.text.String(), d.asked))
	}
	return d.flat
}

// stretch returns the result of some items, and where they start.
func (d *Document) stretch(in indexes) (r *Result, base int) {
	from, first, _ := d.items.Seek(func(s sum) bool { return s.items > in.from })
	to := d.before(in.to)
	// What fixes are proven by may be up to the next call.
	far := min(d.text.Len(), to.bytes+maxBehind)
	if next := d.text.IndexIn(to.bytes, far, "<tool>"); next >= 0 {
		far = next
	}
	if last, _, ok := d.items.Seek(func(s sum) bool { return s.bytes > far }); ok {
		to = d.before(last.items + 1)
	} else {
		to = d.items.Summary()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if r := d.around[in]; r != nil {
		return r, from.bytes
	}
	labels := d.items.Summary().labels
	file, _ := transcript.ReadPart(d.text.Slice(from.bytes, to.bytes), d.kind, transcript.From{
		State: first.state, Part: to.bytes < d.text.Len(), Rest: messageRest(d.items, to.items), Labels: labels,
		Closes: func(scope transcript.Scope) bool { return closes(d.items, to.items, scope) },
	})
	r = d.options.runPart(file)
	if s := d.directed(); s != nil {
		r.keepShown(s, from.bytes)
	}
	if d.around == nil {
		d.around = map[indexes]*Result{}
	}
	d.around[in] = r
	return r, from.bytes
}

// before returns what is before the item with the given index.
func (d *Document) before(index int) sum {
	before, _, _ := d.items.Seek(func(s sum) bool { return s.items > index })
	return before
}

// keepShown removes the findings that directives suppress. The text of r starts at
// an offset of the document's.
func (r *Result) keepShown(s *shown, base int) {
	type key struct {
		span xmlcall.Span
		code string
	}
	here := map[key]bool{}
	for i := range s.findings {
		p := &s.findings[i]
		span := p.Place(p.Span)
		if span.Start >= base && span.Start <= base+len(r.File.Text) {
			here[key{xmlcall.Span{Start: span.Start - base, End: span.End - base}, p.Code}] = true
		}
	}
	kept := r.Findings[:0]
	for _, f := range r.Findings {
		if here[key{f.Span, f.Code}] {
			kept = append(kept, f)
		}
	}
	r.Findings = kept
}

// FixAll returns the edits that [Result.FixAll] makes of the text, each of a few
// calls at most.
func (d *Document) FixAll(keep func(*Finding) bool) []Edit {
	var changes text.Changes
	fixed := d
	apply := func(edits []Edit) {
		for _, e := range slices.Backward(edits) { // the offsets before it stay
			changes = changes.Add(e.Span.Start, e.Span.End, len(e.Text), 0)
			fixed = fixed.Edit(e.Span.Start, e.Span.End, e.Text)
		}
	}
	seen := map[*item]bool{} // what is as it was when it was looked at
	for range maxRounds {
		if fixed.directed() != nil { // what a directive does depends on all of the text
			r := fixed.whole()
			if end := r.FixAll(keep).File.Text; end != r.File.Text {
				apply([]Edit{difference(r.File.Text, end)})
			}
			break
		}
		edits := fixed.safeEdits(keep, seen)
		if len(edits) == 0 {
			break
		}
		apply(edits)
	}
	var all []Edit
	for _, e := range changes.Edits(fixed.text) {
		all = append(all, Edit{Span: xmlcall.Span{Start: e.Start, End: e.End}, Text: e.Text})
	}
	return all
}

// safeEdits is [Result.safeEdits] for the items that were not seen.
func (d *Document) safeEdits(keep func(*Finding) bool, seen map[*item]bool) []Edit {
	var edits []Edit
	for before, i := range d.items.Select(nil, func(s sum) bool { return s.findings != [len(s.findings)]int{} }) {
		if seen[i] {
			continue
		}
		seen[i] = true
		r, base := d.stretch(indexes{before.items, before.items + 1})
		for _, e := range r.safeEdits(keep, i.sum.bytes-1) {
			edits = append(edits, Edit{Span: xmlcall.Span{Start: e.Span.Start + base, End: e.Span.End + base}, Text: e.Text})
		}
	}
	return edits
}
