package live

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMaxSize reads calls at a limit other than the runtime's own, smaller and
// larger, and one byte above it.
func TestMaxSize(t *testing.T) {
	for _, size := range []int{200, forge.MaxSize + 1000} {
		const open, end = "<tool><tool_name>x</tool_name><arguments><v>", "</v></arguments></tool>"
		fits := open + strings.Repeat("a", size-len(open)-len(end)) + end
		tooLarge := strings.Replace(fits, "<v>", "<v>a", 1)
		o := xmlcall.Options{MaxSize: size}
		for name, r := range map[string]*Reply{
			"whole": Read(fits, o), "with prose": Read("prose"+fits+"prose", o),
		} {
			if r.Verdict.Outcome != xmlcall.Runs {
				t.Errorf("%d: %s: %+v", size, name, r.Verdict)
			}
		}
		for name, r := range map[string]*Reply{
			"whole": Read(tooLarge, o), "without end": Read(strings.TrimSuffix(tooLarge, "</tool>"), o),
		} {
			if r.Verdict.Outcome != xmlcall.Refused || r.Verdict.Reason != forge.TooLarge(size) {
				t.Errorf("%d: %s of one byte more: %+v", size, name, r.Verdict)
			}
		}
	}
}
