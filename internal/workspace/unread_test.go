package workspace

import (
	"strings"
	"testing"
)

// TestFindsOpener checks that a call is found wherever it starts, in text and in UTF-16, up to a number of
// bytes.
func TestFindsOpener(t *testing.T) {
	const size = 64 << 10
	for _, opener := range []string{"<tool", `\u003Ctool`, "<\x00t\x00o\x00o\x00l\x00"} {
		for _, at := range []int{0, 1, size - len(opener) - 1, size - 4, size - 1, size, 2*size - 2, 3 * size} {
			text := strings.Repeat("a", at) + opener
			if !findsOpener(strings.NewReader(text), 1<<20) {
				t.Errorf("%q at %d is not found", opener, at)
			}
			if findsOpener(strings.NewReader(text), int64(at)) {
				t.Errorf("%q at %d is found in what is before it", opener, at)
			}
		}
	}
}
