package xmlcall

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestParserFind checks what a parser remembers of its searches against searching the
// text.
func TestParserFind(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"<tool>", "</tool>", "<to", "ol>", "a", "<Tool>"}
	for range 300 {
		var w strings.Builder
		for range random.IntN(12) {
			w.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := w.String()
		p := NewParser(text, Options{})
		for range 40 {
			from := random.IntN(len(text)+3) - 1
			want, wantOK := Find(text, from)
			if got, ok := p.Find(from); got != want || ok != wantOK {
				t.Fatalf("%q from %d: %d, %v, want %d, %v", text, from, got, ok, want, wantOK)
			}
		}
	}
	if _, ok := new(Parser).Find(0); ok {
		t.Error("an empty text has a <tool>")
	}
}
