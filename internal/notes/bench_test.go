package notes

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// BenchmarkNotes finds the notes on the blocks of a transcript.
func BenchmarkNotes(b *testing.B) {
	blocks := slices.Collect(xmlcall.Blocks(bench.Transcript(bench.Options{Size: 1 << 20, Calls: 0.6}), xmlcall.Options{}))
	var bytes int64
	for _, block := range blocks {
		bytes += int64(block.Span.Len())
	}
	b.SetBytes(bytes)
	b.ReportAllocs()
	for b.Loop() {
		for _, block := range blocks {
			Of(block)
		}
	}
}
