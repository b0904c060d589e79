package diagnostics

import (
	"iter"
	"runtime"
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
)

// Proven iterates over the findings like [Document.Diagnostics], each with its fixes, proven by
// [Result.Prove]. Their offsets are those of the finding.
func (d *Document) Proven() iter.Seq2[Placed, []Fix] {
	if s := d.directed(); s != nil {
		return d.provenShown(s)
	}
	return d.provenFound
}

// provenShown is Proven for a document with directives.
func (d *Document) provenShown(s *shown) iter.Seq2[Placed, []Fix] {
	return func(yield func(Placed, []Fix) bool) {
		added := s.added
		addedBefore := func(end *Placed) bool {
			for ; len(added) > 0 && (end == nil || comparePlaced(&added[0], end) < 0); added = added[1:] {
				p := added[0]
				r, i := d.find(&p)
				fixes := slices.Clone(r.Prove(i))
				for k := range fixes {
					fixes[k].Edits = movedEdits(fixes[k].Edits, r.base-p.Shift)
				}
				if !yield(p, fixes) {
					return false
				}
			}
			return true
		}
		for p, fixes := range d.provenFound {
			if !addedBefore(&p) || !s.hides(&p) && !yield(p, fixes) {
				return
			}
		}
		addedBefore(nil)
	}
}

// provenFound is Proven without regard to directives.
func (d *Document) provenFound(yield func(Placed, []Fix) bool) {
	runs := d.runs(sum.found, func(sum, entry) bool { return true })
	// The number that is kept in memory at a time.
	for some := range slices.Chunk(runs, 8*runtime.GOMAXPROCS(0)) {
		proven := make([][][]Fix, len(some))
		cores.Each(len(some), func(k int) { proven[k] = d.proveRun(some[k]) })
		for k, run := range some {
			for before, i := range d.itemsOf(run) {
				for f := range i.found {
					if !yield(i.placed(before, f), proven[k][f]) {
						return
					}
				}
				proven[k] = proven[k][len(i.found):]
			}
		}
	}
}

// proveRun returns the proven fixes of each finding of some items.
func (d *Document) proveRun(run indexes) [][]Fix {
	var fixes [][]Fix
	var r *Result
	base := d.before(run.from).bytes
	next := 0 // of the findings of r
	for before, i := range d.itemsOf(run) {
		for k := range i.found {
			var proven []Fix
			if len(i.found[k].Fixes) > 0 {
				if r == nil {
					r = d.readStretch(run)
				}
				proven = slices.Clone(r.Prove(next))
				for f := range proven {
					proven[f] = proven[f].moved(base - (before.bytes - i.start))
				}
			}
			fixes = append(fixes, proven)
			next++
		}
	}
	return fixes
}

// moved returns the fix at another place.
func (f Fix) moved(by int) Fix {
	edits := movedEdits(f.Edits, by)
	if f.within == nil {
		within := f.Edits
		f.within = &within
	}
	f.Edits = edits
	return f
}

// movedEdits returns edits at another place.
func movedEdits(edits []Edit, by int) []Edit {
	edits = slices.Clone(edits)
	for k := range edits {
		edits[k].Span.Start += by
		edits[k].Span.End += by
	}
	return edits
}

// runBytes is the approximate number of bytes that are read together to prove fixes.
var runBytes = 64 << 10

// runs returns the relevant items, in runs of adjacent ones that are not too large.
func (d *Document) runs(has func(sum) bool, wanted func(before sum, i entry) bool) []indexes {
	var runs []indexes
	size := 0
	for before, i := range d.items.Select(nil, has) {
		if !wanted(before, i) {
			continue
		}
		if k := len(runs) - 1; k < 0 || runs[k].to != before.items || size > runBytes {
			runs = append(runs, indexes{from: before.items})
			size = 0
		}
		runs[len(runs)-1].to = before.items + 1
		size += i.sum.bytes
	}
	return runs
}

// itemsOf iterates over some items, each with the sum before it.
func (d *Document) itemsOf(run indexes) iter.Seq2[sum, entry] {
	return func(yield func(sum, entry) bool) {
		for before, i := range d.items.From(func(s sum) bool { return s.items > run.from }) {
			if before.items >= run.to || !yield(before, i) {
				return
			}
		}
	}
}
