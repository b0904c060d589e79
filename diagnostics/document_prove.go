package diagnostics

import (
	"iter"
	"runtime"
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
)

// Prove returns the fixes of a finding, with their proofs: each is safe or has a doubt. Their offsets
// are those of the document. A fix is safe if, applied alone, it leads to what the author of the call
// intended:
//
//   - a call that did not run, because it was not seen, was refused by the reader or by
//     its tool, runs only if each of its values is certain ([intent.Of]) and arrives as
//     intended;
//   - a call that ran still runs, with the same values or with the intended ones;
//   - a call that still does not run has one defect less, at a place whose meaning is
//     certain, and the same meaning as before;
//   - the message runs the same call as before, or the one that was fixed.
//
// The proofs are computed on the first call for a call's findings and cached.
func (d *Document) Prove(p *Placed) []Fix {
	if d.isDirected(p) {
		return d.proveFixes(p)
	}
	s, i := d.find(p)
	if i < 0 {
		return nil
	}
	return moved(s.prove(i), s.before.bytes)
}

// Safe reports whether a finding has a safe fix that fix-all applies.
func (d *Document) Safe(p *Placed) bool {
	return p != nil && p.described() && !p.Intended && safe(d.Prove(p)) != nil
}

// Fixable reports whether fix-all fixes something in the call of a finding, by a fix
// that is safe alone or together with others.
func (d *Document) Fixable(p *Placed) bool {
	if d.Safe(p) {
		return true
	}
	s, i := d.find(p)
	return i >= 0 && s.Diagnostics[i].Call >= 0 && len(s.editsOf(s.Diagnostics[i].Call, 0)) > 0
}

// Doubt returns the reason why no fix of a finding is safe: the doubt about the first. It is
// "" if fix-all makes one, alone or together with others, and if there is none.
func (d *Document) Doubt(p *Placed) string {
	fixes := d.Prove(p)
	if len(fixes) == 0 || p.Intended || safe(fixes) != nil {
		return ""
	}
	doubt := fixes[0].Doubt()
	if s, i := d.find(p); i >= 0 && s.Diagnostics[i].Call >= 0 {
		if call := s.Diagnostics[i].Call; s.fixCall(call) != nil || doubt == fixesPart && len(s.editsOf(call, 0)) > 0 {
			return ""
		}
	}
	return doubt
}

// FixCall returns the fix that corrects everything in a call at once, given its index, or nil if
// the intent is not certain, or there is nothing to correct.
func (d *Document) FixCall(call int) *Fix {
	s, i := d.findCall(call)
	if i < 0 {
		return nil
	}
	fix := s.fixCall(i)
	if fix != nil {
		*fix = fix.moved(s.before.bytes)
	}
	return fix
}

// Proven iterates over the findings like [Document.Diagnostics], each with its fixes, as
// [Document.Prove] returns them.
func (d *Document) Proven() iter.Seq2[Placed, []Fix] { return d.shownOf(d.provenFound, d.Prove) }

// provenFound is Proven without regard to directives.
func (d *Document) provenFound(yield func(Placed, []Fix) bool) {
	runs := d.runs(sum.found, func(sum, entry) bool { return true })
	// The number that is kept in memory at a time.
	for some := range slices.Chunk(runs, 8*runtime.GOMAXPROCS(0)) {
		proven := make([]map[int][]Fix, len(some))
		cores.Each(len(some), func(k int) { proven[k] = d.proveRun(some[k]) })
		for k, run := range some {
			at := 0
			for before, i := range d.itemsOf(run) {
				for f := range i.found {
					if !yield(i.placed(before, f), proven[k][at]) {
						return
					}
					at++
				}
			}
		}
	}
}

// proveRun returns the proven fixes of those findings of some items that have fixes, by the index of
// the finding among those of the items.
func (d *Document) proveRun(run indexes) map[int][]Fix {
	fixes := map[int][]Fix{}
	var r *reading
	base := d.before(run.from).bytes
	next := 0 // of the findings of r
	for _, i := range d.itemsOf(run) {
		for k := range i.found {
			if len(i.found[k].Fixes) > 0 {
				if r == nil {
					r = d.readStretch(run)
				}
				fixes[next] = moved(r.prove(next), base)
			}
			next++
		}
	}
	return fixes
}

// moved returns fixes at another place.
func moved(fixes []Fix, by int) []Fix {
	list := make([]Fix, len(fixes))
	for k := range fixes {
		list[k] = fixes[k].moved(by)
	}
	return list
}

// moved returns the fix at another place.
func (f Fix) moved(by int) Fix {
	if by == 0 {
		return f
	}
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
		edits[k].Span = at(edits[k].Span, by)
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
