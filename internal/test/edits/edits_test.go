package edits

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestReduce checks that a reduced text and chain contain only what the failure needs.
func TestReduce(t *testing.T) {
	text := strings.Repeat("words\n", 50) + "first" + strings.Repeat(" more\n", 50)
	at := strings.Index(text, "first")
	chain := []Edit{{0, 6, ""}, {3, 3, "x"}, {at - 5, at - 5, "a second one"}, {10, 12, "yz"}}
	fails := func(text string, chain []Edit) bool {
		if strings.Contains(text, "second") {
			return false
		}
		for _, e := range chain {
			text = e.Apply(text)
		}
		first, second := strings.Index(text, "first"), strings.Index(text, "second")
		return second >= 0 && first > second
	}
	if !fails(text, chain) {
		t.Fatal("the chain does not fail")
	}
	text, chain = Reduce(text, chain, 10_000, fails)
	if text != "first" || len(chain) != 1 || chain[0] != (Edit{0, 0, "second"}) {
		t.Errorf("%q, %v", text, chain)
	}
}

// TestChain checks that a chain of edits fits its texts, that many of its edits are
// large, and that those of a valid source keep characters whole.
func TestChain(t *testing.T) {
	source := Load(t, "../../..", "", sound, "é\xff𝄞\r\n"+spoilt[0])
	for _, source := range []*Source{source, source.Valid()} {
		large, n := 0, 0
		for seed := range uint64(200) {
			r := rand.New(rand.NewPCG(1, seed))
			text := source.Text(r, 1000)
			chain := source.Chain(r)
			for range 10 {
				cuts := []int{len(text) / 3, len(text) / 2}
				e := chain.Next(text, cuts)
				if e.From < 0 || e.From > e.To || e.To > len(text) {
					t.Fatalf("%v of %d bytes", e, len(text))
				}
				if n++; e.IsLarge(cuts) {
					large++
				}
				after := e.Apply(text)
				if e.inverse(text).Apply(after) != text {
					t.Fatalf("%v is not taken back by %v", e, e.inverse(text))
				}
				if text = after; source.valid && !utf8.ValidString(text) {
					t.Fatalf("%v makes %q", e, text)
				}
			}
		}
		if large*3 < n {
			t.Errorf("%d of %d edits are large", large, n)
		}
	}
}
