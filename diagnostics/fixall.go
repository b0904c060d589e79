package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/cores"
)

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
	found := make([][]Edit, len(list))
	cores.Each(len(list), func(k int) {
		c := list[k]
		findings := d.findingsAbout(c, func(f *Diagnostic) bool { return d.InFixAll(f) && (keep == nil || keep(f)) })
		found[k] = c.correct(findings, keep == nil)
	})
	all := d.directiveEdits(keep)
	for k, c := range list {
		for _, e := range movedEdits(found[k], c.start) {
			all = merge(all, []Edit{e})
		}
	}
	return all
}

// correct returns the edits of the file that are proven to correct the calls with findings.
func (r *result) correct(findings [][]int, whole bool) (edits []Edit) {
	var in *messageRun
	for call, findings := range findings {
		if len(findings) == 0 {
			continue
		}
		p := r.newProver(call, in)
		in = p.message
		if fix := p.correct(findings, whole); fix != nil {
			edits = append(edits, fix.Edits...)
		}
	}
	return edits
}
