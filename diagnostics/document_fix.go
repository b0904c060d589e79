package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
)

// A stretch is what was read of some items, as if they were a text of its own, with the text after
// them that proofs of fixes need.
type stretch struct {
	*reading
	items  indexes
	before sum    // the items
	hidden []bool // the findings that directives suppress; nil if there are none
}

// hides reports whether a directive suppresses a finding.
func (s *stretch) hides(finding int) bool { return finding < len(s.hidden) && s.hidden[finding] }

// whole returns the stretch with the whole text.
func (d *Document) whole() *stretch { return d.near(indexes{0, d.items.Len()}) }

// reach returns a stretch with the bytes from start to end, and the text before and after them that
// proofs and fixes need.
func (d *Document) reach(start, end int) *stretch { return d.near(d.itemsNear(start, end)) }

// itemsNear returns the items that the bytes from start to end touch, and those beside them.
func (d *Document) itemsNear(start, end int) indexes {
	first, _, _ := d.items.Seek(func(s sum) bool { return s.bytes >= start })
	last, _, _ := d.items.Seek(func(s sum) bool { return s.bytes > end })
	return indexes{max(0, first.items-1), min(d.items.Len(), last.items+2)}
}

// maxStretches is the number of stretches that a document caches: the findings that a
// user examines in sequence are in a few.
const maxStretches = 8

// near returns a stretch with some items.
func (d *Document) near(in indexes) *stretch {
	d.directed() // which may read calls
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.around {
		if s.items == in {
			return s
		}
	}
	s := d.stretchOf(in)
	if len(d.around) == maxStretches {
		d.around = slices.Delete(d.around, 0, 1)
	}
	d.around = append(d.around, s)
	return s
}

// stretchOf returns the stretch with some items, which is not remembered.
func (d *Document) stretchOf(in indexes) *stretch {
	s := &stretch{reading: d.readStretch(in), items: in, before: d.before(in.from)}
	shown := d.directed()
	if shown == nil || len(shown.hidden) == 0 {
		return s
	}
	s.hidden = make([]bool, len(s.Diagnostics))
	first := 0
	for _, i := range d.itemsOf(in) {
		for _, k := range shown.hidden[i.item] {
			s.hidden[first+k] = true
		}
		first += len(i.found)
	}
	return s
}

// readStretch reads some items, and the ones after them that proofs of fixes need.
func (d *Document) readStretch(in indexes) *reading {
	if d.once != nil && in == (indexes{0, d.items.Len()}) {
		return d.once
	}
	return d.options.read(d.fileOf(in), false)
}

// fileOf divides the text of some items into segments, with that of the ones after them that proofs
// of fixes need.
func (d *Document) fileOf(in indexes) *document.File {
	from, first, ok := d.items.Seek(func(s sum) bool { return s.items > in.from })
	if !ok { // there is nothing relevant
		return document.ReadWith(d.text.String(), d.asked, d.options.ReadOptions())
	}
	to := d.proofEnd(in.to)
	file, _ := document.ReadPart(d.text.Slice(from.bytes, to.bytes), d.kind, document.PartOptions{
		State: first.state, Part: to.bytes < d.text.Len(), Rest: messageRest(d.items, to.items), Labels: d.labels(), ReadOptions: d.options.ReadOptions(), Layout: d.layout,
	})
	return file
}

// find returns the stretch around a finding, and its index there, or -1.
func (d *Document) find(p *Placed) (s *stretch, index int) {
	if p == nil || !p.described() || p.in == nil {
		return nil, -1
	}
	span := p.Place(p.Span)
	s = d.reach(span.Start, span.End)
	for _, i := range d.itemsOf(s.items) {
		if i.item == p.in {
			return s, index + p.index
		}
		index += len(i.found)
	}
	return s, -1
}

// findCall returns the stretch around a call, given its index, and its index there, or -1.
func (d *Document) findCall(call int) (s *stretch, index int) {
	before, _, ok := d.items.Seek(func(s sum) bool { return s.calls() > call })
	if !ok || call < 0 {
		return nil, -1
	}
	s = d.near(indexes{max(0, before.items-1), min(d.items.Len(), before.items+2)})
	return s, call - s.before.calls()
}

// proofEnd returns the sum up to the end of the items needed to prove fixes before the
// item with the given index: up to the one with the next call.
func (d *Document) proofEnd(index int) sum {
	end := d.before(index).bytes
	far := min(d.text.Len(), end+maxAfter)
	if next := strings.Index(d.text.Slice(end, far), "<tool>"); next >= 0 {
		far = end + next
	}
	if last, _, ok := d.items.Seek(func(s sum) bool { return s.bytes > far }); ok {
		return d.before(last.items + 1)
	}
	return d.items.Summary()
}

// before returns the sum before the item with the given index.
func (d *Document) before(index int) sum {
	before, _, _ := d.items.Seek(func(s sum) bool { return s.items > index })
	return before
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
	total := d.items.Summary().calls()
	for round := 0; ; round++ {
		s, i := d.findCall(call)
		if i < 0 || d.items.Summary().calls() != total {
			return nil
		}
		edits := s.editsOf(i, round)
		if len(edits) == 0 || round == maxRounds {
			return &s.Calls[i]
		}
		d = d.editAll(movedEdits(edits, s.before.bytes))
	}
}

// fixAll returns the fixed document, the changes, and the number of rounds in which it changed.
func (d *Document) fixAll(keep func(*Diagnostic) bool) (fixed *Document, changes changes, rounds int) {
	fixed = d
	apply := func(edits []Edit) {
		changes = changes.then(edits)
		fixed = fixed.editAll(edits)
	}
	seen := map[*item]bool{} // from the previous rounds
	for rounds < maxRounds {
		d.options.interrupt.check()
		edits := fixed.safeEdits(keep, seen, rounds)
		if len(edits) == 0 {
			break
		}
		apply(edits)
		rounds++
	}
	return fixed, changes, rounds
}

// editAll makes edits, which are sorted and disjoint. If there are many, the whole text
// is read again, because they touch most of it.
func (d *Document) editAll(edits []Edit) *Document {
	const few = 8 // the number of items of which one is edited
	if len(edits) > few+d.items.Len()/few {
		return open(input{
			text: text.New(Apply(d.text.String(), edits)), asked: d.asked, kind: d.kind,
			options: d.options, brief: d.brief, decided: d.decided,
		})
	}
	next := d
	for _, one := range slices.Backward(edits) { // the offsets before it are unaffected
		next = next.Edit(one.Span.Start, one.Span.End, one.Text)
	}
	return next
}

// safeEdits returns the edits that correct each call as far as is proven, and directives.
// round counts from 0; see trials. seen are the items that have not changed since they
// were examined.
func (d *Document) safeEdits(keep func(*Diagnostic) bool, seen map[*item]bool, round int) []Edit {
	var looked []*item // few: those with findings, and those after them that proofs depend on
	runs := d.runs(sum.found, func(before sum, _ entry) (changed bool) {
		for _, i := range d.itemsOf(indexes{before.items, d.proofEnd(before.items + 1).items}) {
			changed = changed || !seen[i.item]
			looked = append(looked, i.item)
		}
		return changed
	})
	for _, i := range looked {
		seen[i] = true
	}
	found, long := make([][]Edit, len(runs)), make([][][]Edit, len(runs))
	cores.Each(len(runs), func(k int) {
		s := d.stretchOf(runs[k])
		edits, calls := s.safeEdits(keep, d.before(runs[k].to).bytes-s.before.bytes-1, round)
		found[k] = movedEdits(edits, s.before.bytes)
		for _, edits := range calls {
			long[k] = append(long[k], movedEdits(edits, s.before.bytes))
		}
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
