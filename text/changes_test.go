package text

import (
	"math/rand/v2"
	"slices"
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

// TestChangesNear checks which changes become one: those at most so many bytes apart.
func TestChangesNear(t *testing.T) {
	was := Changes{{10, 12, 3}, {40, 41, 1}} // 10 to 13 and 41 to 42 afterwards
	for _, test := range []struct {
		start, end, length, near int
		want                     Changes
	}{
		{15, 16, 5, 2, Changes{{10, 15, 10}, {40, 41, 1}}},
		{15, 16, 5, 1, Changes{{10, 12, 3}, {14, 15, 5}, {40, 41, 1}}},
		{6, 8, 0, 2, Changes{{6, 12, 5}, {40, 41, 1}}},
		{6, 8, 0, 1, Changes{{6, 8, 0}, {10, 12, 3}, {40, 41, 1}}},
		{13, 13, 1, 0, Changes{{10, 12, 4}, {40, 41, 1}}},
		{11, 12, 9, 0, Changes{{10, 12, 11}, {40, 41, 1}}},
		{15, 39, 1, 2, Changes{{10, 41, 9}}},
		{50, 50, 1, 0, Changes{{10, 12, 3}, {40, 41, 1}, {49, 49, 1}}},
	} {
		got := was.Add(test.start, test.end, test.length, test.near)
		if !slices.Equal(got, test.want) {
			t.Errorf("%d bytes from %d to %d, near %d: %v, want %v", test.length, test.start, test.end, test.near, got, test.want)
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
