package diagnostics

import (
	"flag"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/text"
)

var fixChains = flag.Int("fixed", 7, "how many texts of each size TestFixed draws")

// betweenTexts are inserted between the texts.
var betweenTexts = []string{"Words.", "<thinking>", "</thinking>", "<!-- forge-lsp-disable-next-call -->", "```xml", "# Bad", "**Assistant:** x", "</tool>", "<tool>", "]]>", "<!--"}

// checkDocument checks that a document equals the result of reading its text.
func checkDocument(t testing.TB, d *Document) {
	t.Helper()
	if why := differs(d, false); why != "" {
		t.Fatal(why)
	}
}

// checkFixed compares the fixes of a document with those of its whole text.
func checkFixed(t *testing.T, o Options, s string, kind document.Kind) {
	t.Helper()
	want := o.fixAll(s, kind, nil)
	d := o.Scan(text.New(s), kind)
	open := o.Open(text.New(s), kind)
	checkDocument(t, open)
	checkScanned(t, d, open)
	r, k := o.run(s, kind), 0
	for _, fixes := range d.Proven() {
		should := r.Prove(k)
		if len(fixes) != len(should) {
			t.Fatalf("%v of %q: finding %d has %d fixes, want %d", kind, s, k, len(fixes), len(should))
		}
		for i := range fixes {
			fix := fixes[i]
			if fix.Title != should[i].Title || fix.Safe() != should[i].Safe() || !slices.Equal(fix.Edits, should[i].Edits) {
				t.Fatalf("%v of %q: finding %d has %+v, want %+v", kind, s, k, fix, should[i])
			}
		}
		k++
	}
	if k != len(r.Diagnostics) {
		t.Fatalf("%v of %q: %d findings, want %d", kind, s, k, len(r.Diagnostics))
	}
	fixed := d.Fixed(nil)
	if got := fixed.Text().String(); got != want {
		t.Fatalf("%v of %q: fixed\n%q, want\n%q", kind, s, got, want)
	}
	checkScanned(t, fixed, o.Open(fixed.Text(), kind))
	if got := Apply(s, d.FixAll(nil)); got != want {
		t.Fatalf("%v of %q: with the edits\n%q, want\n%q", kind, s, got, want)
	}
}

// checkScanned compares a scanned text with an opened one.
func checkScanned(t *testing.T, d, open *Document) {
	t.Helper()
	next, stop := iter.Pull(open.Diagnostics())
	defer stop()
	for p := range d.Diagnostics() {
		q, _ := next()
		for i := range p.Fixes {
			if len(p.Fixes) != len(q.Fixes) || p.Fixes[i].Title != q.Fixes[i].Title {
				t.Fatalf("%q: fixes %+v, want %+v", d.Text(), p.Fixes, q.Fixes)
			}
		}
		withoutFixes := func(f *Diagnostic) *Diagnostic {
			return &Diagnostic{Advice: &Advice{Description: f.Description}, Span: f.Span, Call: f.Call}
		}
		if is, should := described(withoutFixes(p.Diagnostic), p.Call, p.Place), described(withoutFixes(q.Diagnostic), q.Call, q.Place); is != should {
			t.Fatalf("%q:\n got %s\nwant %s", d.Text(), is, should)
		}
	}
	if _, more := next(); more || d.Summary() != open.Summary() || d.Suppressed() != open.Suppressed() {
		t.Fatalf("%q: more than %+v, %d suppressed", d.Text(), d.Summary(), d.Suppressed())
	}
	calls, stopCalls := iter.Pull(open.Calls())
	defer stopCalls()
	for c := range d.Calls() {
		if want, ok := calls(); !ok || c.Place(c.Span) != want.Place(want.Span) || c.Index != want.Index || c.Block().Source() != want.Block().Source() {
			t.Fatalf("%q: another call at %d", d.Text(), c.Span.Start+c.Shift)
		}
	}
	if _, more := calls(); more {
		t.Fatalf("%q: more calls", d.Text())
	}
}

// TestFixed checks that fix-all of a document gives the same text as fix-all of the
// text.
func TestFixed(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var texts []string
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		if len(c.Text) < 1<<12 {
			texts = append(texts, c.Text)
		}
	}
	for _, size := range []struct{ item, message, piece, together int }{{1, 300, 500, 100}, {1, 256 << 10, 300, 64 << 10}, {200, 2000, 1000, 1}} {
		small(t, size.item, size.message)
		pieces(t, size.piece)
		together := runBytes
		runBytes = size.together
		t.Cleanup(func() { runBytes = together })
		for range *fixChains {
			var b strings.Builder
			for range 1 + random.IntN(6) {
				b.WriteString(texts[random.IntN(len(texts))])
				if random.IntN(2) == 0 {
					b.WriteString("\n\n" + betweenTexts[random.IntN(len(betweenTexts))] + "\n\n")
				}
			}
			for _, kind := range []document.Kind{document.Reply, document.Document, document.Log} {
				checkFixed(t, Options{}, b.String(), kind)
			}
			b.Reset()
			c := slips.Draw(random)
			b.WriteString(c.Text)
			for range random.IntN(6) {
				b.WriteString("\n\n" + slips.Draw(random).Text)
			}
			checkFixed(t, Options{Tools: c.Tools}, b.String(), c.Kind)
		}
	}
}

// TestAroundTwoCalls checks that a finding suppressed for one call remains for another one
// with the same finding at the same place.
func TestAroundTwoCalls(t *testing.T) {
	const s = "<!--forge-lsp-disable-next-call--><tool><servername>\n1. <tool><servername</tool>"
	d := Options{}.Open(text.New(s), document.Document)
	found := 0
	for p := range d.Diagnostics() {
		span := p.Place(p.Span)
		var same []Placed
		for f := range d.DiagnosticsNear(span.Start, span.End) {
			if f.Code == p.Code && f.Place(f.Span).Start == span.Start {
				same = append(same, f)
			}
		}
		if len(same) != 1 || same[0].Call != p.Call || len(same[0].Fixes) != len(p.Fixes) {
			t.Errorf("%s at %v of call %d: around it are %d", p.Code, span, p.Call, len(same))
		}
		found++
	}
	if found == 0 {
		t.Error("no findings")
	}
}
