package text

import (
	"cmp"
	"slices"
)

// An Edit replaces the bytes from Start to End.
type Edit struct {
	Start, End int
	Text       string
}

// Apply returns the text after the edits, whose offsets are all those of t. If edits
// overlap, only the first one is applied, and of those that start at the same offset
// the shorter; all insertions at one offset are applied, in the order given. An edit
// outside the text is ignored.
func (t Text) Apply(edits []Edit) Text {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	at, shift := 0, 0
	edited := t
	for _, e := range sorted {
		if e.Start < at || e.End < e.Start || e.End > t.Len() {
			continue
		}
		edited = edited.Splice(e.Start+shift, e.End+shift, e.Text)
		shift += len(e.Text) - (e.End - e.Start)
		at = e.End
	}
	return edited
}
