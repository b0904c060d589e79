package text

import (
	"cmp"
	"math"
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

// A Change is the replacement of the bytes from Start to End of a text by Length
// others.
type Change struct{ Start, End, Length int }

// Changes are the changes from one text to another, in order and apart from each other.
type Changes []Change

// Add returns the changes after one more edit, which replaces the bytes from start to
// end of the text that they lead to by length others. Changes that are at most near
// bytes apart become one. The receiver is not changed.
func (c Changes) Add(start, end, length, near int) Changes {
	merged := make(Changes, 0, len(c)+1)
	shift := 0 // of the text after the changes so far
	k := 0
	for ; k < len(c) && c[k].Start+shift+c[k].Length+near < start; k++ {
		merged = append(merged, c[k])
		shift += c[k].Length - (c[k].End - c[k].Start)
	}
	from, to, after := start, end, shift
	for ; k < len(c) && c[k].Start+after <= end+near; k++ {
		from = min(from, c[k].Start+after)
		to = max(to, c[k].Start+after+c[k].Length)
		after += c[k].Length - (c[k].End - c[k].Start)
	}
	merged = append(merged, Change{from - shift, to - after, to - from + length - (end - start)})
	return append(merged, c[k:]...)
}

// Then returns the changes from the text that c starts from to the one after further
// changes, which start from the text that c leads to. Changes that touch become one.
func (c Changes) Then(next Changes) Changes {
	all := make(Changes, 0, len(c)+len(next))
	shift := 0 // from the text that c starts from to the intermediate text, at its next change
	for len(c) > 0 || len(next) > 0 {
		start := math.MaxInt // in the intermediate text, as is end
		if len(c) > 0 {
			start = c[0].Start + shift
		}
		if len(next) > 0 {
			start = min(start, next[0].Start)
		}
		first, end, grown := start-shift, start, 0
		for {
			if len(c) > 0 && c[0].Start+shift <= end {
				end = max(end, c[0].Start+shift+c[0].Length)
				shift += c[0].Length - (c[0].End - c[0].Start)
				c = c[1:]
			} else if len(next) > 0 && next[0].Start <= end {
				end = max(end, next[0].End)
				grown += next[0].Length - (next[0].End - next[0].Start)
				next = next[1:]
			} else {
				break
			}
		}
		all = append(all, Change{first, end - shift, end - start + grown})
	}
	return all
}

// Edits returns the changes as edits of the text that they start from. t is the text
// that they lead to.
func (c Changes) Edits(t Text) []Edit {
	edits := make([]Edit, len(c))
	shift := 0
	for i, change := range c {
		at := change.Start + shift
		edits[i] = Edit{change.Start, change.End, t.Slice(at, at+change.Length)}
		shift += change.Length - (change.End - change.Start)
	}
	return edits
}
