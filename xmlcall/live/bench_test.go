package live

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// BenchmarkRead reads one reply with ten calls, thinking and prose.
func BenchmarkRead(b *testing.B) {
	text := "<thinking>" + strings.Repeat(bench.Prose, 20) + "</thinking>" + bench.Transcript(bench.Options{Size: 64 << 10, Calls: 0.3})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Read(text, xmlcall.Options{})
	}
}
