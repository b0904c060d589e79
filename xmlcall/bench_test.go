package xmlcall

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/bench"
)

// BenchmarkParse builds the full tree with all problems for every block of a transcript. x-encoding-xml is how many
// times as long encoding/xml takes for the tokens alone, of which it keeps nothing; it stops at a defect.
func BenchmarkParse(b *testing.B) {
	for _, defects := range []bool{false, true} {
		for _, calls := range []float64{0.1, 0.6} {
			for _, size := range []int{1, 10, 100} {
				b.Run(fmt.Sprintf("%dMB/calls=%d%%/defects=%v", size, int(calls*100), defects), func(b *testing.B) {
					text := bench.Transcript(bench.Options{Size: size << 20, Calls: calls, Defects: defects})
					var bytes, read int64
					var blocks []*Block
					for block := range Blocks(text, Options{}) {
						bytes += int64(block.Span.Len())
						blocks = append(blocks, block)
					}
					b.SetBytes(bytes)
					b.ReportAllocs()
					p := NewParser(text, Options{})
					for b.Loop() {
						for _, block := range blocks {
							p.At(block.Span.Start)
						}
					}
					start := time.Now()
					for _, block := range blocks {
						d := xml.NewDecoder(strings.NewReader(block.Source()))
						for _, err := d.Token(); err == nil; {
							_, err = d.Token()
						}
						read += d.InputOffset()
					}
					b.ReportMetric(time.Since(start).Seconds()/float64(read)*float64(bytes)*float64(b.N)/b.Elapsed().Seconds(), "x-encoding-xml")
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
