package diagnostics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestChangesThen checks that composed changes have the same effect as applying them
// one after the other.
func TestChangesThen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		base := strings.Repeat("0123456789abcde\n", random.IntN(20))
		now := base
		var all changes
		for range random.IntN(5) {
			var edits []Edit
			for at := 0; at <= len(now) && random.IntN(8) > 0; at++ {
				if at += random.IntN(len(now) + 1); at > len(now) {
					break
				}
				e := Edit{Span: xmlcall.Span{Start: at, End: min(len(now), at+random.IntN(20))}, Text: strings.Repeat("x", random.IntN(20))}
				edits = append(edits, e)
				at = e.Span.End
			}
			now = Apply(now, edits)
			all = all.then(edits)
		}
		edits := all.edits(now)
		if got := Apply(base, edits); got != now {
			t.Fatalf("%v lead from %q to %q, want %q", all, base, got, now)
		}
		for i := 1; i < len(edits); i++ {
			if edits[i].Span.Start <= edits[i-1].Span.End {
				t.Fatalf("%v touch", all)
			}
		}
	}
}
