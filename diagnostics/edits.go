package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
)

func first(fixes []Fix) *Fix {
	if len(fixes) == 0 {
		return nil
	}
	return &fixes[0]
}

// merged returns the edits of one fix of each finding, as many as are compatible, in
// the file and in the call's segment.
func (r *reading) merged(findings []int, choose func(finding int) *Fix) (edits, own []Edit) {
	for _, i := range findings {
		fix := choose(i)
		if fix == nil {
			continue
		}
		if both := merge(own, fix.own()); len(both) > len(own) {
			own = both
			edits = merge(edits, fix.Edits)
		}
	}
	return edits, own
}

// mergeEach adds to the sorted edits taken each of the edits that does not conflict.
func mergeEach(taken, edits []Edit) []Edit {
	for i := range edits {
		taken = merge(taken, edits[i:i+1])
	}
	return taken
}

// merge adds edits to the sorted edits taken, or returns taken if they conflict.
func merge(taken, edits []Edit) []Edit {
	fresh := make([]Edit, 0, len(edits))
	for _, e := range edits {
		i, _ := slices.BinarySearchFunc(taken, e, call.CompareEdits)
		if i < len(taken) && taken[i] == e {
			continue
		}
		if i > 0 && collide(taken[i-1], e) || i < len(taken) && collide(e, taken[i]) {
			return taken
		}
		fresh = append(fresh, e)
	}
	for _, e := range fresh {
		i, _ := slices.BinarySearchFunc(taken, e, call.CompareEdits)
		taken = slices.Insert(taken, i, e)
	}
	return taken
}

// collide reports whether a and b, a not after b, conflict: they overlap, or both
// insert at one place, where their order would be a guess.
func collide(a, b Edit) bool {
	return a.Span.End > b.Span.Start || a.Span.Start == b.Span.Start
}

// Apply applies edits to text, sorted by position. If edits overlap, only the first is
// applied, and of those that begin at the same offset the shorter; all insertions at
// one offset are applied, in the order given. An edit outside the text is ignored.
func Apply(text string, edits []Edit) string {
	if len(edits) == 0 {
		return text
	}
	if !slices.IsSortedFunc(edits, call.CompareEdits) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, call.CompareEdits)
	}
	var w strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			continue
		}
		w.WriteString(text[at:e.Span.Start])
		w.WriteString(e.Text)
		at = e.Span.End
	}
	w.WriteString(text[at:])
	return w.String()
}
