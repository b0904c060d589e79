package diagnostics

import (
	"fmt"
	"slices"
	"strings"

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
	want := d.Options().run(all, d.ReadAs())
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
	if d.Suppressed() != want.Suppressed() {
		return fmt.Sprintf("%d suppressed, want %d", d.Suppressed(), want.Suppressed())
	}
	if d.items.Len() > 0 && d.items.Summary().extent.lines != fresh.Lines()-1 || d.Text().Lines() != fresh.Lines() {
		return fmt.Sprintf("%d line ends in items and %d lines, want %d", d.items.Summary().extent.lines, d.Text().Lines(), fresh.Lines())
	}
	if d.Summary() != want.Summary() {
		return fmt.Sprintf("%+v, want %+v", d.Summary(), want.Summary())
	}
	if why := leaksDiffer(d, want); why != "" {
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

// leaksDiffer compares what is told of calls that leaked.
func leaksDiffer(d *Document, want *opened) string {
	leaks := slices.DeleteFunc(slices.Clone(want.Diagnostics), func(f Diagnostic) bool { return f.Code != LeakedCall })
	if leaked := d.Leaked(); leaked != len(leaks) {
		return fmt.Sprintf("%d leaked, want %d", leaked, len(leaks))
	}
	flat, n := want.Document, 0
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
			if is := d.Text().Offset(start, enc); is > span.Start || fresh.Position(is, enc) != start {
				return fmt.Sprintf("%v of the text is at offset %d in encoding %d, want %d", start, is, enc, span.Start)
			}
		}
	}
	return ""
}

// callsDiffer compares the calls.
func callsDiffer(d *Document, want *opened) string {
	n, flat := 0, want.Document
	for c := range d.Calls() {
		if n == len(want.Calls) {
			return fmt.Sprintf("call %d at %d, want none", n, c.Span.Start+c.Shift)
		}
		w := &want.Calls[n]
		if c.Span.Start+c.Shift != w.Span.Start || c.Span.End+c.Shift != w.Span.End || c.outcome != w.outcome || c.ToolVerdict() != w.ToolVerdict() {
			return fmt.Sprintf("call %d: %v+%d %v %v, want %v %v %v", n, c.Span, c.Shift, c.outcome, c.ToolVerdict(), w.Span, w.outcome, w.ToolVerdict())
		}
		number, role := d.Message(c)
		if wanted, by := flat.Message(PlacedCall{Call: w}); number != wanted || role != by {
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
func fixesDiffer(d *Document, want *opened) string {
	for n := range min(len(want.Diagnostics), 6) { // the rest is similar
		f := &want.Diagnostics[n]
		if len(f.Fixes) == 0 {
			continue
		}
		var same []Placed
		for p := range d.DiagnosticsNear(f.Span.Start, f.Span.End) {
			if p.Code == f.Code && p.Message == f.Message && p.Place(p.Span) == f.Span && p.Call == f.Call {
				same = append(same, p)
			}
		}
		if len(same) != 1 {
			return fmt.Sprintf("near it there are %d %s at %v", len(same), f.Code, f.Span)
		}
		is, should := d.Prove(&same[0]), want.Prove(n)
		if !slices.EqualFunc(is, should, func(a, b Fix) bool { return a.Title == b.Title && a.Safe() == b.Safe() }) {
			return fmt.Sprintf("fixes of finding %d, %s at %v: %+v, want %+v", n, f.Code, f.Span, is, should)
		}
	}
	if is, should := Apply(want.File.Text, d.FixAll(nil)), want.FixAll(nil).File.Text; is != should {
		return fmt.Sprintf("fix-all\n got %q\nwant %q", is, should)
	}
	return ""
}
