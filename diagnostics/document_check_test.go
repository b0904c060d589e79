package diagnostics

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/text"
)

// described describes a finding, at the offsets of the text.
func described(p *Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s %v %q %q call %d intended %v held back %v", p.Place(p.Span), p.Code, p.Severity, p.Message, p.Note, p.Call, p.Intended, p.HeldBack)
	for _, fix := range p.Fixes {
		fmt.Fprintf(&b, "\n    %q", fix.Title)
		for _, e := range fix.Edits {
			fmt.Fprintf(&b, " %v %q", p.Place(e.Span), e.Text)
		}
	}
	for _, r := range p.Related {
		fmt.Fprintf(&b, "\n    related %v %q", p.Place(r.Span), r.Message)
	}
	return b.String()
}

// differs describes how a document differs from one of the same text that was not edited, or
// returns "". If fixes is set, the fixes are also proven, which takes much longer.
func differs(d *Document, fixes bool) (why string) {
	defer func() {
		if r := recover(); r != nil {
			why = fmt.Sprintf("panic: %v", r)
		}
	}()
	all := d.Text().String()
	want := d.Options().Open(text.New(all), d.ReadAs())
	if d.Kind() != want.Kind() {
		return fmt.Sprintf("read as a %v, want a %v", d.Kind(), want.Kind())
	}
	if is, should := d.cuts(), want.cuts(); !slices.Equal(is, should) {
		return fmt.Sprintf("chunks at %v, want %v", is, should)
	}
	is, should := slices.Collect(d.Diagnostics()), slices.Collect(want.Diagnostics())
	for n := range max(len(is), len(should)) {
		switch {
		case n >= len(is):
			return fmt.Sprintf("finding %d\n got none\nwant %s", n, described(&should[n]))
		case n >= len(should):
			return fmt.Sprintf("finding %d of %d\n got %s\nwant none", n, n, described(&is[n]))
		case described(&is[n]) != described(&should[n]):
			return fmt.Sprintf("finding %d\n got %s\nwant %s", n, described(&is[n]), described(&should[n]))
		}
	}
	if d.Suppressed() != want.Suppressed() || d.Count() != want.Count() {
		return fmt.Sprintf("%d suppressed of %v, want %d of %v", d.Suppressed(), d.Count(), want.Suppressed(), want.Count())
	}
	if !reflect.DeepEqual(d.Summary(), want.Summary()) {
		return fmt.Sprintf("%+v, want %+v", d.Summary(), want.Summary())
	}
	calls, wanted := d.TextCalls(), want.TextCalls()
	if len(calls) != len(wanted) {
		return fmt.Sprintf("%d calls in other formats, want %d", len(calls), len(wanted))
	}
	for n := range calls {
		c, w := &calls[n], &wanted[n]
		c.Number, w.Number = d.AgentMessage(c.Span.Start, c.Number), want.AgentMessage(w.Span.Start, w.Number)
		if !reflect.DeepEqual(c, w) {
			return fmt.Sprintf("call %d: %+v, want %+v", n, c, w)
		}
	}
	if why := callsDiffer(d, want); why != "" || !fixes {
		return why
	}
	return fixesDiffer(d, want)
}

// callsDiffer compares the calls.
func callsDiffer(d, want *Document) string {
	next, stop := iter.Pull(want.Calls())
	defer stop()
	for c := range d.Calls() {
		w, ok := next()
		if !ok {
			return fmt.Sprintf("call %d at %d, want none", c.Index, c.Span.Start+c.Shift)
		}
		if c.Place(c.Span) != w.Place(w.Span) || c.outcome != w.outcome || c.Detailed() != w.Detailed() || c.Source() != w.Source() {
			return fmt.Sprintf("call %d: %v+%d %v %v, want %v+%d %v %v", c.Index, c.Span, c.Shift, c.outcome, c.Detailed(), w.Span, w.Shift, w.outcome, w.Detailed())
		}
		number, role := d.Message(c)
		if wanted, by := want.Message(w); number != wanted || role != by {
			return fmt.Sprintf("call %d is in message %d of %v, want %d of %v", c.Index, number, role, wanted, by)
		}
	}
	if _, more := next(); more {
		return "a call is missing"
	}
	is, should := d.Natives(), want.Natives()
	for k := range max(len(is), len(should)) {
		if len(is) != len(should) || is[k].Start != should[k].Start || is[k].End != should[k].End || is[k].Outcome != should[k].Outcome || is[k].Why != should[k].Why {
			return fmt.Sprintf("%d native calls, %+v, want %d, %+v", len(is), is, len(should), should)
		}
	}
	return ""
}

// fixesDiffer compares the proofs of the fixes of the first findings, and the result of
// fix-all.
func fixesDiffer(d, want *Document) string {
	n := 0
	for p := range want.Diagnostics() {
		if len(p.Fixes) == 0 {
			continue
		}
		if n++; n == 6 { // the rest is similar
			break
		}
		var same []Finding
		for q := range d.DiagnosticsNear(p.Place(p.Span).Start, p.Place(p.Span).End) {
			if described(&p) == described(&q) {
				same = append(same, q)
			}
		}
		if len(same) != 1 {
			return fmt.Sprintf("near it there are %d %s at %v", len(same), p.Code, p.Place(p.Span))
		}
		if is, should := d.Prove(&same[0]), want.Prove(&p); !slices.EqualFunc(is, should, func(a, b Fix) bool {
			return a.Title == b.Title && a.Safe() == b.Safe() && slices.Equal(a.Edits, b.Edits)
		}) {
			return fmt.Sprintf("fixes of %s at %v: %+v, want %+v", p.Code, p.Place(p.Span), is, should)
		}
	}
	fixed := d.Fixed(nil)
	if is, should := fixed.Text().String(), want.Fixed(nil).Text().String(); is != should || Apply(d.Text().String(), d.FixAll(nil)) != should {
		return fmt.Sprintf("fix-all\n got %q\nwant %q", is, should)
	}
	return differs(fixed, false)
}

// cuts returns the starts of chunks.
func (d *Document) cuts() (cuts []int) {
	for i := range d.chunks {
		if i > 0 {
			cuts = append(cuts, d.chunks[i].start)
		}
	}
	return cuts
}
