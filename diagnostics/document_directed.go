package diagnostics

import (
	"cmp"
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/document"
)

// shown is what directives change in what a document shows.
type shown struct {
	hidden     map[*content][]int // the findings that directives suppress, by index
	suppressed int                // the number of them
	added      []Placed           // the findings about directives and a prompt, by position
	bySeverity [Hint + 1]int      // by how much the numbers of findings change
}

// directed returns what directives change, and what is reported of a prompt as a whole, or nil if the document
// has no directives, and is none.
func (d *Document) directed() *shown {
	if d.sum.directives == 0 && d.options.Purpose != document.Prompt || d.options.unfiltered {
		return nil
	}
	d.direct.Do(d.applyDirectives)
	return &d.shown
}

// Diagnostics iterates over the findings by position, without those that directives
// suppress.
func (d *Document) Diagnostics() iter.Seq[Placed] {
	return d.shownIn(d.found)
}

// DiagnosticsNear iterates over the findings near a range of bytes: all about the calls that it touches,
// and some others.
func (d *Document) DiagnosticsNear(start, end int) iter.Seq[Placed] {
	from, to := max(0, d.at(start)-1), min(d.at(end)+2, len(d.chunks))
	return func(yield func(Placed) bool) {
		if from >= to {
			return
		}
		for p := range d.shownIn(d.foundIn(from, to)) {
			if at := p.Place(p.Span).Start; d.chunks[from].start <= at && at <= d.chunks[to-1].end() && !yield(p) {
				return
			}
		}
	}
}

// shownIn returns found findings as the document shows them: without those that directives suppress, and with those
// about directives.
func (d *Document) shownIn(found iter.Seq[Placed]) iter.Seq[Placed] {
	s := d.directed()
	if s == nil {
		return found
	}
	return func(yield func(Placed) bool) {
		added := s.added
		addedBefore := func(end *Placed) bool {
			for ; len(added) > 0 && (end == nil || comparePlaced(&added[0], end) < 0); added = added[1:] {
				if !yield(added[0]) {
					return false
				}
			}
			return true
		}
		for p := range found {
			if !addedBefore(&p) || !s.hides(&p) && !yield(p) {
				return
			}
		}
		addedBefore(nil)
	}
}

// comparePlaced orders findings by position.
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
	for severity, n := range d.sum.findings {
		bySeverity[severity] += n
	}
	return bySeverity
}

// directives returns the directives of the text by the offset at which they take effect.
func (d *Document) directives() (list []directive) {
	for i := range d.chunks {
		c := &d.chunks[i]
		for k := range c.directives {
			list = append(list, c.directives[k].moved(c.start))
		}
	}
	slices.SortStableFunc(list, func(a, b directive) int { return cmp.Compare(a.at, b.at) })
	return list
}

// applyDirectives applies the directives of the text.
func (d *Document) applyDirectives() {
	s := newSuppressor(d.directives(), d.callAfter)
	d.shown.hidden = map[*content][]int{}
	for i := range d.chunks {
		d.hide(s, &d.chunks[i])
	}
	s.advance(d.text.Len())
	d.addPrompt(s.list)
	defer func() {
		slices.SortStableFunc(d.shown.added, func(a, b Placed) int { return comparePlaced(&a, &b) })
	}()
	severity, ok := d.options.Severity(Lookup(unusedDirective))
	if !ok {
		return
	}
	for i := range s.list {
		for _, f := range s.list[i].unused(d.text.String(), severity) {
			d.shown.added = append(d.shown.added, Placed{Diagnostic: &f, Call: -1})
			d.shown.bySeverity[severity]++
		}
	}
}

// addPrompt adds the findings about a prompt that no directive suppresses.
func (d *Document) addPrompt(list []directive) {
	s := newSuppressor(list, func(int) (int, bool) { return 0, false }) // they are about no call
	for _, p := range d.promptFindings() {
		if s.advance(p.Span.Start); s.takes(p.Call, p.Code) {
			d.shown.suppressed++
			continue
		}
		d.shown.added = append(d.shown.added, p)
		d.shown.bySeverity[p.Severity]++
	}
}

// hide records which findings of a chunk are suppressed.
func (d *Document) hide(s *suppressor, c *chunk) {
	for k := range c.Diagnostics {
		p := c.placed(k)
		s.advance(p.Span.Start + p.Shift)
		if s.takes(p.Call, p.Code) {
			d.shown.hidden[c.content] = append(d.shown.hidden[c.content], k)
			d.shown.suppressed++
			d.shown.bySeverity[p.Severity]--
		}
	}
}
