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

// BenchmarkValue measures a call whose value is markup with a defect in each element,
// which every rule examines. x-Quarter is the cost relative to that of a quarter of the
// value in the same run: 4 if the cost is linear.
func BenchmarkValue(b *testing.B) {
	for _, shape := range []struct{ name, tool, item, close string }{
		{"refused", "unknown", "<x>a < b</x>", ""},
		{"nested", "unknown", "<x>a < b", "</x>"},
		{"dropped", "write_file", "<p>a</p>b", ""},
		{"amp", "write_file", "<p>a && b</p>", ""},
		{"mixed", "write_file", "a &amp;lt; <![CDATA[&lt; <thinking>]]>", ""},
		{"items", "unknown", `<x y="1"> <![CDATA[a]]></x>`, ""},
		{"outside", "write_file", "", "</content></arguments>b<a>c</a><arguments><content>"},
	} {
		value := func(n int) string {
			return "<tool><server_name>local</server_name><tool_name>" + shape.tool + "</tool_name><arguments><path>a</path><content>" +
				strings.Repeat(shape.item, n) + strings.Repeat(shape.close, n) + "</content></arguments></tool>"
		}
		b.Run(shape.name, func(b *testing.B) {
			const n = 8000
			text, quarter := value(n), value(n/4)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				run(text, document.Reply)
			}
			const times = 10
			start := time.Now()
			for range times {
				run(quarter, document.Reply)
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/(time.Since(start).Seconds()/times), "x-Quarter")
		})
	}
}
