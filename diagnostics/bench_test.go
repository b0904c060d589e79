package diagnostics

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// calls returns a reply of n calls of about a kilobyte; if defects is set, every eighth
// has an unescaped ampersand.
func calls(n int, defects bool) string {
	var w strings.Builder
	for i := range n {
		fmt.Fprintf(&w, "Now call %d, in which I change the bound.\n<tool>\n<server_name>local</server_name>\n"+
			"<tool_name>write_file</tool_name>\n<arguments>\n  <path>internal/ring/ring%d.go</path>\n  <content>", i, i)
		w.WriteString(strings.Repeat("for i := 0; i &lt; len(items); i++ { total += items[i].Price }\n", 12))
		if defects && i%8 == 0 {
			w.WriteString("a && b")
		}
		w.WriteString("</content>\n</arguments>\n</tool>\n")
	}
	return w.String()
}

// BenchmarkRun measures the whole way from a text to its findings, compared with
// reading its blocks with all problems and notes in the same run: the rules should cost
// no more than that, so the ratio should be 2.
func BenchmarkRun(b *testing.B) {
	for _, defects := range []bool{false, true} {
		text := calls(1000, defects)
		b.Run(fmt.Sprintf("defects=%v", defects), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				run(text, document.Log)
			}
			start, n := time.Now(), 0
			for time.Since(start) < 200*time.Millisecond {
				for block := range xmlcall.Blocks(text, xmlcall.Options{}) {
					notes.Of(block)
				}
				n++
			}
			parse := time.Since(start).Seconds() / float64(n)
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/parse, "x-Parse")
		})
	}
}
