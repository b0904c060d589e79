package text

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Changes lead from a text to the one after all of the edits that they were made of.
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
