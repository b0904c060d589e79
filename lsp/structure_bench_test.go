package lsp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
)

// BenchmarkStructure measures requests for a document of 10 MB with 10,000 calls: the
// outline, without the analysis, and the ways to rewrite a call; each after an edit.
func BenchmarkStructure(b *testing.B) {
	var all strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&all, "Some words.\n\n<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>docs/%d.md</path>\n"+
			"<edits><edit><search>a &amp; b %s</search><replace><![CDATA[%s]]></replace></edit></edits>\n</arguments>\n</tool>\n\n",
			i, strings.Repeat("x", 300), strings.Repeat("if a < b {\n", 40))
	}
	for _, kind := range []document.Kind{document.Document, document.Reply} {
		t := text.New(all.String())
		doc := diagnostics.Options{}.Open(t, kind).Edit(0, 0, "x")
		b.Run("symbols/"+kind.String(), func(b *testing.B) {
			b.SetBytes(int64(t.Len()))
			for b.Loop() {
				o := newOutline(doc, client{encoding: utf16Encoding, nestedSymbols: true})
				for symbol := range ls.Symbols(doc, true) {
					o.call(&symbol)
				}
				b.ReportMetric(float64(len(o.buf)), "answer-bytes")
			}
		})
		b.Run("rewrite/"+kind.String(), func(b *testing.B) {
			at, n := strings.Index(all.String()[t.Len()/2:], "a &amp;")+t.Len()/2, 0
			for b.Loop() {
				doc = doc.Edit(at, at, "x")
				a := ls.Around(doc, "", at, at).Actions(b.Context())
				a.AddRewrites(at, at)
				n += len(a.List)
			}
			if n == 0 {
				b.Error("there is none")
			}
		})
	}
}
