package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/document"
)

// maxTrials bounds fix-all: its rounds, each of which fixes what the previous one uncovered, and in each the proofs for a
// group of edits. A few are always enough.
const maxTrials = 20

// InFixAll reports whether fix-all considers a finding of the document: not in an example that is,
// or may be, wrong on purpose, and in a document only errors and warnings.
func (d *Document) InFixAll(f *Diagnostic) bool { return inFixAll(f, d.kind) }

func inFixAll(f *Diagnostic, kind document.Kind) bool {
	return !f.Intended && !f.HeldBack && (kind != document.Document && !kind.Source() || f.Severity <= Warning)
}

// FixAll returns the edits that apply the safe fixes of every finding for which keep reports true, of
// every finding if keep is nil, until none is left, each of a few calls at most. In a document only
// errors and warnings are fixed: an example may be shorter than a call.
func (d *Document) FixAll(keep func(*Diagnostic) bool) []Edit {
	fixed, changes := d.fixAll(keep)
	return changes.edits(fixed.text.String())
}

// Fixed returns the document after the edits of [Document.FixAll], or d itself if there
// are none.
func (d *Document) Fixed(keep func(*Diagnostic) bool) *Document {
	fixed, _ := d.fixAll(keep)
	return fixed
}

// fixAll returns the fixed document and the changes.
func (d *Document) fixAll(keep func(*Diagnostic) bool) (fixed *Document, changes changes) {
	fixed = d
	known := map[*result]bool{} // from the previous rounds
	for range maxTrials {
		d.options.interrupt.check()
		edits := fixed.safeEdits(keep, known)
		if len(edits) == 0 {
			break
		}
		fixed, changes = fixed.editAll(edits), changes.then(edits)
	}
	return fixed, changes
}

// safeEdits returns the edits that correct each call as far as is proven, and directives.
// known are the contents that have not changed since they were examined.
func (d *Document) safeEdits(keep func(*Diagnostic) bool, known map[*result]bool) []Edit {
	var list []*chunk
	for i := range d.chunks {
		if c := &d.chunks[i]; len(c.Diagnostics) > 0 && !known[c.result] {
			known[c.result] = true
			list = append(list, c)
		}
	}
	found := make([][][]Edit, len(list))
	cores.Each(len(list), func(k int) {
		c := list[k]
		findings := d.findingsAbout(c, func(f *Diagnostic) bool { return d.InFixAll(f) && (keep == nil || keep(f)) })
		found[k] = c.correct(findings, keep == nil)
	})
	all := d.directiveEdits(keep)
	for k, c := range list {
		for _, edits := range found[k] {
			for _, e := range movedEdits(edits, c.start) {
				all = merge(all, []Edit{e})
			}
		}
	}
	return all
}

// correct returns, for each call with findings, the edits of the file that are proven to correct it.
func (r *result) correct(findings [][]int, whole bool) (made [][]Edit) {
	var in *message
	for call, findings := range findings {
		if len(findings) == 0 {
			continue
		}
		p := r.newProver(call, in)
		in = p.message
		if fix := p.correct(findings, whole); fix != nil {
			made = append(made, fix.Edits)
		}
	}
	return made
}

// most returns as many of some things as are found to be compatible: all of
// them if possible, otherwise those of halves, and of halves of these, that are
// compatible with those found before. Each trial asks once, and no two about the same. What is not found in
// [maxTrials] may be in the next round.
func most[E any](all []E, together func(some []E) bool) (taken []E) {
	trials := maxTrials
	var try func(of []E, failed bool)
	try = func(of []E, failed bool) { // failed: these are not compatible with those taken
		if len(of) == 0 || trials == 0 {
			return
		}
		if !failed {
			trials--
			if with := slices.Concat(taken, of); together(with) {
				taken = with
				return
			}
		}
		if len(of) > 1 {
			half, before := len(of)/2, len(taken)
			try(of[:half], false)
			try(of[half:], len(taken)-before == half)
		}
	}
	try(all, false)
	return taken
}
