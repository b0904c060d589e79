package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A SuggestedFix is a fix that was applied although it is not proven.
type SuggestedFix struct {
	Code, Title string
	// At is its start, in bytes of the fixed text.
	At int
}

// FixedAsSuggested is [Document.Fixed] that also applies the preferred suggested fixes of the
// remaining findings, and returns them. Each is applied only if its finding is gone afterwards,
// there are no new errors, and no further calls are refused.
func (d *Document) FixedAsSuggested(keep func(*Diagnostic) bool) (fixed *Document, made []SuggestedFix) {
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

// A placedFix is a fix at a place of a call. None is applied twice: fixes that undo each
// other would alternate.
type placedFix struct {
	code, title, call string
	index, at         int // of the call, and of the fix in it
}

// suggested applies the suggested fixes that do not conflict, the last first, so that the
// places of earlier ones are unaffected.
func (d *Document) suggested(keep func(*Diagnostic) bool, known map[placedFix]bool) (after *Document, made []SuggestedFix, changes text.Changes) {
	type candidate struct {
		*Diagnostic
		call  int
		at    xmlcall.Span
		fixes []Fix
	}
	var list []candidate
	for p, fixes := range d.Proven() {
		if len(fixes) > 0 && d.InFixAll(p.Diagnostic) && (keep == nil || keep(p.Diagnostic)) {
			moved := make([]Fix, len(fixes))
			for i := range fixes {
				moved[i] = fixes[i].moved(p.Shift)
			}
			list = append(list, candidate{p.Diagnostic, p.Call, p.Place(p.Span), moved})
		}
	}
	after = d
	free := d.text.Len() + 1 // the text before it has not changed
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

// callAt returns the text of the first call that a range touches, and its start; "" and 0 if
// there is none.
func (d *Document) callAt(s xmlcall.Span) (source string, start int) {
	for c, shift := range d.CallsIn(s.Start, s.End) {
		return c.Source(), c.Span.Start + shift
	}
	return "", 0
}

// improves reports whether a fix of a finding with a code, which led from another document to
// d, was an improvement.
func (d *Document) improves(before *Document, code string) bool {
	count := func(of *Document) (n int) {
		for p := range of.Diagnostics() {
			if p.Code == code {
				n++
			}
		}
		return n
	}
	return d.Count()[Error] <= before.Count()[Error] && d.Summary().Refused <= before.Summary().Refused && count(d) < count(before)
}

// changesOf returns sorted edits as changes.
func changesOf(edits []Edit) text.Changes {
	all := make(text.Changes, len(edits))
	for k, e := range edits {
		all[k] = text.Change{Start: e.Span.Start, End: e.Span.End, Length: len(e.Text)}
	}
	return all
}

// movedBy returns fixes at their places after changes. One in replaced text is at the start of
// the replacement.
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
