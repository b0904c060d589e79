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
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
)

// BenchmarkHover measures requests for a large document right after an edit of it: a hover on
// a value, the signature of a call, and all lenses. It does not include the edit.
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
					about, _, _ := ls.ViewOf(d, "").Place(value).Hover(formatOf("markdown"))
					return len(about)
				},
				"signature": func(d *diagnostics.Document) int {
					inside := at + strings.Index(one, "<edits>")
					return len(s.client.signature(ls.ViewOf(d, "").Place(inside).Signature(formatOf("markdown"))).Label)
				},
			} {
				b.Run(fmt.Sprintf("%s/%dMB/%s", name, size>>20, kind), func(b *testing.B) {
					afterEdits(b, doc, typed, ask)
				})
			}
			b.Run(fmt.Sprintf("lenses/%dMB/%s", size>>20, kind), func(b *testing.B) {
				s := &server{client: client{encoding: utf16Encoding, shows: shows{appliesEdits: true, showsDocuments: true}}}
				afterEdits(b, doc, typed, func(d *diagnostics.Document) int {
					lenses, _ := s.lensesOf(b.Context(), &snapshot{pending: d.Text().Pending()}, d)
					return 1 + len(lenses)
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
				a := ls.ViewOf(doc, "").Actions(b.Context())
				a.AddRewrites(at, at)
				n += len(a.List)
			}
			if n == 0 {
				b.Error("there is none")
			}
		})
	}
}

// BenchmarkCompletion measures completion after a keystroke, in the middle of a document:
// from writing didChange and the request to reading the answer. p99-ms is the 99th
// percentile.
func BenchmarkCompletion(b *testing.B) {
	places := []struct{ name, before, typed string }{
		{"call", "\n\n<to", "o"},
		{"argument", "\n\n<tool>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<con", "t"},
		{"prose", "\n\nSome word", "s"},
	}
	for _, size := range []int{10, 100} {
		for _, name := range []string{"a.md", "a.reply", "a.jsonl"} {
			for _, place := range places {
				b.Run(fmt.Sprintf("%dMB/%s/%s", size, name, place.name), func(b *testing.B) {
					measureCompletion(b, name, size<<20, place.before, place.typed)
				})
			}
		}
	}
}

func measureCompletion(b *testing.B, name string, size int, before, typed string) {
	const call = "Some words.\n\n<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>docs/a.md</path>\n</arguments>\n</tool>\n\n"
	section := call + strings.Repeat("A line of prose, as there are many of them.\n", 40)
	wrap := func(text string) string { return text }
	if strings.HasSuffix(name, "jsonl") {
		wrap = func(text string) string { return `{"role":"assistant","content":` + wire.Quote(text) + "}\n" }
	}
	half := strings.Repeat(wrap(section), size/2/len(wrap(section)))
	text := half + wrap(call+before+"\n\n"+section) + half
	inFile := strings.TrimSuffix(wrap(before), "\"}\n")
	inFile = inFile[strings.LastIndex(inFile, ":\"")+1:]
	if !strings.HasSuffix(name, "jsonl") {
		inFile = before
	}
	at := len(half) + strings.Index(text[len(half):], strings.TrimPrefix(inFile, `"`)) + len(strings.TrimPrefix(inFile, `"`))
	c := start(b, Options{}, ableClient)
	uri := "file:///" + name
	c.Open(uri, "plaintext", 0, text)
	c.pull(uri, "")
	p := wire.PositionOf(text, at, "utf-16")
	params := fmt.Sprintf(`{"textDocument":{"uri":%s},"position":{"line":%d,"character":%d},"context":{"triggerKind":1}}`, wire.Quote(uri), p.Line, p.Character+len(typed))
	c.Call("textDocument/completion", params) // the templates are created once
	var took []time.Duration
	version := 0
	for b.Loop() {
		version++
		began := time.Now()
		c.Change(uri, version, wire.Part(p.Line, p.Character, p.Line, p.Character, typed))
		m := c.Call("textDocument/completion", params)
		took = append(took, time.Since(began))
		if m.Error != nil {
			b.Fatal(m)
		}
		b.StopTimer()
		version++
		c.Change(uri, version, wire.Part(p.Line, p.Character, p.Line, p.Character+len(typed), ""))
		c.pull(uri, "")
		c.Forget(func(wire.Message) bool { return true })
		b.StartTimer()
	}
	slices.Sort(took)
	for _, share := range []int{50, 99} {
		b.ReportMetric(float64(took[len(took)*share/100].Microseconds())/1000, fmt.Sprintf("p%d-ms", share))
	}
}
