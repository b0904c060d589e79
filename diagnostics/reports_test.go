package diagnostics

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestReports compares all that the package reports about some texts with golden files: beside
// the findings the calls, the places and texts of each fix, what becomes of the text by each
// way to change it, and the messages of a transcript.
func TestReports(t *testing.T) {
	golden.Archives(t, filepath.Join("testdata", "reports", "*.txtar"), func(t *testing.T, file string, archive *txtar.Archive) {
		out := &txtar.Archive{Comment: archive.Comment}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".report") {
				continue // it is written again
			}
			var r reporter
			r.report(strings.TrimSuffix(string(f.Data), "\n"), f.Name)
			out.Files = append(out.Files, f, txtar.File{Name: f.Name + ".report", Data: []byte(r.out.String())})
		}
		golden.File(t, file, txtar.Format(out))
	})
}

// A reporter writes what the package reports about a text.
type reporter struct {
	text string
	out  strings.Builder
}

func (w *reporter) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// at returns a place with its text.
func (w *reporter) at(s xmlcall.Span) string {
	return fmt.Sprintf("%d-%d %s", s.Start, s.End, shorter(w.text[s.Start:s.End]))
}

func shorter(s string) string {
	if len(s) > 60 {
		s = s[:30] + "…" + s[len(s)-30:]
	}
	return fmt.Sprintf("%q", s)
}

// edited returns by how much a text differs from the one that is reported.
func (w *reporter) edited(with string) string {
	if with == w.text {
		return "the same"
	}
	e := difference(w.text, with)
	return fmt.Sprintf("%s to %q", w.at(e.Span), e.Text)
}

func (w *reporter) fix(what string, f *Fix) {
	if f == nil {
		w.line("%s: none", what)
		return
	}
	w.line("%s: %s, safe %v", what, f.Title, f.Safe())
	for _, e := range f.Edits {
		w.line("    %s to %q", w.at(e.Span), e.Text)
	}
	if f.within != nil {
		w.line("    within the text of the message: %q", fmt.Sprint(f.within))
	}
}

func (w *reporter) report(s, name string) {
	w.text = s
	kind := document.KindOf(name)
	if kind == document.Auto {
		kind = document.Detect(s)
	}
	o := Options{ToolResults: strings.Contains(name, "results")}
	if strings.Contains(name, "strict") {
		o.Profile = Strict
	}
	r := o.run(s, kind)
	d := o.Open(text.New(s), kind)
	lost, leaked := d.Summary().Outcomes[Altered], d.Summary().Leaked
	w.line("%v, read as %v; %d suppressed, %d lost, %d leaked, by severity %v", kind, d.ReadAs(), r.Suppressed(), lost, leaked, d.Count())
	w.line("%s; %s", r.Summary(), r.Summary().Brief())
	comments := document.CommentsOf(name)
	if !strings.HasPrefix(name, "many") { // of which only the sums are of interest
		w.calls(r, d)
		w.findings(r, d, comments)
	}
	w.line("\nfix all: %s", w.edited(r.FixAll(nil).File.Text))
	for _, e := range d.FixAll(nil) {
		w.line("    %s to %q", w.at(e.Span), e.Text)
	}
	all := func(*Diagnostic) bool { return true }
	w.line("fix each finding: %s", w.edited(r.FixAll(all).File.Text))
	for _, e := range d.FixAll(all) {
		w.line("    %s to %q", w.at(e.Span), e.Text)
	}
	for _, e := range d.Format(0, len(s)) {
		w.line("format: %s to %q", w.at(e.Span), e.Text)
	}
	w.line("as escapes: %s", w.edited(d.Encode(EncodingEscape)))
	w.line("as cdata: %s", w.edited(d.Encode(EncodingCDATA)))
}

func (w *reporter) calls(r *opened, d *Document) {
	k := 0
	for c := range d.Calls() {
		own := &r.Calls[k]
		number, role := d.Message(c)
		w.line("\ncall %d at %s, in %d of %v", k, w.at(own.Span), number, role)
		w.line("%v by %q, checked %v: %s", own.Outcome(), own.By(), own.Checked(), own.Detailed())
		line := func(offset int) int { return 1 + strings.Count(w.text[:offset], "\n") }
		w.line("because %q; by the reader %q", own.Reason(line), own.ReaderReason(line))
		if l := own.lead; l != nil {
			w.line("led in by %q, %q, %q", l.Inside, l.Before, l.Headings)
		}
		if payload, ok := (Options{}).WriteJSON(own.Block()); ok {
			w.line("as JSON: %s", payload)
		}
		w.fix("fix of the call", r.FixCall(k))
		var offered []offer
		for at := own.Span.Start; at <= own.Span.End; at++ {
			for _, f := range r.Refactorings(k, at) {
				i := slices.IndexFunc(offered, func(o offer) bool { return fmt.Sprint(o.fix.Title, o.fix.Edits) == fmt.Sprint(f.Title, f.Edits) })
				if i < 0 {
					offered = append(offered, offer{fix: f})
					i = len(offered) - 1
				}
				o := &offered[i]
				if n := len(o.places); n > 0 && o.places[n-1].End == at-1 {
					o.places[n-1].End = at
				} else {
					o.places = append(o.places, xmlcall.Span{Start: at, End: at})
				}
			}
		}
		for _, o := range offered {
			w.fix(fmt.Sprintf("rewriting at %v", o.places), &o.fix)
		}
		k++
	}
}

// An offer is a way to rewrite a call, and the places at which it is offered, with both ends.
type offer struct {
	fix    Fix
	places []xmlcall.Span
}

func (w *reporter) findings(r *opened, d *Document, comments document.Comments) {
	placed := slices.Collect(d.Diagnostics())
	for i := range r.Diagnostics {
		f := &r.Diagnostics[i]
		w.line("\n%s %v at %s, call %d, intended %v, placeholder %v", f.Code, f.Severity, w.at(f.Span), f.Call, f.Intended, f.IsPlaceholder())
		w.line("%s", f.Message)
		w.line("%s", f.Note)
		for _, related := range f.Related {
			w.line("related: %s: %s", w.at(related.Span), related.Message)
		}
		w.line("in fix all %v", r.InFixAll(i))
		for k := range f.Fixes {
			w.fix("suggested", &f.Fixes[k])
		}
		for _, fix := range r.Prove(i) {
			w.fix("proven", &fix)
		}
		w.fix("safe", r.SafeFix(i))
		if fix, ok := r.DisableFix(f, comments); ok {
			w.fix("disabled", &fix)
		}
		if len(placed) == len(r.Diagnostics) {
			p := &placed[i]
			start, end := d.text.Position(p.Place(p.Span).Start, text.UTF16), d.text.Position(p.Place(p.Span).End, text.UTF16)
			w.line("lines %v to %v; fixable %v, safe %v", start, end, d.Fixable(p), d.Safe(p))
		}
	}
	lostParts := 0
	for i := range r.Diagnostics {
		for _, call := range r.About(i) {
			if r.Diagnostics[i].Severity == Error && r.Calls[call].Outcome() == Altered {
				lostParts++
			}
		}
	}
	w.line("\nlost: %d", lostParts)
}
