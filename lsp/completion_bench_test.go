package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

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
