package diagnostics

import (
	"iter"
	"runtime"
	"slices"
	"sync"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Prove returns the fixes of a finding, in the order in which its rule wrote them, with their proofs. Their offsets
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
	return p != nil && p.described() && !p.Intended && !p.HeldBack && safe(d.Prove(p)) != nil
}

// Fixable reports whether fix-all fixes a finding, by a fix that is safe alone or together with the others
// of its call.
func (d *Document) Fixable(p *Placed) bool { return d.Safe(p) || d.fixesTogether(p) }

// fixesTogether reports whether what was meant by the call of a finding is certain, and fix-all corrects it.
func (d *Document) fixesTogether(p *Placed) bool {
	s, i := d.find(p)
	if i < 0 || s.Diagnostics[i].Call < 0 || p.Intended || p.HeldBack {
		return false
	}
	return s.proverOf(s.Diagnostics[i].Call).corrected()
}

// Uncertain reports whether a finding about a call has fixes, and fix-all makes none of them, alone or
// together with others: see [Uncertain].
func (d *Document) Uncertain(p *Placed) bool {
	fixes := d.Prove(p)
	return len(fixes) > 0 && p.Call >= 0 && !p.Intended && !p.HeldBack && safe(fixes) == nil && !d.fixesTogether(p)
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
	for some := range slices.Chunk(runs, 4*runtime.GOMAXPROCS(0)) {
		proven := make([]provenRun, len(some))
		cores.Each(len(some), func(k int) { proven[k] = d.proveRun(some[k]) })
		for k, run := range some {
			at := 0
			for before, i := range d.itemsOf(run) {
				for f := range i.found {
					if !yield(i.placed(before, f), proven[k].prove(at, &i.found[f])) {
						return
					}
					at++
				}
			}
		}
	}
}

// A provenRun is some items whose first findings are proven.
type provenRun struct {
	read  func() *reading // of the items
	base  int             // their offset in the document
	fixes map[int][]Fix   // by the index of the finding
}

// proveRun proves the first findings of some items.
func (d *Document) proveRun(run indexes) provenRun {
	read := sync.OnceValue(func() *reading { return d.readStretch(run) })
	p := provenRun{read: read, base: d.before(run.from).bytes, fixes: map[int][]Fix{}}
	next := 0
	for _, i := range d.itemsOf(run) {
		for k := range i.found {
			if next == maxProvers {
				return p
			}
			if len(i.found[k].Fixes) > 0 {
				p.fixes[next] = moved(read().prove(next), p.base)
			}
			next++
		}
	}
	return p
}

// prove returns the proven fixes of a finding. What proofs of further ones learn of their calls is
// forgotten from time to time: an item can have any number.
func (p *provenRun) prove(finding int, f *Diagnostic) []Fix {
	if finding < maxProvers || len(f.Fixes) == 0 {
		return p.fixes[finding]
	}
	r := p.read()
	r.forgetMany()
	return moved(r.prove(finding), p.base)
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

// at returns a span at another place.
func at(s xmlcall.Span, shift int) xmlcall.Span {
	return xmlcall.Span{Start: s.Start + shift, End: s.End + shift}
}

// movedEdits returns edits at another place.
func movedEdits(edits []Edit, by int) []Edit {
	edits = slices.Clone(edits)
	for k := range edits {
		edits[k].Span = at(edits[k].Span, by)
	}
	return edits
}

// runBytes and runFindings are the approximate numbers of bytes and findings that are read together to
// prove fixes.
var runBytes, runFindings = 64 << 10, 1 << 10

// runs returns the relevant items, in runs of adjacent ones that are not too large.
func (d *Document) runs(has func(sum) bool, wanted func(before sum, i entry) bool) []indexes {
	var runs []indexes
	size, findings := 0, 0
	for before, i := range d.items.Select(nil, has) {
		if !wanted(before, i) {
			continue
		}
		if k := len(runs) - 1; k < 0 || runs[k].to != before.items || size > runBytes || findings > runFindings {
			runs = append(runs, indexes{from: before.items})
			size, findings = 0, 0
		}
		runs[len(runs)-1].to = before.items + 1
		size += i.sum.bytes
		findings += len(i.found)
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
