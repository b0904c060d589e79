package diagnostics

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// shown is what directives change in what a document shows.
type shown struct {
	hidden     map[*item][]int // the findings that directives suppress, by index
	suppressed int             // the number of them
	added      []Placed        // the findings about directives, by position
	bySeverity [Hint + 1]int   // by how much the numbers of findings change
}

// directed returns what directives change, or nil if the document has none.
func (d *Document) directed() *shown {
	if d.items.Summary().directives == 0 {
		return nil
	}
	d.direct.Do(d.applyDirectives)
	return &d.shown
}

// Diagnostics iterates over the findings by position, without those that directives
// suppress.
func (d *Document) Diagnostics() iter.Seq[Placed] {
	s := d.directed()
	if s == nil {
		return d.found
	}
	return func(yield func(Placed) bool) {
		added := s.added
		for p := range d.found {
			for ; len(added) > 0 && comparePlaced(&added[0], &p) < 0; added = added[1:] {
				if !yield(added[0]) {
					return
				}
			}
			if !s.hides(&p) && !yield(p) {
				return
			}
		}
		for _, p := range added {
			if !yield(p) {
				return
			}
		}
	}
}

// comparePlaced orders findings as [Result.Diagnostics] are.
func comparePlaced(a, b *Placed) int {
	x, y := a.Place(a.Span), b.Place(b.Span)
	return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
}

// hides reports whether a directive suppresses a finding.
func (s *shown) hides(p *Placed) bool {
	if s == nil || len(s.hidden) == 0 {
		return false
	}
	_, hidden := slices.BinarySearch(s.hidden[p.in], p.index)
	return hidden
}

// Suppressed returns the number of findings that directives suppress.
func (d *Document) Suppressed() int {
	if s := d.directed(); s != nil {
		return s.suppressed
	}
	return 0
}

// Count returns the number of findings by severity.
func (d *Document) Count() (bySeverity [Hint + 1]int) {
	if s := d.directed(); s != nil {
		bySeverity = s.bySeverity
	}
	for severity, n := range d.items.Summary().findings {
		bySeverity[severity] += int(n)
	}
	return bySeverity
}

// applyDirectives applies the directives of the text. It looks at the findings only where one
// has an effect.
func (d *Document) applyDirectives() {
	s := &suppressor{active: map[string]ruleRef{}, file: map[string]ruleRef{}, calls: map[callCode]ruleRef{}}
	for before, i := range d.items.Select(nil, func(s sum) bool { return s.directives > 0 }) {
		for k := range i.directives {
			s.list = append(s.list, i.directives[k].moved(before.bytes-i.start))
		}
	}
	slices.SortStableFunc(s.list, func(a, b directive) int { return cmp.Compare(a.at, b.at) })
	s.prepare((&callFinder{Document: d}).after)
	d.shown.hidden = map[*item][]int{}
	for before, i := range d.items.Select(nil, sum.found) {
		if !s.affects(before.bytes+i.sum.bytes, indexes{before.calls(), before.calls() + i.sum.calls()}) {
			continue
		}
		for k := range i.found {
			p := i.placed(before, k)
			s.advance(p.Span.Start + p.Shift)
			if s.takes(p.Call, p.Code) {
				d.shown.hidden[i.item] = append(d.shown.hidden[i.item], k)
				d.shown.suppressed++
				d.shown.bySeverity[p.Severity]--
			}
		}
	}
	s.advance(d.text.Len())
	severity, ok := d.options.Severity(Lookup(unusedDirective))
	if !ok {
		return
	}
	for i := range s.list {
		// Its fixes depend only on the lines around it.
		l := &s.list[i]
		base := max(0, l.span.Start-2*maxIndent)
		near := d.text.Slice(base, min(d.text.Len(), l.span.End+3*maxIndent))
		moved := l.moved(-base)
		for _, f := range moved.unused(near, severity) {
			d.shown.added = append(d.shown.added, Placed{Diagnostic: &f, Shift: base, Call: -1})
			d.shown.bySeverity[severity]++
		}
	}
	slices.SortStableFunc(d.shown.added, func(a, b Placed) int { return comparePlaced(&a, &b) })
}

// shownOf returns the result of a stretch as the document shows it: without the findings that
// directives suppress, and with those about directives. before is the sum before the stretch.
// Two calls, one inside another block, may have the same finding at one place: so the call
// is also compared.
func (d *Document) shownOf(r *Result, before sum) *Result {
	s := d.directed()
	if s == nil {
		return r
	}
	type key struct {
		span xmlcall.Span
		code string
		call int
	}
	base, end := before.bytes, before.bytes+len(r.File.Text)
	hidden := map[key]bool{}
	if len(s.hidden) > 0 {
		for at, i := range d.items.From(func(s sum) bool { return s.items > before.items }) {
			if at.bytes > end {
				break
			}
			for _, k := range s.hidden[i.item] {
				p := i.placed(at, k)
				span := p.Place(p.Span)
				hidden[key{xmlcall.Span{Start: span.Start - base, End: span.End - base}, p.Code, p.Call - before.calls()}] = true
			}
		}
	}
	out := &Result{File: r.File, Calls: r.Calls, options: r.options, of: d, base: base}
	for _, f := range r.Diagnostics {
		if hidden[key{f.Span, f.Code, f.Call}] {
			out.Suppressed++
		} else {
			out.Diagnostics = append(out.Diagnostics, f)
		}
	}
	first := sort.Search(len(s.added), func(i int) bool { return s.added[i].Place(s.added[i].Span).Start >= base })
	for _, p := range s.added[first:] {
		if p.Place(p.Span).Start > end {
			break
		}
		out.Diagnostics = append(out.Diagnostics, p.moved(-base))
	}
	out.sort()
	return out
}

// moved returns a finding about a directive at its place in the document, moved by some bytes.
func (p *Placed) moved(by int) Diagnostic {
	f := *p.Diagnostic
	f.Span = p.Place(f.Span)
	f.Span.Start, f.Span.End = f.Span.Start+by, f.Span.End+by
	f.Fixes = slices.Clone(f.Fixes)
	for k := range f.Fixes {
		f.Fixes[k].Edits = movedEdits(f.Fixes[k].Edits, p.Shift+by)
	}
	return f
}

// A callFinder finds calls of a document. Those of a document that keeps only findings have to be
// read for that, and an item can have any number of directives.
type callFinder struct {
	*Document
	in    *item // whose calls are known
	calls []Call
	shift int

	last struct { // answers the same for all offsets from at to start
		at, start int
		call      int
		ok        bool
	}
	reads int // number of items whose calls were looked up
}

// after returns the index of the first call at or after an offset of the text.
func (f *callFinder) after(at int) (call int, ok bool) {
	if l := &f.last; f.in != nil && l.at <= at && at <= l.start {
		return l.call, l.ok
	}
	f.last.at, f.last.start = at, f.text.Len()
	f.last.call, f.last.ok = 0, false
	for before, i := range f.items.Select(func(s sum) bool { return s.bytes > at }, func(s sum) bool { return s.calls() > 0 }) {
		if f.in != i.item {
			f.calls, f.shift = f.callsOf(before, i)
			f.in = i.item
			f.reads++
		}
		k := sort.Search(len(f.calls), func(k int) bool { return f.calls[k].Span.Start+f.shift >= at })
		if k < len(f.calls) {
			f.last.start = f.calls[k].Span.Start + f.shift
			f.last.call, f.last.ok = before.calls()+k, true
			break
		}
	}
	return f.last.call, f.last.ok
}

// moved returns the directive at another place, unused.
func (d directive) moved(by int) directive {
	move := func(s *xmlcall.Span) { s.Start, s.End = s.Start+by, s.End+by }
	move(&d.span)
	move(&d.word)
	d.end += by
	d.at += by
	d.rules = slices.Clone(d.rules)
	for i := range d.rules {
		move(&d.rules[i].span)
	}
	return d
}
