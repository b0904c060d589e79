package lsp

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/text"
)

// TestCounter checks that a counter returns the positions of the text, for any order of
// offsets.
func TestCounter(t *testing.T) {
	parts := []string{"a", "é", "😀", "\r", "\n", "\r\n", "\xff", "\xf0\x9f", strings.Repeat("x", 3000), " \u2028"}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		whole := text.New(b.String())
		for _, enc := range []encoding{utf8Encoding, utf16Encoding, utf32Encoding} {
			c := newCounter(whole, enc)
			at := 0
			for range 100 {
				if at += r.IntN(12); at > whole.Len() || r.IntN(10) == 0 {
					at = r.IntN(whole.Len() + 1)
				}
				if got, want := c.of(at), onWire(whole.Position(at, units(enc))); got != want {
					t.Fatalf("seed %d, %s: offset %d of %q: %v, want %v", seed, enc, at, whole.String(), got, want)
				}
			}
		}
	}
}
