package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestCallsIn checks that CallsIn yields those of Calls that touch the range, whatever
// items they are in.
func TestCallsIn(t *testing.T) {
	small(t, 50, 2000)
	for _, kind := range []document.Kind{document.Reply, document.Document} {
		all := filled(kind, 20<<10, 35) + "<tool> is a mention, <tool><tool_name>x</tool_name></tool> and a call.\n"
		d := Options{}.Open(text.New(all), kind)
		var spans []xmlcall.Span
		for call := range d.Calls() {
			spans = append(spans, xmlcall.Span{Start: call.Span.Start + call.Shift, End: call.Span.End + call.Shift})
		}
		if len(spans) != d.Summary().Calls || len(spans) < 10 {
			t.Fatalf("%v: %d calls", kind, len(spans))
		}
		for start := 0; start <= len(all); start += 37 {
			for _, length := range []int{0, 1, 700, 5000, len(all)} {
				end := min(len(all), start+length)
				var want, got []xmlcall.Span
				for _, s := range spans {
					if s.Start <= end && s.End >= start {
						want = append(want, s)
					}
				}
				for call := range d.CallsIn(start, end) {
					span := xmlcall.Span{Start: call.Span.Start + call.Shift, End: call.Span.End + call.Shift}
					if got = append(got, span); !strings.HasPrefix(all[span.Start:], call.Block().Source()) {
						t.Errorf("%v: %v is not %q", kind, span, call.Block().Source())
					}
				}
				if len(got) != len(want) || len(got) > 0 && (got[0] != want[0] || got[len(got)-1] != want[len(want)-1]) {
					t.Fatalf("%v: between %d and %d %v, want %v", kind, start, end, got, want)
				}
			}
		}
	}
}
