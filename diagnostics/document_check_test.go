package diagnostics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// described describes a finding, at the offsets of the text.
func described(f *Diagnostic, call int, place func(xmlcall.Span) xmlcall.Span) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s %v %q call %d intended %v", place(f.Span), f.Code, f.Severity, f.Message, call, f.Intended)
	for _, fix := range f.Fixes {
		fmt.Fprintf(&b, "\n    %q", fix.Title)
		for _, e := range fix.Edits {
			fmt.Fprintf(&b, " %v %q", place(e.Span), e.Text)
		}
	}
	for _, r := range f.Related {
		fmt.Fprintf(&b, "\n    related %v %q", place(r.Span), r.Message)
	}
	return b.String()
}

// sameFinding reports whether described would return the same for a finding of a
// document and one of its text.
func sameFinding(p *Placed, f *Diagnostic) bool {
	placed := func(e Edit) Edit { return Edit{Span: p.Place(e.Span), Text: e.Text} }
	return p.Code == f.Code && p.Severity == f.Severity && p.Message == f.Message && p.Note == f.Note && p.Place(p.Span) == f.Span &&
		p.Call == f.Call && p.Intended == f.Intended &&
		slices.EqualFunc(p.Fixes, f.Fixes, func(a, b Fix) bool {
			return a.Title == b.Title && slices.EqualFunc(a.Edits, b.Edits, func(a, b Edit) bool { return placed(a) == b })
		}) &&
		slices.EqualFunc(p.Related, f.Related, func(a, b Related) bool {
			return a.Message == b.Message && p.Place(a.Span) == b.Span
		})
}

// differs describes how a document differs from the result of reading its text, or
// returns "". If fixes is set, the fixes are also proven, which takes much longer.
func differs(d *Document, fixes bool) (why string) {
	defer func() {
		if r := recover(); r != nil {
			why = fmt.Sprintf("panic: %v", r)
		}
	}()
	all := d.Text().String()
	want := d.Options().Run(document.ReadWith(all, d.ReadAs(), d.Options().ReadOptions()))
	if d.Kind() != want.File.Kind && len(want.Calls) > 0 {
		return fmt.Sprintf("read as a %v, want a %v", d.Kind(), want.File.Kind)
	}
	fresh := text.New(all)
	n := 0
	for p := range d.Diagnostics() {
		if n == len(want.Diagnostics) {
			return fmt.Sprintf("finding %d of %d\n got %s\nwant none", n, n, described(p.Diagnostic, p.Call, p.Place))
		}
		if f := &want.Diagnostics[n]; !sameFinding(&p, f) {
			return fmt.Sprintf("finding %d\n got %s\nwant %s", n, described(p.Diagnostic, p.Call, p.Place), described(f, f.Call, sameSpan))
		}
		n++
	}
	if n < len(want.Diagnostics) {
		f := &want.Diagnostics[n]
		return fmt.Sprintf("finding %d\n got none\nwant %s", n, described(f, f.Call, sameSpan))
	}
	if !slices.Equal(slices.Collect(d.found), slices.Collect(d.walk)) {
		return "the list of findings is not that of the items"
	}
	if d.Suppressed() != want.Suppressed {
		return fmt.Sprintf("%d suppressed, want %d", d.Suppressed(), want.Suppressed)
	}
	if d.items.Len() > 0 && d.items.Summary().extent.lines != fresh.Lines()-1 || d.Text().Lines() != fresh.Lines() {
		return fmt.Sprintf("%d line ends in items and %d lines, want %d", d.items.Summary().extent.lines, d.Text().Lines(), fresh.Lines())
	}
	if d.Summary() != want.Summary() {
		return fmt.Sprintf("%+v, want %+v", d.Summary(), want.Summary())
	}
	if why := lossesDiffer(d, want); why != "" {
		return why
	}
	if why := misplaced(d, fresh); why != "" {
		return why
	}
	if why := callsDiffer(d, want); why != "" || !fixes {
		return why
	}
	return fixesDiffer(d, want)
}

// lossesDiffer compares what is told of calls that lost data, and that leaked.
func lossesDiffer(d *Document, want *Result) string {
	changed := want.Summary().Outcomes[Altered]
	leaks := slices.DeleteFunc(slices.Clone(want.Diagnostics), func(f Diagnostic) bool { return f.Code != LeakedCall })
	if lost, leaked := d.Losses(); lost != changed || leaked != len(leaks) {
		return fmt.Sprintf("%d lost data and %d leaked, want %d and %d", lost, leaked, changed, len(leaks))
	}
	flat, n := want.Document(), 0
	for p := range d.Diagnostics() {
		if p.Code != LeakedCall {
			continue
		}
		w, wanted := flat.Leak(&Placed{Diagnostic: &leaks[n]})
		l, number := d.Leak(&p)
		if w == nil || l == nil || l.Tool != w.Tool || l.Format != w.Format || number != wanted {
			return fmt.Sprintf("leak %d: %+v in message %d, want %+v in message %d", n, l, number, w, wanted)
		}
		n++
	}
	return ""
}

func sameSpan(s xmlcall.Span) xmlcall.Span { return s }

// misplaced describes how the places of findings differ, in lines and columns of all
// encodings, from those in a text that was not edited.
func misplaced(d *Document, fresh text.Text) string {
	for _, enc := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
		for p := range d.Diagnostics() {
			span := p.Place(p.Span)
			start, end := fresh.Position(span.Start, enc), fresh.Position(span.End, enc)
			if is, until, ok := p.Range(enc); ok && (is != start || until != end) {
				return fmt.Sprintf("%s from %v to %v in encoding %d, want %v to %v", p.Code, is, until, enc, start, end)
			}
			if is := d.Text().Position(span.Start, enc); is != start {
				return fmt.Sprintf("offset %d of the text is at %v in encoding %d, want %v", span.Start, is, enc, start)
			}
			if is, _ := d.Text().Offset(start, enc); is > span.Start || fresh.Position(is, enc) != start {
				return fmt.Sprintf("%v of the text is at offset %d in encoding %d, want %d", start, is, enc, span.Start)
			}
		}
	}
	return ""
}

// callsDiffer compares the calls.
func callsDiffer(d *Document, want *Result) string {
	n, flat := 0, want.Document()
	for c, shift := range d.Calls() {
		if n == len(want.Calls) {
			return fmt.Sprintf("call %d at %d, want none", n, c.Span.Start+shift)
		}
		w := &want.Calls[n]
		if c.Span.Start+shift != w.Span.Start || c.Span.End+shift != w.Span.End || c.outcome != w.outcome || c.ToolVerdict() != w.ToolVerdict() {
			return fmt.Sprintf("call %d: %v+%d %v %v, want %v %v %v", n, c.Span, shift, c.outcome, c.ToolVerdict(), w.Span, w.outcome, w.ToolVerdict())
		}
		number, role := d.Message(c, shift)
		if wanted, by := flat.Message(w, 0); number != wanted || role != by {
			return fmt.Sprintf("call %d is in message %d of %v, want %d of %v", n, number, role, wanted, by)
		}
		n++
	}
	if n < len(want.Calls) {
		return fmt.Sprintf("%d calls, want %d", n, len(want.Calls))
	}
	return ""
}

// fixesDiffer compares the proofs of the fixes of the first findings, and the result of
// fix-all.
func fixesDiffer(d *Document, want *Result) string {
	for n := range min(len(want.Diagnostics), 6) { // the rest is similar
		f := &want.Diagnostics[n]
		if len(f.Fixes) == 0 {
			continue
		}
		r, base := d.Around(f.Span.Start, f.Span.End)
		// Nested calls may have the same finding: the n-th is compared with the n-th.
		same := 0
		for i := range n {
			if o := &want.Diagnostics[i]; o.Code == f.Code && o.Span == f.Span {
				same++
			}
		}
		at := -1
		for i := range r.Diagnostics {
			o := &r.Diagnostics[i]
			if o.Code == f.Code && o.Span.Start+base == f.Span.Start && o.Span.End+base == f.Span.End {
				if at = i; same == 0 {
					break
				}
				same--
			}
		}
		if at < 0 {
			return fmt.Sprintf("around it there is no %s at %v, but %+v", f.Code, f.Span, r.Diagnostics)
		}
		is, should := r.Prove(at), want.Prove(n)
		if !slices.EqualFunc(is, should, func(a, b Fix) bool { return a.Title == b.Title && a.Safe() == b.Safe() }) {
			return fmt.Sprintf("fixes of finding %d, %s at %v: %+v, want %+v", n, f.Code, f.Span, is, should)
		}
	}
	if is, should := Apply(want.File.Text, d.FixAll(nil)), want.FixAll(nil).File.Text; is != should {
		return fmt.Sprintf("fix-all\n got %q\nwant %q", is, should)
	}
	return ""
}
