package diagnostics

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

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
