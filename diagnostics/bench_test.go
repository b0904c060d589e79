package diagnostics

import (
	"fmt"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// BenchmarkRun measures the whole way from a text to its findings, compared with
// reading its blocks with all problems and notes in the same run: the rules should cost
// no more than that, so the ratio should be 2.
func BenchmarkRun(b *testing.B) {
	for _, defects := range []bool{false, true} {
		text := bench.Transcript(bench.Options{Size: 1 << 20, Calls: 0.9, Defects: defects})
		b.Run(fmt.Sprintf("defects=%v", defects), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				run(text, document.Log)
			}
			start, n := time.Now(), 0
			for time.Since(start) < 200*time.Millisecond {
				for block := range xmlcall.Blocks(text, xmlcall.Options{}) {
					call.New(block, toolspec.Builtins(), call.Surroundings{}).Kinds()
				}
				n++
			}
			parse := time.Since(start).Seconds() / float64(n)
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/parse, "x-Parse")
		})
	}
}
