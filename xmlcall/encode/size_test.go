package encode

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMaxSize writes calls at a limit other than the runtime's own, smaller and
// larger, and one byte above it.
func TestMaxSize(t *testing.T) {
	for _, size := range []int{200, xmlcall.MaxSize + 1000} {
		// The call spans several lines.
		call := Call{Tool: "x", Arguments: map[string]any{"v": strings.Repeat("a", size-110)}}
		text, err := call.Encode(Options{MaxSize: size})
		if err != nil {
			t.Fatalf("%d: Encode: %v", size, err)
		}
		if got, err := call.Encode(Options{MaxSize: len(text)}); got != text || err != nil {
			t.Errorf("%d: Encode at the limit: %v", size, err)
		}
		if _, err := call.Encode(Options{MaxSize: len(text) - 1}); err == nil {
			t.Errorf("%d: Encode writes a call above the limit", size)
		}
	}
}
