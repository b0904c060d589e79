package diagnostics

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
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
// The proofs are made when they are first asked for, and kept.
func (d *Document) Prove(p *Finding) []Fix {
	if p.in == nil {
		return d.proveDirective(p)
	}
	return moved(p.in.prove(p.index), p.Shift)
}

// Safe reports whether a finding has a safe fix that fix-all applies.
func (d *Document) Safe(p *Finding) bool {
	return !p.Intended && !p.HeldBack && slices.ContainsFunc(d.Prove(p), func(f Fix) bool { return f.safe })
}

// Fixable reports whether fix-all fixes a finding, by a fix that is safe alone or, if what was meant by its call is
// certain, together with the others of that.
func (d *Document) Fixable(p *Finding) bool {
	return d.Safe(p) || p.in != nil && p.Call >= 0 && !p.Intended && !p.HeldBack && p.in.proofOf(p.Diagnostic.Call).corrects
}

// Uncertain reports whether a finding about a call has fixes, and fix-all makes none of them, alone or
// together with others: see [Uncertain].
func (d *Document) Uncertain(p *Finding) bool {
	return len(p.Fixes) > 0 && p.Call >= 0 && !p.Intended && !p.HeldBack && !d.Fixable(p)
}

// FixCall returns the fix that corrects everything in a call at once, given its index, or nil if
// the intent is not certain, or there is nothing to correct.
func (d *Document) FixCall(call int) *Fix {
	c, k := d.of(call)
	if c == nil {
		return nil
	}
	fix := c.newProver(k, nil).whole()
	if fix == nil {
		return nil
	}
	fix.safe = true
	return &moved([]Fix{*fix}, c.start)[0]
}

// proofOf returns what is proven about the fixes of a call.
func (r *result) proofOf(call int) *proof {
	r.proofs.mu.Lock()
	defer r.proofs.mu.Unlock()
	if r.proofs.of == nil {
		r.proofs.of = make([]proof, len(r.Calls))
		for i := range r.Diagnostics {
			if call := r.Diagnostics[i].Call; call >= 0 {
				r.proofs.of[call].findings = append(r.proofs.of[call].findings, i)
			}
		}
	}
	made := &r.proofs.of[call]
	if made.fixes != nil {
		return made
	}
	p := r.newProver(call, r.proofs.last)
	r.proofs.last = p.message
	var together []int
	alone := true
	proven := map[int][]Fix{}
	for _, i := range made.findings {
		f := &r.Diagnostics[i]
		fixes := slices.Clone(f.Fixes)
		for k := range fixes {
			fixes[k].safe = p.proves(fixes[k].own())
		}
		proven[i] = fixes
		alone = alone && slices.ContainsFunc(fixes, func(f Fix) bool { return f.safe })
		if inFixAll(f, r.File.Kind) {
			together = append(together, i)
		}
	}
	made.corrects = !alone && p.intended.Certain() && p.correct(together, true) != nil
	made.fixes = proven
	return made
}

// prove returns the fixes of a finding, with their proofs; see [Document.Prove].
func (r *result) prove(finding int) []Fix {
	f := &r.Diagnostics[finding]
	if len(f.Fixes) == 0 || f.Call < 0 {
		return f.Fixes
	}
	return r.proofOf(f.Call).fixes[finding]
}

// Proven iterates over the findings like [Document.Diagnostics], each with its fixes, as
// [Document.Prove] returns them.
func (d *Document) Proven() iter.Seq2[Finding, []Fix] {
	return func(yield func(Finding, []Fix) bool) {
		cores.Each(len(d.chunks), func(k int) {
			r := d.chunks[k].result
			for i := range r.Diagnostics {
				r.prove(i)
			}
		})
		for p := range d.Diagnostics() {
			if !yield(p, d.Prove(&p)) {
				return
			}
		}
	}
}
