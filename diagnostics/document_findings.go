package diagnostics

import (
	"cmp"
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/document"
)

// findings returns the findings that directives leave, with those about directives and about a prompt as a whole.
func (d *Document) findings() *found {
	d.find.Do(func() {
		f := &d.found
		for i := range d.chunks {
			for k := range d.chunks[i].Diagnostics {
				f.list = append(f.list, d.chunks[i].placed(k))
			}
		}
		if !d.options.unfiltered && (d.sum.directives > 0 || d.options.Purpose == document.Prompt) {
			f.list = append(f.list, d.promptFindings()...)
			f.direct(d)
		}
		for _, p := range f.list {
			f.bySeverity[p.Severity]++
		}
	})
	return &d.found
}

// direct applies the directives of a document.
func (f *found) direct(d *Document) {
	sortFindings(f.list)
	s := newSuppressor(d.allDirectives(), d.callAfter)
	all := len(f.list)
	f.list = slices.DeleteFunc(f.list, func(p Finding) bool {
		s.advance(p.Place(p.Span).Start)
		return s.takes(p.Call, p.Code)
	})
	f.suppressed = all - len(f.list)
	s.advance(d.text.Len())
	if severity, ok := d.options.Severity(unusedDirective); ok {
		for i := range s.list {
			for _, u := range s.list[i].unused(d.text.String(), severity) {
				f.list = append(f.list, Finding{Diagnostic: &u, Call: -1, index: f.unused})
				f.unused++
			}
		}
	}
	sortFindings(f.list)
}

// allDirectives returns the directives of the text by the offset at which they take effect.
func (d *Document) allDirectives() (list []directive) {
	for i := range d.chunks {
		c := &d.chunks[i]
		for k := range c.directives {
			list = append(list, c.directives[k].moved(c.start))
		}
	}
	slices.SortStableFunc(list, func(a, b directive) int { return cmp.Compare(a.at, b.at) })
	return list
}

// sortFindings sorts findings by position.
func sortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		x, y := *a.Diagnostic, *b.Diagnostic
		x.Span, y.Span = a.Place(a.Span), b.Place(b.Span)
		return compareDiagnostics(x, y)
	})
}

// Diagnostics iterates over the findings by position, without those that directives
// suppress.
func (d *Document) Diagnostics() iter.Seq[Finding] { return slices.Values(d.findings().list) }

// DiagnosticsNear iterates over the findings near a range of bytes: all about the calls that it touches,
// and some others.
func (d *Document) DiagnosticsNear(start, end int) iter.Seq[Finding] {
	from, to := max(0, d.at(start)-1), min(d.at(end)+1, len(d.chunks)-1)
	if from > to {
		return func(func(Finding) bool) {}
	}
	return d.findingsIn(d.chunks[from].start, d.chunks[to].end())
}

// findingsIn iterates over the findings that start from one offset to another.
func (d *Document) findingsIn(start, end int) iter.Seq[Finding] {
	list := d.findings().list
	at := func(p Finding, offset int) int { return p.Place(p.Span).Start - offset }
	first, _ := slices.BinarySearchFunc(list, start, at)
	last, _ := slices.BinarySearchFunc(list, end+1, at)
	return slices.Values(list[first:max(first, last)])
}

// findingsAbout returns the findings about each call of a chunk, by index, as the document shows them, for which about
// reports true.
func (d *Document) findingsAbout(c *chunk, about func(*Diagnostic) bool) [][]int {
	list := make([][]int, len(c.Calls))
	for p := range d.findingsIn(c.start, c.end()) {
		if call := p.Diagnostic.Call; p.in == c.result && call >= 0 && about(p.Diagnostic) {
			list[call] = append(list[call], p.index)
		}
	}
	return list
}

// About returns the indices of the calls that a finding is about: its own and, for an error, those among its related
// places. One error may explain the outcomes of several calls, but not that of its own; see [Diagnostic.Reply].
func (d *Document) About(p *Finding) (calls []int) {
	if p.Call < 0 {
		return nil
	}
	if p.Severity == Error || p.Reply {
		for _, related := range p.Related {
			if c, found := d.CallStarting(p.Place(related.Span).Start); found && (c.Index != p.Call || p.Reply) {
				calls = append(calls, c.Index)
			}
		}
	}
	if !p.Reply || calls == nil {
		calls = append(calls, p.Call)
	}
	return calls
}

// ByCall iterates over the calls with the findings about each, both by position.
func (d *Document) ByCall() iter.Seq2[DocumentCall, []*Diagnostic] {
	return func(yield func(DocumentCall, []*Diagnostic) bool) {
		about := map[int][]*Diagnostic{}
		for p := range d.Diagnostics() {
			for _, call := range d.About(&p) {
				about[call] = append(about[call], p.Diagnostic)
			}
		}
		for c := range d.Calls() {
			if !yield(c, about[c.Index]) {
				return
			}
		}
	}
}

// Suppressed returns the number of findings that directives suppress.
func (d *Document) Suppressed() int { return d.findings().suppressed }

// Count returns the number of findings by severity.
func (d *Document) Count() (bySeverity [Hint + 1]int) { return d.findings().bySeverity }

// A suppressor applies the directives of a file to its findings.
type suppressor struct {
	list   []directive
	next   int                  // the first one that has not taken effect yet
	active map[string]*ruleName // what is disabled at the current offset, by code; "" for all
	always map[scope]*ruleName
}

// A scope is a rule, "" for all, in a call, by index, or in the whole file.
type scope struct {
	call int
	code string
}

// inFile is the call of a scope that is the whole file; that of a finding without a call is -1.
const inFile = -2

// newSuppressor returns the suppressor before the first finding, with what is disabled for single calls and for the
// whole file. callAfter returns the first call at or after an offset.
func newSuppressor(list []directive, callAfter func(at int) (call int, ok bool)) *suppressor {
	s := &suppressor{list: list, active: map[string]*ruleName{}, always: map[scope]*ruleName{}}
	for i := range list {
		d := &list[i]
		call, ok := inFile, d.verb == wholeFile
		if d.verb == nextCall {
			call, ok = callAfter(d.at)
		}
		for k := range d.rules {
			if n := &d.rules[k]; ok {
				disable(s.always, scope{call, n.code}, n)
			}
		}
	}
	return s
}

// disable records what disables something. Of two equivalent directives, the first one is used.
func disable[K comparable](m map[K]*ruleName, what K, by *ruleName) {
	if m[what] == nil {
		m[what] = by
	}
}

// advance applies the directives up to offset at of the file.
func (s *suppressor) advance(at int) {
	for ; s.next < len(s.list) && s.list[s.next].at <= at; s.next++ {
		d := &s.list[s.next]
		for k := range d.rules {
			switch n := &d.rules[k]; {
			case d.verb == region:
				disable(s.active, n.code, n)
			case d.verb == enable && n.code == "":
				n.used = len(s.active) > 0
				clear(s.active)
			case d.verb == enable && s.active[n.code] != nil:
				n.used = true
				delete(s.active, n.code)
			}
		}
	}
}

// takes reports whether a finding is suppressed at the current offset. The most
// specific directive is the one that is used.
func (s *suppressor) takes(call int, code string) bool {
	by := cmp.Or(s.always[scope{call, code}], s.always[scope{call, ""}], s.active[code], s.active[""], s.always[scope{inFile, code}], s.always[scope{inFile, ""}])
	if by != nil {
		by.used = true
	}
	return by != nil
}
