package diagnostics

import (
	"slices"
	"sort"

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
// there are no new errors, and no further calls are refused; none if it is a poor guess, if its reply has several
// calls, or if it would change a value of a call that runs with what is written. One fix of a call is applied at a time,
// and the safe ones after it; only errors are fixed while there are any. To find out, the text around it is
// read again; fixes are tried until this has cost eight times the text and 16 MB, not counting
// 16 KB for each that is applied. Only thousands of calls that depend on each other take that.
func (d *Document) FixedAsSuggested(keep func(*Diagnostic) bool) (fixed *Document, made []SuggestedFix) {
	fixed = d.Fixed(keep)
	known := map[placedFix]bool{}
	budget := 8*d.text.Len() + 16<<20
	for range maxRounds {
		after, more, changes := fixed.suggested(keep, known, &budget)
		if len(more) == 0 {
			break
		}
		made = append(movedBy(made, changes), more...)
		fixed, changes, _ = after.fixAll(keep)
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
func (d *Document) suggested(keep func(*Diagnostic) bool, known map[placedFix]bool, budget *int) (after *Document, made []SuggestedFix, changes text.Changes) {
	type candidate struct {
		Placed
		fixes []Fix
	}
	var list []candidate
	wrong, fixed := map[int]bool{}, map[int]bool{} // calls that have an error, and a fix
	for p, fixes := range d.Proven() {
		wrong[p.Call] = wrong[p.Call] || p.Severity == Error
		if len(fixes) > 0 && d.InFixAll(p.Diagnostic) && (keep == nil || keep(p.Diagnostic)) {
			list = append(list, candidate{p, fixes})
		}
	}
	callsOf := d.lastCalls()
	after = d
	free := d.text.Len() + 1 // the text before it has not changed
	for _, c := range slices.Backward(list) {
		if *budget < 0 {
			break
		}
		if c.Call >= 0 && (fixed[c.Call] || wrong[c.Call] && c.Severity != Error || d.isOneOfSeveral(c.Call, callsOf)) {
			continue
		}
		call, start := d.callAt(c.Place(c.Span), callsOf)
		for i := range c.fixes {
			edits := c.fixes[i].Edits
			if c.fixes[i].poor || len(edits) == 0 || edits[len(edits)-1].Span.End >= free {
				continue
			}
			key := placedFix{c.Code, c.fixes[i].Title, call, c.Call, edits[0].Span.Start - start}
			if known[key] {
				continue
			}
			next, read, ok := after.improved(edits, &c.Placed)
			if ok {
				read = max(0, read-16<<10)
			}
			if *budget -= read; !ok {
				continue
			}
			known[key], fixed[c.Call] = true, true
			made = append(made, SuggestedFix{c.Code, c.fixes[i].Title, edits[0].Span.Start})
			for _, change := range slices.Backward(changesOf(edits)) {
				changes = append(changes, change)
			}
			after, free = next, edits[0].Span.Start
			break
		}
	}
	slices.Reverse(made)
	slices.Reverse(changes)
	shift, k := 0, 0 // a fix is moved by those before it, not by its own insertion
	for i := range made {
		for ; k < len(changes) && changes[k].Start < made[i].At; k++ {
			shift += changes[k].Length - (changes[k].End - changes[k].Start)
		}
		made[i].At += shift
	}
	return after, made, changes
}

// isOneOfSeveral reports whether a call, given its index, is in a reply with others: a fix of one may let it run in the
// place of another one, which is what was meant.
func (d *Document) isOneOfSeveral(call int, callsOf callsReader) bool {
	before, i, ok := d.items.Seek(func(s sum) bool { return s.calls() > call })
	if !ok {
		return false
	}
	calls, _ := callsOf(before, i)
	own := call - before.calls()
	reply := calls[own].Segment
	for k := range calls {
		if k != own && calls[k].Segment == reply && calls[k].Listed() {
			return !reply.IsDocument()
		}
	}
	return false
}

// callAt returns the text of the first call that a range touches, and its start; "" and 0 if
// there is none.
func (d *Document) callAt(s xmlcall.Span, callsOf callsReader) (source string, start int) {
	for c := range d.callsIn(s.Start, s.End, callsOf) {
		return c.Source(), c.Span.Start + c.Shift
	}
	return "", 0
}

// lastCalls returns [Document.callsOf] that reads the same two items only once: an item
// can have a thousand findings, and their fixes are looked at one after the other.
func (d *Document) lastCalls() callsReader {
	type known struct {
		item  *item
		calls []Call
		shift int
	}
	var last, other known
	return func(before sum, i entry) ([]Call, int) {
		if last.item != i.item {
			if last, other = other, last; last.item != i.item {
				last.item = i.item
				last.calls, last.shift = d.callsOf(before, i)
			}
		}
		return last.calls, last.shift
	}
}

// improved returns the document after the edits of a fix, and whether it is better: it has
// fewer findings with the code of the one that was fixed, neither more errors nor more calls
// that are refused, and no fewer calls that run with what was written. Findings that directives suppress count, so that it costs what the
// edits touch: read is the number of bytes that were read.
func (d *Document) improved(edits []Edit, fixed *Placed) (next *Document, read int, ok bool) {
	next, more, read := d.editCounting(edits, fixed.Code)
	if fixed.Code == unusedDirective { // the whole text decides on it, so no item has it
		more = countOf(next.Diagnostics(), fixed.Code) - countOf(d.Diagnostics(), fixed.Code)
		read += next.text.Len()
	}
	was, is := d.Summary(), next.Summary()
	fine := func(s *Summary) int { return s.Outcomes[Runs] + s.Outcomes[Repaired] }
	return next, read, more < 0 && next.items.Summary().findings[Error] <= d.items.Summary().findings[Error] &&
		is.Refused <= was.Refused && fine(&is) >= fine(&was)
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
	shifts := make([]int, len(changes)+1) // before each change
	for k, c := range changes {
		shifts[k+1] = shifts[k] + c.Length - (c.End - c.Start)
	}
	for i := range made {
		at := made[i].At
		k := sort.Search(len(changes), func(k int) bool { return changes[k].End > at })
		if k < len(changes) {
			at = min(at, changes[k].Start)
		}
		made[i].At = at + shifts[k]
	}
	return made
}
