package stats

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTableOrder checks that the keys in a table and their counts do not depend on the order
// in which keys are added or tables are merged, and that the counts of other keys are not
// lost.
func TestTableOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		keys := make([]string, r.IntN(60))
		for i := range keys {
			keys[i] = fmt.Sprint("tool-", r.IntN(20))
		}
		const most = 6
		build := func(keys []string) *table {
			t := newTable(most)
			for _, key := range keys {
				t.at(key).add(&Cell{Counts: Counts{Calls: 1}, Rules: map[string]int64{key: 1}})
			}
			return t
		}
		want := cellsOf(build(keys), 1)
		total := int64(0)
		for _, c := range want.Cells {
			total += c.Calls
			n := int64(0)
			for _, key := range keys {
				n += one(key == c.Key[0])
			}
			if c.Calls != n {
				t.Fatalf("%s is counted %d times, want %d", c.Key[0], c.Calls, n)
			}
		}
		if want.Rest != nil {
			total += want.Rest.Calls
		}
		if total != int64(len(keys)) || len(want.Cells) > most {
			t.Fatalf("%d of %d are counted, in %d cells", total, len(keys), len(want.Cells))
		}
		r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		var parts []*table
		for rest := keys; ; {
			n := 0
			if len(rest) > 0 {
				n = 1 + r.IntN(len(rest))
			}
			parts, rest = append(parts, build(rest[:n])), rest[n:]
			if len(rest) == 0 {
				break
			}
		}
		for len(parts) > 1 {
			k := r.IntN(len(parts) - 1)
			parts[k].merge(parts[k+1])
			parts = append(parts[:k+1], parts[k+2:]...)
		}
		got := cellsOf(parts[0], 1)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestFirstExamples checks that a tally holds the first different calls of a rule and a tool, also those of another
// tally, and counts all.
func TestFirstExamples(t *testing.T) {
	tally := NewTally()
	for range 2 {
		next := NewTally()
		for i := range 3 * MostExamples {
			next.Add(&Row{Kind: Leaked, Meant: true, Example: &Example{Rule: "r", Tool: "t", Line: i, Text: fmt.Sprint(i / 2)}})
		}
		tally.Merge(next)
	}
	of := tally.Examples()
	if len(of) != 1 || of[0].Calls != 6*MostExamples || len(of[0].Examples) != MostExamples || of[0].Examples[1].Line != 2 {
		t.Errorf("%+v", of)
	}
}

func TestPercent(t *testing.T) {
	for _, test := range []struct {
		part, of int64
		want     string
	}{
		{0, 0, "–"},
		{0, 5, "0.00 %"},
		{5, 5, "100.00 %"},
		{1, 3, "33.33 %"},
		{99999, 100000, "99.99 %"},
		{1, 100000, "0.01 %"},
		{3, 2, "150.00 %"},
	} {
		if got := Percent(test.part, test.of); got != test.want {
			t.Errorf("%d of %d: %s, want %s", test.part, test.of, got, test.want)
		}
	}
}

func TestResults(t *testing.T) {
	for _, test := range []struct {
		head             string
		answered, failed bool
		want             string
	}{
		{"12 lines", true, false, OK},
		{"", true, false, OK},
		{"12 lines", true, true, Failed},
		{"Error: no", true, false, Failed},
		{"\n\nERROR: Invalid XML", true, false, Failed},
		{"Errors are values", true, false, OK},
		{"Tool 'read_file' result:\npackage a", false, false, OK},
		{"Tool 'x' result:\nerror: no", false, false, Failed},
		{"Tool 'x' execution was rejected by user.", false, false, Rejected},
		{"Tool approval request timed out after 5m", false, false, Rejected},
		{"Do it again.", false, false, ""},
		{"Error: that is what I see", false, false, ""},
	} {
		if got := resultOf(test.head, test.answered, test.failed); got != test.want {
			t.Errorf("%q, %t, %t: %q, want %q", test.head, test.answered, test.failed, got, test.want)
		}
	}
}
