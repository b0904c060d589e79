package corpus

import (
	"fmt"
	"testing"
)

// TestSeriesAreWhole checks that all days of a series are kept or none, however many there
// are, regardless of how tallies were merged.
func TestSeriesAreWhole(t *testing.T) {
	const series, days = 1100, 60
	parts := [3]*Tally{NewTally(), NewTally(), NewTally()}
	for i := range series * days {
		name := fmt.Sprint("p", i%series)
		parts[i%len(parts)].Add(&Fact{Kind: Call, Meant: true, Tool: "x", Prompt: name, Day: fmt.Sprint("day ", i/series), Outcome: Runs, Method: Plain})
	}
	whole := parts[2]
	whole.Merge(parts[0])
	whole.Merge(parts[1])
	if whole.cube.rest == nil {
		t.Fatal("all groups are held")
	}
	count := map[Series]int{}
	for s, d := range whole.Series() {
		count[s] += int(d.Calls)
	}
	for s, n := range count {
		if n != days {
			t.Errorf("%v has %d calls, want %d", s, n, days)
		}
	}
	if most := maxGroups / days; len(count) != most && len(count) != most-1 {
		t.Errorf("%d series, want %d", len(count), most)
	}
}

// TestSeries checks that a series without a cut-off one is complete.
func TestSeries(t *testing.T) {
	tally := NewTally()
	tally.Add(&Fact{Kind: Call, Meant: true, Tool: "x", Prompt: "p", Model: "m", Outcome: Runs, Method: Plain})
	tally.Add(&Fact{Kind: Reply, Meant: true, Prompt: "q"})
	n := 0
	for s, d := range tally.Series() {
		if n++; s != (Series{"x", "m", "p"}) || d.Day != "" || d.Calls != 1 {
			t.Errorf("%v on %q: %+v", s, d.Day, d.Counts)
		}
	}
	if n != 1 {
		t.Errorf("%d cells", n)
	}
}
