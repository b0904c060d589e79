package diagnostics

import (
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/entrhq/forge-lsp/document"
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
