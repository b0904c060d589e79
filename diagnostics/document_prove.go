package diagnostics

import (
	"iter"
	"runtime"
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Prove returns the fixes of a finding, in the order in which its rule wrote them, with their proofs. Their offsets
// are those of the document. A fix is safe if, applied alone, it leads to what the author of the call
// intended:
//
//   - a call that did not run, because it was not seen, was refused by the reader or by
//     its tool, runs only if each of its values is certain ([call.IntentOf]) and arrives as
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
	if p == nil || !p.described() || p.in == nil {
		return nil
	}
	return moved(p.in.prove(p.index), p.Shift)
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
	if p == nil || !p.described() || p.in == nil || p.Diagnostic.Call < 0 || p.Intended || p.HeldBack {
		return false
	}
	return p.in.proverOf(p.Diagnostic.Call).corrected()
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
	i, ok := d.of(call)
	if !ok {
		return nil
	}
	c := &d.chunks[i]
	fix := d.seen(c).fixCall(call - c.calls)
	if fix != nil {
		*fix = fix.moved(c.start)
	}
	return fix
}

// Proven iterates over the findings like [Document.Diagnostics], each with its fixes, as
// [Document.Prove] returns them.
func (d *Document) Proven() iter.Seq2[Placed, []Fix] { return d.shownOf(d.provenFound, d.Prove) }

// provenFound is Proven without regard to directives.
func (d *Document) provenFound(yield func(Placed, []Fix) bool) {
	// The number of chunks whose proofs are kept in memory at a time.
	for some := range slices.Chunk(d.withFindings(), 16*runtime.GOMAXPROCS(0)) {
		cores.Each(len(some), func(k int) {
			c := some[k]
			for i := range min(len(c.Diagnostics), maxProvers) {
				c.prove(i)
			}
		})
		for _, c := range some {
			for i := range c.Diagnostics {
				if i >= maxProvers {
					c.forgetMany()
				}
				if !yield(c.placed(i), moved(c.prove(i), c.start)) {
					return
				}
			}
			c.forget()
		}
	}
}

// withFindings returns the chunks with findings.
func (d *Document) withFindings() (list []*chunk) {
	for i := range d.chunks {
		if c := &d.chunks[i]; c.sum.found() {
			list = append(list, c)
		}
	}
	return list
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
