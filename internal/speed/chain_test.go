package main

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSplice checks that an edit in the form of the protocol equals the splice that it
// was made from, and that the given text is unchanged.
func TestSplice(t *testing.T) {
	text := []byte("aä\nb")
	s := splice{1, 4, "x\ny"}.fit(text)
	if got := s.in(text); got != (edit{position{0, 1}, position{1, 0}, "x\ny"}) {
		t.Errorf("got %v", got)
	}
	if got := string(s.apply(text)); got != "ax\nyb" || string(text) != "aä\nb" {
		t.Errorf("got %q of %q", got, text)
	}
	if got := (splice{2, 99, ""}).fit(text); got != (splice{1, 5, ""}) {
		t.Errorf("fit: got %v", got)
	}
}

// TestWithout checks that the rest of a chain has the same effect at its new offsets.
func TestWithout(t *testing.T) {
	chain := []splice{{1, 1, "xx"}, {5, 6, "y"}, {0, 1, ""}}
	if got, want := without(chain, 0), []splice{{3, 4, "y"}, {0, 1, ""}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := without(chain, 1), []splice{{1, 1, "xx"}, {0, 1, ""}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestChainEdit checks that chains stay in their texts and keep characters whole.
func TestChainEdit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	text := generate(form{1, true, 35, closed}).text
	var chain []splice
	for range 200 {
		s := chainEdit(r, text, chain)
		if s != s.fit(text) {
			t.Fatalf("%v does not fit", s)
		}
		text, chain = s.apply(text), append(chain, s)
	}
	if len(text) < 1<<19 {
		t.Errorf("only %d bytes are left", len(text))
	}
}
