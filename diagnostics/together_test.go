package diagnostics

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestCallEdits checks which fixes of a call are made together if only some sets of them are
// proven: all, or one that is proven alone, or, of many, those of halves that are proven together.
func TestCallEdits(t *testing.T) {
	for _, n := range []int{1, 2, 3, maxTrials / 2, 2 * maxTrials} {
		var arguments strings.Builder
		for i := range n {
			fmt.Fprintf(&arguments, "<path%d>a & b</path%d>", i, i)
		}
		r := run(callTo("x", arguments.String()), document.Reply)
		var of [][]Fix
		var at []int // where the first fix of each finding is
		for _, f := range r.Diagnostics {
			if f.Code == "unescaped-ampersand" {
				of = append(of, f.Fixes)
				at = append(at, f.Fixes[0].Edits[0].Span.Start)
			}
		}
		if len(of) != n {
			t.Fatalf("%d findings, want %d", len(of), n)
		}
		some := func(edits []Edit) (list []int) {
			for _, e := range edits {
				k, found := slices.BinarySearch(at, e.Span.Start)
				if !found {
					return nil // the second fix of a finding
				}
				list = append(list, k)
			}
			return list
		}
		few := n <= maxTrials/2
		for name, test := range map[string]struct {
			proves func(some []int) bool
			want   func(k int) bool
		}{
			"all":         {func([]int) bool { return true }, func(int) bool { return true }},
			"none":        {func([]int) bool { return false }, func(int) bool { return false }},
			"one":         {func(some []int) bool { return len(some) == 1 }, func(k int) bool { return k == 0 }},
			"the last":    {func(some []int) bool { return slices.Equal(some, []int{n - 1}) }, func(k int) bool { return few && k == n-1 }},
			"not the 2nd": {func(some []int) bool { return len(some) > 0 && !slices.Contains(some, 1) }, func(k int) bool { return k != 1 }},
			"two at most": {func(some []int) bool { return len(some) > 0 && len(some) <= 2 }, func(k int) bool { return k <= 1 }},
		} {
			fixes, _ := byRank(of)
			fix, _ := merged(most(fixes, func(list []*Fix) bool {
				fix, _ := merged(list)
				return test.proves(some(fix.own()))
			}))
			fix = cmp.Or(fix, &Fix{})
			var want []int
			for k := range n {
				if test.want(k) {
					want = append(want, k)
				}
			}
			if got := some(fix.Edits); !slices.Equal(got, want) || !slices.Equal(fix.Edits, fix.own()) {
				t.Errorf("%d findings, %s: %v, want %v", n, name, got, want)
			}
		}
	}
}

// TestFixMany checks that all of many calls of a message are fixed, if the last one, which runs, then does as
// intended.
func TestFixMany(t *testing.T) {
	var want strings.Builder
	for i := range 64 {
		want.WriteString(strings.Replace(plainCall, "a.md", strconv.Itoa(i)+".md", 1))
	}
	text := strings.ReplaceAll(want.String(), "<tool_name>", "<tool_name> ")
	if got := FixAll(text, document.Reply, nil); got != want.String() {
		t.Errorf("%s\nwant %s", got, &want)
	}
}

// TestKeepsAll checks that if the last call of a message is removed, which is the one that runs,
// another one does not run in its place, unless nothing ran.
func TestKeepsAll(t *testing.T) {
	good := strings.TrimSuffix(strings.Replace(badCall, "a & b", "a", 1), "\n")
	other := strings.Replace(good, ">a<", ">b<", 1)
	for _, test := range []struct {
		text string
		keep []bool // for each call, whether it may be removed
	}{
		{good + other, []bool{true, false}},
		{good + "\n" + other, []bool{true, false}},
		{"<tool>x</tool>" + other, []bool{true, false}},
		{other + "<tool>" + good, []bool{true, true}},
	} {
		r := run(test.text, document.Reply)
		if len(r.Calls) != len(test.keep) {
			t.Fatalf("%q: %d calls", test.text, len(r.Calls))
		}
		for i, want := range test.keep {
			p := r.read.newProver(i, nil)
			if got := p.message.keeps(p, []Edit{{Span: r.Calls[i].Span}}, call.Run{}); got != want {
				t.Errorf("%q without call %d: %v, want %v", test.text, i, got, want)
			}
		}
	}
}

// TestMerge checks that edits are added to others all together, in order, and only if none of
// them conflicts; for all edits of a text of four bytes.
func TestMerge(t *testing.T) {
	var all []Edit
	for end := range 5 {
		for start := range end + 1 {
			for _, text := range []string{"x", "y"} {
				all = append(all, Edit{Span: xmlcall.Span{Start: start, End: end}, Text: text})
			}
		}
	}
	conflict := func(a, b Edit) bool {
		if a == b {
			return false
		}
		return a.Span.Start == b.Span.Start || a.Span.Start < b.Span.End && b.Span.Start < a.Span.End
	}
	inOrder := func(edits []Edit) bool {
		return slices.IsSortedFunc(edits, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	}
	merged := 0
	for _, a := range all {
		for _, b := range all {
			if conflict(a, b) || a == b || a.Span.Start > b.Span.Start {
				continue
			}
			taken := []Edit{a, b}
			for _, e := range all {
				got, want := merge(slices.Clone(taken), []Edit{e}), 2
				if !slices.Contains(taken, e) && !conflict(a, e) && !conflict(b, e) {
					want++
				}
				if len(got) != want || !inOrder(got) || want == 3 && !slices.Contains(got, e) {
					t.Fatalf("%+v and %+v are %+v, want %d edits", taken, e, got, want)
				}
				if with := merge([]Edit{b}, []Edit{a, e}); conflict(b, e) && len(with) != 1 {
					t.Fatalf("%+v and %+v, which conflict, are %+v", b, e, with)
				}
				merged += want - 2
			}
		}
	}
	if merged < 1000 {
		t.Errorf("%d edits are merged", merged)
	}
}
