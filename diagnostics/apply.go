package diagnostics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/transcript"
)

// Apply applies edits to text, in the order of their places. Of edits that
// overlap only the first is made, of those that begin at one place the shorter;
// insertions at one place are all made, in the order in which they are given.
// An edit of what is not in the text is left out.
func Apply(text string, edits []Edit) string {
	if len(edits) == 0 {
		return text
	}
	if !slices.IsSortedFunc(edits, compareEdits) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, compareEdits)
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

// maxRounds bounds FixAll. Each round mends what the one before uncovered, and
// a few are always enough. A text that still changes after this many has fixes
// that undo or repeat each other, and is better left alone. The rounds that mend
// a part of a call with thousands of problems do not count, up to maxParts.
const (
	maxRounds = 20
	maxParts  = 100
)

// FixAll applies the preferred safe fix of every finding for which keep
// reports true (of every finding, if keep is nil) until none is left, and
// returns the new text. It returns text itself where there is nothing to do.
func FixAll(text string, kind transcript.Kind, keep func(*Finding) bool) string {
	return Options{}.FixAll(text, kind, keep)
}

// FixAll is the function with other options.
func (o Options) FixAll(text string, kind transcript.Kind, keep func(*Finding) bool) string {
	fixed := text
	for round, part := 0, 0; round < maxRounds && part < maxParts; {
		res := o.Run(transcript.Read(fixed, kind))
		next := Apply(fixed, safeEdits(res, keep))
		if next == fixed {
			return fixed
		}
		fixed = next
		if res.Tally().More > 0 {
			part++
		} else {
			round++
		}
	}
	return text
}

// safeEdits returns the edits of as many safe fixes as go together. The edits
// of one fix are taken together or not at all; where two findings ask for the
// same edit, as all those of one field do that is better a CDATA section, it
// is made once.
func safeEdits(res *Result, keep func(*Finding) bool) []Edit {
	var taken []Edit
	for i := range res.Findings {
		f := &res.Findings[i]
		if keep != nil && !keep(f) {
			continue
		}
		if fix := f.SafeFix(); fix != nil {
			taken = merge(taken, fix.Edits)
		}
	}
	return taken
}

// merge adds edits to the sorted edits taken, or returns taken as it is where
// they get in each other's way.
func merge(taken, edits []Edit) []Edit {
	fresh := make([]Edit, 0, len(edits))
	for _, e := range edits {
		i, _ := slices.BinarySearchFunc(taken, e, compareEdits)
		if i < len(taken) && taken[i] == e {
			continue
		}
		if i > 0 && collide(taken[i-1], e) || i < len(taken) && collide(e, taken[i]) {
			return taken
		}
		fresh = append(fresh, e)
	}
	for _, e := range fresh {
		i, _ := slices.BinarySearchFunc(taken, e, compareEdits)
		taken = slices.Insert(taken, i, e)
	}
	return taken
}

func compareEdits(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}

// collide reports whether a and b, a not behind b, cannot both be made: they
// overlap, or both insert at one place and their order would be a guess.
func collide(a, b Edit) bool {
	return a.Span.End > b.Span.Start || a.Span.Start == b.Span.Start
}
