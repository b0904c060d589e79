package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A SuggestedFix is a fix that was applied though it is not proven.
type SuggestedFix struct {
	Code, Title string
	// At is where it starts, in bytes of the fixed text.
	At int
}

// FixedAsSuggested is [Document.Fixed], which also makes the preferred of the suggested fixes of
// what is left, and returns those. Each is made only if what it is for is gone then, there is no
// further error, and no further call is refused.
func (d *Document) FixedAsSuggested(keep func(*Finding) bool) (fixed *Document, made []SuggestedFix) {
	fixed = d.Fixed(keep)
	known := map[placedFix]bool{}
	for range maxRounds {
		after, more, changes := fixed.suggested(keep, known)
		if len(more) == 0 {
			break
		}
		made = append(movedBy(made, changes), more...)
		fixed, changes = after.fixAll(keep)
		made = movedBy(made, changes)
	}
	slices.SortStableFunc(made, func(a, b SuggestedFix) int { return a.At - b.At })
	return fixed, made
}

// A placedFix is a fix at a place of a call. None is made twice: fixes that undo each other
// would be made in turn.
type placedFix struct {
	code, title, call string
	index, at         int // of the call, and of the fix in it
}

// suggested makes the suggested fixes that are not in each other's way, the last first, so that
// the places of those before it stay.
func (d *Document) suggested(keep func(*Finding) bool, known map[placedFix]bool) (after *Document, made []SuggestedFix, changes text.Changes) {
	type candidate struct {
		*Finding
		call  int
		at    xmlcall.Span
		fixes []Fix
	}
	var list []candidate
	for p, fixes := range d.Proven() {
		if len(fixes) > 0 && d.InFixAll(p.Finding) && (keep == nil || keep(p.Finding)) {
			moved := make([]Fix, len(fixes))
			for i := range fixes {
				moved[i] = fixes[i].moved(p.Shift)
			}
			list = append(list, candidate{p.Finding, p.Call, p.Place(p.Span), moved})
		}
	}
	after = d
	free := d.text.Len() + 1 // what is before it has not changed
	for _, c := range slices.Backward(list) {
		call, start := d.callAt(c.at)
		for i := range c.fixes {
			edits := c.fixes[i].Edits
			if len(edits) == 0 || edits[len(edits)-1].Span.End >= free {
				continue
			}
			key := placedFix{c.Code, c.fixes[i].Title, call, c.call, edits[0].Span.Start - start}
			if known[key] {
				continue
			}
			next := after.editAll(edits)
			if !next.improves(after, c.Code) {
				continue
			}
			known[key] = true
			one := changesOf(edits)
			made = append([]SuggestedFix{{c.Code, c.fixes[i].Title, edits[0].Span.Start}}, movedBy(made, one)...)
			changes = changes.Then(one)
			after, free = next, edits[0].Span.Start
			break
		}
	}
	return after, made, changes
}

// callAt returns the text of the first call that a range touches, and where it starts; "" and 0
// for none.
func (d *Document) callAt(s xmlcall.Span) (source string, start int) {
	for c, shift := range d.CallsIn(s.Start, s.End) {
		return c.Source(), c.Span.Start + shift
	}
	return "", 0
}

// improves reports whether a fix of a finding with a code, which led from another document to
// d, did some good.
func (d *Document) improves(before *Document, code string) bool {
	count := func(of *Document) (n int) {
		for p := range of.Findings() {
			if p.Code == code {
				n++
			}
		}
		return n
	}
	return d.Count()[Error] <= before.Count()[Error] && d.Tally().Refused <= before.Tally().Refused && count(d) < count(before)
}

// changesOf returns edits, which are in order, as changes.
func changesOf(edits []Edit) text.Changes {
	all := make(text.Changes, len(edits))
	for k, e := range edits {
		all[k] = text.Change{Start: e.Span.Start, End: e.Span.End, Length: len(e.Text)}
	}
	return all
}

// movedBy returns fixes at their places after changes. One in what was replaced is at the start
// of what it was replaced by.
func movedBy(made []SuggestedFix, changes text.Changes) []SuggestedFix {
	for i := range made {
		shift := 0
		for _, c := range changes {
			if c.End > made[i].At {
				made[i].At = min(made[i].At, c.Start)
				break
			}
			shift += c.Length - (c.End - c.Start)
		}
		made[i].At += shift
	}
	return made
}
