package text

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestChangesThen checks that composed changes have the same effect as applying them
// one after the other.
func TestChangesThen(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		base := strings.Repeat("0123456789abcde\n", random.IntN(20))
		now := base
		var changes Changes
		for range random.IntN(5) {
			var edits []Edit
			var next Changes
			for at := 0; at <= len(now) && random.IntN(8) > 0; at++ {
				if at += random.IntN(len(now) + 1); at > len(now) {
					break
				}
				e := Edit{at, min(len(now), at+random.IntN(20)), strings.Repeat("x", random.IntN(20))}
				edits = append(edits, e)
				next = append(next, Change{e.Start, e.End, len(e.Text)})
				at = e.End
			}
			now = New(now).Apply(edits).String()
			changes = changes.Then(next)
		}
		edits := changes.Edits(New(now))
		if got := New(base).Apply(edits).String(); got != now {
			t.Fatalf("%v lead from %q to %q, want %q", changes, base, got, now)
		}
		for i := 1; i < len(edits); i++ {
			if edits[i].Start <= edits[i-1].End {
				t.Fatalf("%v touch", changes)
			}
		}
	}
}

// TestChanges checks that changes lead from a text to the one after all of the edits
// from which they were built.
func TestChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	several := 0
	for range 500 {
		base := strings.Repeat("0123456789abcde\n", random.IntN(2000))
		now := base
		var changes Changes
		for range random.IntN(30) {
			start := random.IntN(len(now) + 1)
			end := min(len(now), start+random.IntN(20))
			added := strings.Repeat("x", random.IntN(20))
			now = now[:start] + added + now[end:]
			changes = changes.Add(start, end, len(added), random.IntN(3))
		}
		edits := changes.Edits(New(now))
		if got := New(base).Apply(edits).String(); got != now {
			t.Fatalf("%v lead to another text", changes)
		}
		for i := 1; i < len(edits); i++ {
			if edits[i].Start < edits[i-1].End {
				t.Fatalf("%v touch", changes)
			}
			several++
		}
	}
	if several == 0 {
		t.Error("never more than one change")
	}
}
