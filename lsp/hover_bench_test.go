package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/ls"
	"github.com/entrhq/forge-lsp/text"
)

// BenchmarkHover measures requests for a large document right after an edit of it: a hover on
// a value, the signature of a call, the hints of two calls, and all lenses. It does not
// include the edit.
//
//	go test ./lsp -run none -bench Hover -benchtime 2000x
func BenchmarkHover(b *testing.B) {
	const item = "## Step\n\nWords &amp; more.\n\n<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n" +
		"<path>docs/a.md</path>\n<edits><edit><search>if a &lt; b</search><replace><![CDATA[%s]]></replace></edit></edits>\n</arguments>\n</tool>\n\n"
	one := fmt.Sprintf(item, strings.Repeat("if a < b && c > d { return \"x\" }\n", 20))
	for _, size := range []int{10 << 20, 100 << 20} {
		for _, kind := range []document.Kind{document.Document, document.Reply} {
			doc := diagnostics.Options{}.Open(text.New(strings.Repeat(one, size/len(one))), kind)
			at := doc.Text().Len() / 2
			at -= at % len(one)
			value, typed := at+strings.Index(one, "c > d"), at+strings.Index(one, "a < b")
			s := &server{client: client{encoding: utf16Encoding, shows: shows{hoverKind: "markdown", signatureKind: "markdown"}}}
			for name, ask := range map[string]func(*diagnostics.Document) int{
				"value": func(d *diagnostics.Document) int {
					about, _, _ := ls.Around(d, "", value, value).Place(value).Hover(formatOf("markdown"))
					return len(about)
				},
				"signature": func(d *diagnostics.Document) int {
					inside := at + strings.Index(one, "<edits>")
					return len(s.client.signature(ls.Around(d, "", inside, inside).Place(inside).Signature(formatOf("markdown"))).Label)
				},
			} {
				b.Run(fmt.Sprintf("%s/%dMB/%s", name, size>>20, kind), func(b *testing.B) {
					afterEdits(b, doc, typed, ask)
				})
			}
			b.Run(fmt.Sprintf("lenses/%dMB/%s", size>>20, kind), func(b *testing.B) {
				s := &server{client: client{encoding: utf16Encoding, shows: shows{appliesEdits: true, showsDocuments: true}}}
				afterEdits(b, doc, typed, func(d *diagnostics.Document) int {
					lenses, _ := s.lensesOf(b.Context(), &snapshot{text: d.Text()}, d)
					return 1 + len(lenses)
				})
			})
			b.Run(fmt.Sprintf("inlay/%dMB/%s", size>>20, kind), func(b *testing.B) {
				afterEdits(b, doc, typed, func(d *diagnostics.Document) int {
					return len(s.hintsIn(b.Context(), &snapshot{text: d.Text()}, d, at, at+2*len(one)))
				})
			})
		}
	}
}

// afterEdits measures a request for a document after each of many edits, and reports the 99th
// percentile.
func afterEdits(b *testing.B, doc *diagnostics.Document, typed int, ask func(*diagnostics.Document) int) {
	var took []time.Duration
	letter := true
	for b.Loop() {
		b.StopTimer()
		if letter {
			doc = doc.Edit(typed, typed, "e")
		} else {
			doc = doc.Edit(typed, typed+1, "")
		}
		letter = !letter
		b.StartTimer()
		began := time.Now()
		if ask(doc) == 0 {
			b.Fatal("nothing is answered")
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
