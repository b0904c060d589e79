package lsp

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestFixInsideLineEnd checks a fix that ends between the two bytes of a line end,
// where there is no position.
func TestFixInsideLineEnd(t *testing.T) {
	const before = "a\r\nb"
	c := start(t, Options{
		analyze: func(_ string, t text.Text, kind document.Kind, _ reading) *diagnostics.Document {
			text := t.String()
			cr := strings.IndexByte(text, '\r')
			span := xmlcall.Span{Start: cr, End: cr + 1}
			return (&diagnostics.Result{File: document.Read(text, kind), Diagnostics: []diagnostics.Diagnostic{{
				Description: &diagnostics.Description{Code: "cr", Severity: diagnostics.Warning}, Call: -1, Span: span, Fixes: []diagnostics.Fix{
					{Title: "Drop it", Edits: []diagnostics.Edit{{Span: span}}},
					{Title: "Keep it", Edits: []diagnostics.Edit{{Span: span, Text: "&#13;"}}},
				},
			}}}).Document()
		},
	}, `{}`)
	c.open(aURI, 1, before)
	as := c.actions(wire.RangeJSON(0, 0, 1, 0), ``)
	for title, want := range map[string]string{"Drop it": "a\nb", "Keep it": "a&#13;\nb"} {
		if got := find(t, as, title).Edit.apply(before); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}

// FuzzWiden checks that an edit is widened to places that have positions, with the same
// effect.
func FuzzWiden(f *testing.F) {
	f.Add("a\r\nb", 1, 2, "\n")
	f.Add("a\r\nb", 2, 2, "c")
	f.Add("😀", 1, 3, "x")
	f.Add("\xc3x", 0, 1, "é")
	f.Fuzz(func(t *testing.T, old string, start, end int, added string) {
		if start < 0 || end < start || end > len(old) {
			return
		}
		apply := func(e diagnostics.Edit) string { return old[:e.Span.Start] + e.Text + old[e.Span.End:] }
		e := diagnostics.Edit{Span: xmlcall.Span{Start: start, End: end}, Text: added}
		w := widen(text.New(old), e)
		if apply(w) != apply(e) {
			t.Fatalf("%q: %v became %v", old, e, w)
		}
		for _, at := range []int{w.Span.Start, w.Span.End} {
			if p := text.New(old).Position(at, text.UTF8); text.New(old).LineStart(p.Line)+p.Column != at {
				t.Fatalf("%q: %v: there is no position %d", old, w, at)
			}
		}
	})
}

// TestFixAllTogether checks that fix-all is also offered if no fix is safe alone but
// they are together.
func TestFixAllTogether(t *testing.T) {
	const before = "<tool><server_name></server_name><tool_name>converse</tool_name><arguments><message>x</tool>y<z</messag></tool>"
	const after = "<tool><server_name></server_name><tool_name>converse</tool_name><arguments><message>x&lt;/tool&gt;y&lt;z</message></arguments></tool>"
	c := start(t, Options{}, `{}`)
	c.open(aURI, 1, before)
	as := c.actions(wire.RangeJSON(0, 0, 0, 6), `,"only":["source.fixAll"]`)
	if got := find(t, as, "Fix all safe problems").Edit.apply(before); got != after {
		t.Errorf("%q, want %q", got, after)
	}
}
