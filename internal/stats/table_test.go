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

// TestExamplesOrder checks the same for examples, of more topics than are held: which are held, how
// many calls there are, and where each is first.
func TestExamplesOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 3 {
		calls := make([]Example, 2*maxKeys)
		for i := range calls {
			e := &calls[i]
			e.Rule, e.Tool = fmt.Sprint("rule-", r.IntN(40)), fmt.Sprint("tool-", r.IntN(20))
			e.Source, e.Line = fmt.Sprint("file-", r.IntN(5)), r.IntN(9)
			if r.IntN(10) > 0 { // the others are too long
				e.Text = fmt.Sprint("call ", r.IntN(2*MostExamples))
			}
		}
		build := func(calls []Example) *Tally {
			t := NewTally()
			for i := range calls {
				t.Add(&Row{Kind: Leaked, Meant: true, Example: &calls[i]})
			}
			return t
		}
		want := build(calls).Examples()
		r.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
		half := r.IntN(len(calls))
		a, b := build(calls[:half]), build(calls[half:])
		b.Merge(a)
		if diff := cmp.Diff(want, b.Examples()); diff != "" {
			t.Fatal(diff)
		}
		seen := map[string]int64{}
		for i := range calls {
			seen[calls[i].Rule+calls[i].Tool]++
		}
		for _, of := range b.Examples() {
			if n := seen[of.Rule+of.Tool]; of.Calls != n || len(of.Examples) > MostExamples {
				t.Fatalf("%s, %s: %d calls, want %d; %d are held", of.Rule, of.Tool, of.Calls, n, len(of.Examples))
			}
		}
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
