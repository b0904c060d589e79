package diagnostics

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Placed is a finding of a document. Its offsets, and those of its fixes, are
// Shift less than those in the document's text.
type Placed struct {
	*Finding
	Shift int
	// Call is the index of the call in the document, -1 for a finding about none.
	Call int

	in    *item
	index int // of the finding in the item's result
	line  int // of the item's start, from 0
}

// Place returns a span of the finding as one of the document's text.
func (p *Placed) Place(s xmlcall.Span) xmlcall.Span {
	return xmlcall.Span{Start: s.Start + p.Shift, End: s.End + p.Shift}
}

// Range returns the positions of the finding's span in the document, in the units of
// an encoding. They are counted once for all findings of an item. ok is false for a
// finding about a directive, which is in no item: its span has to be looked up.
func (p *Placed) Range(enc text.Encoding) (start, end text.Position, ok bool) {
	if p.in == nil {
		return start, end, false
	}
	places := p.in.places.Load()
	if places == nil || places.enc != enc {
		places = p.in.count(enc)
		p.in.places.Store(places)
	}
	at := places.list[p.index-p.in.findings.from]
	start = text.Position{Line: int(at.line) + p.line, Column: int(at.column)}
	return start, text.Position{Line: int(at.endLine) + p.line, Column: int(at.endColumn)}, true
}

// places are the positions of an item's findings, with lines counted from its start.
type places struct {
	enc  text.Encoding
	list []placeIn
}

type placeIn struct{ line, column, endLine, endColumn uint32 }

// count counts the positions of the item's findings, from one to the next: a
// transcript can be one line of megabytes with a thousand findings.
func (i *item) count(enc text.Encoding) *places {
	all := i.result.File.Text
	list := make([]placeIn, 0, i.findings.len())
	at, pos := i.start, text.Position{}
	position := func(offset int) text.Position {
		for offset > at && !text.HasPosition(all, offset) {
			offset--
		}
		if offset < at { // a finding within the one before
			return text.Position{}.After(all[i.start:offset], enc)
		}
		at, pos = offset, pos.After(all[at:offset], enc)
		return pos
	}
	for k := i.findings.from; k < i.findings.to; k++ {
		span := i.result.Findings[k].Span
		start := position(span.Start)
		back, backPos := at, pos
		end := start
		if span.End > span.Start {
			end = position(span.End)
		}
		at, pos = back, backPos // the next one may start before this one ends
		list = append(list, placeIn{uint32(start.Line), uint32(start.Column), uint32(end.Line), uint32(end.Column)})
	}
	return &places{enc, list}
}

// InFixAll reports whether fix-all looks at a finding of the document; see
// [Result.InFixAll].
func (d *Document) InFixAll(f *Finding) bool { return f != nil && inFixAll(f, d.kind) }

// Safe reports whether a finding has a fix that is safe.
func (d *Document) Safe(p *Placed) bool {
	if p == nil || p.Finding == nil {
		return false
	}
	span := p.Place(p.Span)
	r, base := d.Around(span.Start, span.End)
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Code == p.Code && f.Span.Start+base == span.Start && f.Span.End+base == span.End && r.SafeFix(i) != nil {
			return true
		}
	}
	return false
}

// shown is what a document shows where directives change that.
type shown struct {
	findings   []Placed
	suppressed int
}

// Findings iterates over the findings by position, without those that directives
// suppress.
func (d *Document) Findings() iter.Seq[Placed] {
	if s := d.directed(); s != nil {
		return slices.Values(s.findings)
	}
	return d.found
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
	s := d.directed()
	if s == nil {
		return d.items.Summary().findings
	}
	for i := range s.findings {
		bySeverity[s.findings[i].Severity]++
	}
	return bySeverity
}

// Tally counts the calls.
func (d *Document) Tally() Tally { return d.items.Summary().tally }

// Calls iterates over the calls by position, each with what is to be added to its
// offsets to get those in the document's text.
func (d *Document) Calls() iter.Seq2[*Call, int] {
	return func(yield func(*Call, int) bool) {
		for before, i := range d.items.Select(nil, func(s sum) bool { return s.tally.Calls > 0 }) {
			for k := i.calls.from; k < i.calls.to; k++ {
				if !yield(&i.result.Calls[k], before.bytes-i.start) {
					return
				}
			}
		}
	}
}

// found iterates over the findings by position, whatever directives say.
func (d *Document) found(yield func(Placed) bool) {
	for before, i := range d.items.Select(nil, func(s sum) bool { return s.findings != [len(s.findings)]int{} }) {
		for k := i.findings.from; k < i.findings.to; k++ {
			if !yield(i.placed(before, k)) {
				return
			}
		}
	}
}

// placed returns a finding of the item's result. before is what is before the item.
func (i *item) placed(before sum, finding int) Placed {
	f := &i.result.Findings[finding]
	p := Placed{Finding: f, Shift: before.bytes - i.start, Call: f.Call, in: i, index: finding, line: before.lines}
	if f.Call >= 0 {
		p.Call += before.tally.Calls - i.calls.from
	}
	return p
}

// directed returns what the document shows, nil where it has no directives.
func (d *Document) directed() *shown {
	if d.items.Summary().directives == 0 {
		return nil
	}
	d.once.Do(d.direct)
	return &d.shown
}

// direct follows the directives of the text.
func (d *Document) direct() {
	s := &suppressor{active: map[string]ruleRef{}, file: map[string]ruleRef{}, calls: map[callCode]ruleRef{}}
	for before, i := range d.items.Select(nil, func(s sum) bool { return s.directives > 0 }) {
		for k := range i.directives {
			s.list = append(s.list, i.directives[k].moved(before.bytes-i.start))
		}
	}
	slices.SortStableFunc(s.list, func(a, b directive) int { return cmp.Compare(a.at, b.at) })
	s.prepare(d.callAfter)
	for p := range d.found {
		s.advance(p.Span.Start + p.Shift)
		if s.takes(p.Call, p.Code) {
			d.shown.suppressed++
		} else {
			d.shown.findings = append(d.shown.findings, p)
		}
	}
	s.advance(d.text.Len())
	severity, ok := d.options.Severity(Lookup(unusedDirective))
	if !ok {
		return
	}
	unused := 0
	for i := range s.list {
		// Its fixes depend on the lines around it, and on no more.
		l := &s.list[i]
		base := max(0, l.span.Start-2*maxIndent)
		near := d.text.Slice(base, min(d.text.Len(), l.span.End+3*maxIndent))
		moved := l.moved(-base)
		for _, f := range moved.unused(near, severity) {
			d.shown.findings = append(d.shown.findings, Placed{Finding: &f, Shift: base, Call: -1})
			unused++
		}
	}
	if unused == 0 {
		return
	}
	slices.SortStableFunc(d.shown.findings, func(a, b Placed) int {
		x, y := a.Place(a.Span), b.Place(b.Span)
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
	})
}

// callAfter returns the index of the first call at or after an offset of the text.
func (d *Document) callAfter(at int) (call int, ok bool) {
	for before, i := range d.items.Select(func(s sum) bool { return s.bytes > at }, func(s sum) bool { return s.tally.Calls > 0 }) {
		shift := before.bytes - i.start
		k := sort.Search(i.calls.len(), func(k int) bool { return i.result.Calls[i.calls.from+k].Span.Start+shift >= at })
		if k < i.calls.len() {
			return before.tally.Calls + k, true
		}
	}
	return 0, false
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
