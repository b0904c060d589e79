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

// Apply returns the text with the edits made, whose offsets are all those of t.
// Of edits that overlap only the first is made, of those that start at one place
// the shorter; insertions at one place are all made, in the order in which they
// are given. An edit of what is not in the text is left out.
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
