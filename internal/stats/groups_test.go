package stats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGroups checks groups by one and by several dimensions: their order, and, for those by a
// rule or a cause, the number of calls beside them.
func TestGroups(t *testing.T) {
	tally := NewTally()
	for _, f := range []Row{
		{Kind: Call, Tool: "a", Model: "m", Outcome: Runs},
		{Kind: Call, Tool: "a", Model: "m", Outcome: Refused, Rules: []string{"x", "y"}, Cause: "x"},
		{Kind: Call, Tool: "a", Model: "n", Outcome: Refused, Rules: []string{"x"}, Cause: "x"},
		{Kind: Call, Tool: "b", Model: "m", Outcome: Refused, Rules: []string{"y"}, Cause: "y"},
		{Kind: Reply, Model: "n"},
		{Kind: Leaked, Tool: "b", Model: "o"},
	} {
		f.Meant = true
		tally.Add(&f)
	}
	for _, test := range []struct {
		by   []Dimension
		want []string // key: calls, of those beside it, replies, leaked
	}{
		{[]Dimension{ByTool}, []string{"a: 3 0 0 0", "b: 1 0 0 1"}},
		{[]Dimension{ByModel}, []string{"m: 3 0 0 0", "n: 1 0 1 0", "o: 0 0 0 1"}},
		{[]Dimension{ByRule}, []string{"x: 2 0 0 0", "y: 2 0 0 0"}},
		{[]Dimension{ByTool, ByModel}, []string{"a m: 2 0 0 0", "a n: 1 0 0 0", "b m: 1 0 0 0", "b o: 0 0 0 1"}},
		{[]Dimension{ByModel, ByDay}, []string{"m : 3 0 0 0", "n : 1 0 1 0", "o : 0 0 0 1"}},
		{[]Dimension{ByRule, ByTool}, []string{"x a: 2 3 0 0", "y a: 1 3 0 0", "y b: 1 1 0 0"}},
		{[]Dimension{ByModel, ByCause}, []string{"m x: 1 3 0 0", "m y: 1 3 0 0", "n x: 1 1 0 0"}},
		{[]Dimension{ByCause, ByTool}, []string{"x a: 2 3 0 0", "y b: 1 1 0 0"}},
	} {
		var got []string
		for _, g := range tally.Groups(test.by...) {
			got = append(got, fmt.Sprintf("%s: %d %d %d %d", strings.Join(g.Key, " "), g.Calls, g.Of, g.Replies, g.Leaked))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("by %v: %s", test.by, diff)
		}
	}
	rules := map[string]int64{"x": 2, "y": 1}
	for _, g := range tally.Groups(ByTool)[:1] {
		if diff := cmp.Diff(rules, g.Rules); diff != "" || g.Causes["x"] != 2 || len(g.Causes) != 1 {
			t.Errorf("the rules of a tool: %s, the causes %v", diff, g.Causes)
		}
	}
}
