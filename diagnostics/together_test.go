package diagnostics

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestDrops checks which replacements lose letters or digits, for each kind of character.
func TestDrops(t *testing.T) {
	for c := range 256 {
		s := string([]byte{byte(c)})
		kept := c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
		if drops("<"+s, "&lt;") != (kept && !strings.Contains("lt", s)) {
			t.Errorf("%q: lost %v", s, !kept)
		}
		if drops(s+s, s) != kept || drops(s, "-"+s+"-") || drops(s+"1", "1"+s) != (kept && c != '1') {
			t.Errorf("%q: the order and the number count: %v", s, kept)
		}
	}
}

// TestCallEdits checks which fixes of a call are made together if only some sets of them are
// proven: all, or one that is proven alone, or, of many, those of halves that are proven together.
func TestCallEdits(t *testing.T) {
	for _, n := range []int{1, 2, 3, maxTrials / 2, 2 * maxTrials} {
		var call strings.Builder
		for i := range n {
			fmt.Fprintf(&call, "<path%d>a & b</path%d>", i, i)
		}
		r := run(callTo("x", call.String()), document.Reply)
		p := r.read.newProver(0, nil)
		var findings, at []int // at is where the first fix of each finding is
		for i, f := range r.Diagnostics {
			if f.Code == "unescaped-ampersand" {
				findings = append(findings, i)
				at = append(at, f.Fixes[0].Edits[0].Span.Start)
			}
		}
		if len(findings) != n {
			t.Fatalf("%d findings, want %d", len(findings), n)
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
			fix := cmp.Or(p.correct(findings, false, func(edits []Edit) bool { return test.proves(some(edits)) }), &Fix{})
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

// TestCallEditsSecond checks that of a call with many findings the second fix of one is made with
// the first ones of the others, and only if it is proven with them.
func TestCallEditsSecond(t *testing.T) {
	const n = maxTrials
	var call strings.Builder
	for i := range n {
		fmt.Fprintf(&call, "<path%d>a < b</path%d>", i, i)
	}
	r := run(callTo("x", call.String()), document.Reply)
	var findings []int
	for i, f := range r.Diagnostics {
		if f.Code == "raw-less-than" {
			findings = append(findings, i)
		}
	}
	second := r.Diagnostics[findings[1]].Fixes[1].own()[0]
	fix := r.read.newProver(0, nil).correct(findings, false, func(edits []Edit) bool {
		if slices.Contains(edits, second) {
			return len(edits) == n
		}
		return !slices.Contains(edits, r.Diagnostics[findings[1]].Fixes[0].own()[0])
	})
	if len(fix.Edits) != n || !slices.Contains(fix.Edits, second) {
		t.Errorf("%d edits of %d: %v", len(fix.Edits), n, fix.Edits)
	}
}

// TestCallEditsWhole checks that the correction of a whole call is the same in the file and in its
// text if these are one.
func TestCallEditsWhole(t *testing.T) {
	r := run(strings.Replace(plainCall, "a.md</path>", "a & <b</file>", 1), document.Reply)
	var findings []int
	for i := range r.Diagnostics {
		findings = append(findings, i)
	}
	p, asked := r.read.newProver(0, nil), 0
	fix := p.correct(findings, true, func(edits []Edit) bool {
		asked++
		return asked > 1 && p.proves(edits)
	})
	if len(fix.Edits) == 0 || !slices.Equal(fix.Edits, fix.own()) {
		t.Errorf("in the file %v, in the text %v; %+v", fix.Edits, fix.own(), r.Diagnostics)
	}
}

// TestFixMany checks that all of many calls of a message are fixed, if the last one, which runs, then does as
// intended.
func TestFixMany(t *testing.T) {
	var want strings.Builder
	for i := range 2 * minMessage {
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
			if got := p.message.keeps(p, []Edit{{Span: r.Calls[i].Span}}); got != want {
				t.Errorf("%q without call %d: %v, want %v", test.text, i, got, want)
			}
		}
	}
}
