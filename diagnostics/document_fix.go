package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
)

// A seen is a chunk as a person sees it: without the findings that directives suppress.
type seen struct {
	*chunk
	hidden []int // the findings that directives suppress, in order
}

// hides reports whether a directive suppresses a finding.
func (s *seen) hides(finding int) bool {
	_, hidden := slices.BinarySearch(s.hidden, finding)
	return hidden
}

// seen returns a chunk as a person sees it.
func (d *Document) seen(c *chunk) *seen {
	s := &seen{chunk: c}
	if shown := d.directed(); shown != nil {
		s.hidden = shown.hidden[c.content]
	}
	return s
}

// FixAll returns the edits that apply the safe fixes of every finding for which keep reports true, of
// every finding if keep is nil, until none is left, each of a few calls at most. In a document only
// errors and warnings are fixed: an example may be shorter than a call.
func (d *Document) FixAll(keep func(*Diagnostic) bool) []Edit {
	fixed, changes, _ := d.fixAll(keep)
	return changes.edits(fixed.text.String())
}

// Fixed returns the document after the edits of [Document.FixAll], or d itself if there
// are none.
func (d *Document) Fixed(keep func(*Diagnostic) bool) *Document {
	fixed, _, _ := d.fixAll(keep)
	return fixed
}

// FixedCall returns a call, given its index, after fix-all of it alone; nil if it is not known which of
// the calls it then is.
func (d *Document) FixedCall(call int) *Call {
	total := d.sum.calls
	for round := 0; ; round++ {
		i, ok := d.of(call)
		if !ok || d.sum.calls != total {
			return nil
		}
		c := &d.chunks[i]
		edits := d.seen(c).editsOf(call-c.calls, round)
		if len(edits) == 0 || round == maxRounds {
			return &c.Calls[call-c.calls]
		}
		d = d.editAll(movedEdits(edits, c.start))
	}
}

// fixAll returns the fixed document, the changes, and the number of rounds in which it changed.
func (d *Document) fixAll(keep func(*Diagnostic) bool) (fixed *Document, changes changes, rounds int) {
	fixed = d
	apply := func(edits []Edit) {
		changes = changes.then(edits)
		fixed = fixed.editAll(edits)
	}
	known := map[*content]bool{} // from the previous rounds
	for rounds < maxRounds {
		d.options.interrupt.check()
		edits := fixed.safeEdits(keep, known, rounds)
		if len(edits) == 0 {
			break
		}
		apply(edits)
		rounds++
	}
	return fixed, changes, rounds
}

// safeEdits returns the edits that correct each call as far as is proven, and directives.
// round counts from 0; see trials. known are the contents that have not changed since they
// were examined.
func (d *Document) safeEdits(keep func(*Diagnostic) bool, known map[*content]bool, round int) []Edit {
	list := slices.DeleteFunc(d.withFindings(), func(c *chunk) bool { return known[c.content] })
	for _, c := range list {
		known[c.content] = true
	}
	found, long := make([][]Edit, len(list)), make([][][]Edit, len(list))
	cores.Each(len(list), func(k int) {
		c := list[k]
		edits, calls := d.seen(c).safeEdits(keep, round)
		found[k] = movedEdits(edits, c.start)
		for _, edits := range calls {
			long[k] = append(long[k], movedEdits(edits, c.start))
		}
		c.forget()
	})
	all := d.directiveEdits(keep, round)
	for _, edits := range found {
		all = mergeEach(all, edits)
	}
	if long := slices.Concat(long...); len(long) > 0 {
		return d.keptInReply(all, long, round)
	}
	return all
}
