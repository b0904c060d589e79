package xmlcall

import (
	"fmt"
	"testing"

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
