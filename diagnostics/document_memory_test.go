package diagnostics

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// TestEarlierVersions checks that a document does not keep earlier versions of itself
// alive: an hour of typing makes thousands.
func TestEarlierVersions(t *testing.T) {
	const call = "prose\n\n<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a & b</path>\n</arguments>\n</tool>\n\n"
	for _, kind := range []document.Kind{document.Reply, document.Document, document.Log} {
		d := Options{}.Open(text.New(strings.Repeat(call, 20_000)), kind)
		var earlier []weak.Pointer[Document]
		for range 20 {
			earlier = append(earlier, weak.Make(d))
			at := d.Text().Len() / 2
			d = d.Edit(at, at, "x")
		}
		runtime.GC()
		for k, w := range earlier {
			if w.Value() != nil {
				t.Errorf("%v: version %d of %d is kept", kind, k, len(earlier))
			}
		}
		runtime.KeepAlive(d)
	}
}

// TestDenseTexts checks how many times their size texts with a call in every few bytes are held:
// all that is known of them in an open document, and what a scan keeps.
func TestDenseTexts(t *testing.T) {
	const size = 128 << 10
	for _, test := range []struct {
		unit       string
		kind       document.Kind
		open, scan float64
	}{
		{"<tool>", document.Reply, 18, 7},
		{"<tool></tool>", document.Reply, 20, 4},
		{"a:<tool>\n", document.Log, 13, 5},
		{"user: <tool></tool>\n", document.Log, 14, 3},
		{"assistant: <tool></tool>\n", document.Log, 27, 3}, // a message and a segment for each
		{"<tool>&", document.Reply, 45, 11},                 // two findings, one with its fix
	} {
		all := strings.Repeat(test.unit, size/len(test.unit))
		held := func(most float64, name string, f func() any) {
			if times := heldBy(f) / float64(len(all)); times > most {
				t.Errorf("%s of %q holds %.1f times the text, more than %.0f", name, test.unit, times, most)
			}
		}
		held(test.open, "Open", func() any { return Options{}.Open(text.New(all), test.kind) })
		held(test.scan, "Scan", func() any { return Options{}.Scan(text.New(all), test.kind) })
	}
}

// heldBy returns the number of bytes that the result of a function retains. f is called
// once before, because the first call also makes what all calls share.
func heldBy[T any](f func() T) float64 {
	f()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(r)
	return max(0, float64(after.HeapAlloc)-float64(before.HeapAlloc))
}
