package text

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestUnits counts runs of every length of characters of every length, and of
// invalid ones.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(strings.Repeat(alphabet[r.IntN(len(alphabet))], r.IntN(50)))
		}
		s := b.String()
		runes := []rune(s)
		gotRunes, gotUnits := unitsOf(s, UTF32), unitsOf(s, UTF16)
		if units := utf16.Encode(runes); gotRunes != len(runes) || gotUnits != len(units) {
			t.Fatalf("%d and %d units, want %d and %d of %q", gotRunes, gotUnits, len(runes), len(units), s)
		}
		if got, want := countLines(s), len(wantedStarts(s))-1; got != want {
			t.Fatalf("%d line ends, want %d of %q", got, want, s)
		}
	}
}
