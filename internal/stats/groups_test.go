package stats

import (
	"fmt"
	"slices"
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

// TestTargets checks the value of each target, and whether it is met.
func TestTargets(t *testing.T) {
	call := func(n int, f Row) []Row {
		f.Kind, f.Meant = Call, true
		return slices.Repeat([]Row{f}, n)
	}
	sound := Row{Outcome: Runs}
	for _, test := range []struct {
		name string
		rows []Row
		want string // of the targets that the rows are about
	}{
		{"no calls", nil, "parse-success · –, first-try · –, json · 0 calls, size-json · –, tool-success · –"},
		{"all read", call(3, sound), "parse-success ✓ 100.00 % (3 of 3 calls), first-try ✓ 100.00 % (3 of 3 calls), json ✓ 0 calls, recovered · –"},
		{"exactly 95 %", slices.Concat(call(19, sound), call(1, Row{Outcome: Refused})), "first-try ✗ 95.00 % (19 of 20 calls)"},
		{"above 95 %", slices.Concat(call(20, sound), call(1, Row{Outcome: Refused})), "first-try ✓ 95.24 % (20 of 21 calls), parse-success ✗ 95.24 % (20 of 21 calls)"},
		{"not the first try", call(1, Row{Outcome: Runs, RetryOf: 1}), "first-try · –"},
		{"other data", call(1, Row{Outcome: Altered}), "first-try ✗ 0.00 % (0 of 1 call), parse-success ✓ 100.00 % (1 of 1 call)"},
		{
			"repaired", slices.Concat(call(4, Row{Outcome: Repaired, Repaired: true}), call(1, Row{Outcome: Refused, Rules: []string{"unknown-entity"}, Cause: "unknown-entity"})),
			"ampersands-repaired ✓ 80.00 % (4 of 5 calls), parse-success-without-repair · 0.00 % (0 of 5 calls), entities ✗ 1 call, corrupted-by-repair · 0.00 % (0 of 4 calls)",
		},
		{
			"repaired too rarely", slices.Concat(call(3, Row{Outcome: Repaired, Repaired: true, Corrupted: true}), call(1, Row{Outcome: Refused, Rules: []string{"unescaped-ampersand"}})),
			"ampersands-repaired ✗ 75.00 % (3 of 4 calls), corrupted-by-repair · 100.00 % (3 of 3 calls), entities ✓ 0 calls",
		},
		{
			"rules", slices.Concat(call(2, Row{Outcome: Runs, Rules: []string{"json-arguments", "type-mismatch"}}), call(1, Row{Outcome: Runs, Rules: []string{"array-shape", "cdata-around-structure", "legacy-json"}})),
			"json ✗ 3 calls, types ✗ 3 calls, cdata-structure ✗ 1 call, entities ✓ 0 calls",
		},
		{
			"results", slices.Concat(call(1, Row{Outcome: Refused, Ended: Recovered, Result: Failed}), call(1, Row{Outcome: Refused, Ended: GivenUp}), call(2, Row{Outcome: Runs, Result: OK})),
			"recovered · 50.00 % (1 of 2 calls), tool-success · 66.67 % (2 of 3 results)",
		},
		{"as long as allowed", call(1, Row{Outcome: Runs, Bytes: 130, JSON: 100, CDATA: 144}), "size-json ✓ 130.00 % (130 of 100 bytes), size-cdata ✗ 90.28 % (130 of 144 bytes)"},
		{"too long", call(1, Row{Outcome: Runs, Bytes: 131, JSON: 100, CDATA: 200}), "size-json ✗ 131.00 % (131 of 100 bytes), size-cdata ✓ 65.50 % (131 of 200 bytes)"},
	} {
		tally := NewTally()
		for i := range test.rows {
			tally.Add(&test.rows[i])
		}
		values := map[string]string{}
		for _, target := range tally.Targets() {
			values[target.ID] = target.ID + " " + mark(target.Met) + " " + target.Value()
		}
		for want := range strings.SplitSeq(test.want, ", ") {
			id, _, _ := strings.Cut(want, " ")
			if got := values[id]; got != want {
				t.Errorf("%s: %s, want %s", test.name, got, want)
			}
		}
	}
}

func mark(met *bool) string {
	switch {
	case met == nil:
		return "·"
	case *met:
		return "✓"
	}
	return "✗"
}
