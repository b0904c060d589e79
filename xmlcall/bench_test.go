package xmlcall

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/bench"
)

var sizes = []struct {
	name string
	size int
}{{"64KB", 64 << 10}, {"1MB", 1 << 20}, {"10MB", 10 << 20}, {"100MB", 100 << 20}}

// BenchmarkParse builds the full tree with all problems for every block of a
// transcript.
func BenchmarkParse(b *testing.B) {
	for _, defects := range []bool{false, true} {
		for _, calls := range []float64{0.1, 0.6} {
			for _, s := range sizes {
				name := fmt.Sprintf("%s/calls=%d%%/defects=%v", s.name, int(calls*100), defects)
				b.Run(name, func(b *testing.B) {
					text := bench.Transcript(bench.Options{Size: s.size, Calls: calls, Defects: defects})
					var bytes int64
					var offsets []int
					for block := range Blocks(text, Options{}) {
						bytes += int64(block.Span.Len())
						offsets = append(offsets, block.Span.Start)
					}
					b.SetBytes(bytes)
					b.ReportAllocs()
					p := NewParser(text, Options{})
					for b.Loop() {
						for _, offset := range offsets {
							p.At(offset)
						}
					}
				})
			}
		}
	}
}

// BenchmarkFind counts the calls of a text that is 90 % prose.
func BenchmarkFind(b *testing.B) {
	text := bench.Transcript(bench.Options{Size: 10 << 20, Calls: 0.1})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for i, ok := Find(text, 0); ok; i, ok = Find(text, i+1) {
		}
	}
}

// BenchmarkOneCall parses a single call with a large value: the time a byte
// takes must not depend on the size.
func BenchmarkOneCall(b *testing.B) {
	var small float64
	for _, s := range sizes[1:3] {
		b.Run(s.name, func(b *testing.B) {
			text := bench.LargeCall(s.size)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				ParseAt(text, 0)
			}
			each := b.Elapsed().Seconds() / float64(b.N)
			if small == 0 {
				small = each
			}
			b.ReportMetric(each/small, "x-1MB")
		})
	}
}

// hostile lists texts that are made to be slow to read: each is repeated to a mebibyte
// inside one value.
var hostile = []struct{ name, text string }{
	{"lt", "<"},
	{"amp", "&"},
	{"section", "<![CDATA["},
	{"section-end", "]]>"},
	{"open", "<a>"},
	{"quote", `<a b="`},
	{"comment", "<!--"},
	{"declaration", "<!"},
	{"instruction", "<?a "},
	{"end", "</a>"},
	{"crossed", "<a></b>"},
	{"call", "<tool>"},
	{"list", "<edits><edit>"},
	{"empty-section", "<x><![CDATA[]]>"},
	{"broken-section", "<x><[CDATA[]]>"},
	{"sections", "<![CDATA[a]]>b"},
	{"section-ends", "]]>b"},
	{"control", "\x00"},
	{"cut", "</tool><tool><arguments>"},
}

// BenchmarkHostile reads the hostile texts, plain text of the same size, and a quarter
// of each: an input that takes four times as long as its quarter is read in linear
// time.
func BenchmarkHostile(b *testing.B) {
	const size = 1 << 20
	plain := bench.Call(strings.Repeat("plain text ", size/11))
	// each returns the time that reading text once takes, in seconds.
	each := func(text string) float64 {
		start, n := time.Now(), 0
		for time.Since(start) < 50*time.Millisecond {
			blocksOf(text)
			n++
		}
		return time.Since(start).Seconds() / float64(n)
	}
	for _, h := range hostile {
		b.Run(h.name, func(b *testing.B) {
			text := bench.Call(strings.Repeat(h.text, size/len(h.text)))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				blocksOf(text)
			}
			own := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(own/each(plain), "x-plain-time")
			b.ReportMetric(own/each(bench.Call(strings.Repeat(h.text, size/4/len(h.text)))), "x-quarter")
		})
	}
}
