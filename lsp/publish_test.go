package lsp

import (
	"testing"

	"go.lsp.dev/uri"
)

// TestReplaced checks which work of a document makes the diagnostics stale that are being
// computed: newer text, or that it was closed.
func TestReplaced(t *testing.T) {
	const key = uri.URI("file:///a.md")
	for _, test := range []struct {
		name   string
		next   publication
		closed bool
		want   bool
	}{
		{"nothing", publication{}, false, false},
		{"newer text", publication{latest: &snapshot{}}, false, true},
		{"it was closed", publication{closed: key}, false, true},
		{"it was closed and opened", publication{latest: &snapshot{}, closed: key}, false, true},
		{"diagnostics of another file", publication{outside: key}, false, false},
		{"the end", publication{}, true, true},
	} {
		p := publisher{pending: map[uri.URI]*worker{key: {publication: test.next}}, closed: test.closed}
		if got := p.replaced(key); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
