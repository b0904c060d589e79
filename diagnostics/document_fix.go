package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Around returns the result for the stretch of the text that contains the bytes from
// start to end, with the text before and after it that proofs and fixes need: as if it
// were a text of its own, which starts at offset base of the document's. It is read
// once.
func (d *Document) Around(start, end int) (r *Result, base int) {
	r, before := d.reach(start, end)
	return r, before.bytes
}

// reach is [Document.Around] that also returns the sum before the stretch.
func (d *Document) reach(start, end int) (r *Result, before sum) {
	first, _, _ := d.items.Seek(func(s sum) bool { return s.bytes >= start })
	last, _, _ := d.items.Seek(func(s sum) bool { return s.bytes > end })
	return d.near(indexes{max(0, first.items-1), min(d.items.Len(), last.items+2)})
}

// whole returns the result of the whole text.
func (d *Document) whole() *Result {
	r, _ := d.near(indexes{0, d.items.Len()})
	return r
}

// A stretch is the result for some items.
type stretch struct {
	items  indexes
	result *Result
}

// maxStretches is the number of stretches that a document caches: the findings that a
// user examines in sequence are in a few.
const maxStretches = 8

// near returns the result for some items, and the sum before them.
func (d *Document) near(in indexes) (r *Result, before sum) {
	before = d.before(in.from)
	d.directed() // which may read calls
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.around {
		if s.items == in {
			return s.result, before
		}
	}
	r = d.shownOf(d.readStretch(in), before)
	if len(d.around) == maxStretches {
		d.around = slices.Delete(d.around, 0, 1)
	}
	d.around = append(d.around, stretch{in, r})
	return r, before
}

// readStretch reads some items, and the ones after them that proofs of fixes need.
func (d *Document) readStretch(in indexes) *Result {
	if d.once != nil && in == (indexes{0, d.items.Len()}) {
		return d.once
	}
	from, first, ok := d.items.Seek(func(s sum) bool { return s.items > in.from })
	if !ok { // there is nothing relevant
		return d.options.runPart(document.ReadWith(d.text.String(), d.asked, d.options.ReadOptions()))
	}
	to := d.proofEnd(in.to)
	file, _ := document.ReadPart(d.text.Slice(from.bytes, to.bytes), d.kind, document.PartOptions{
		State: first.state, Part: to.bytes < d.text.Len(), Rest: messageRest(d.items, to.items), Labels: d.labels(), ReadOptions: d.options.ReadOptions(), Layout: d.layout,
	})
	return d.options.runPart(file)
}

// proofEnd returns the sum up to the end of the items needed to prove fixes before the
// item with the given index: up to the one with the next call.
func (d *Document) proofEnd(index int) sum {
	end := d.before(index).bytes
	far := min(d.text.Len(), end+maxAfter)
	if next := d.text.IndexIn(end, far, "<tool>"); next >= 0 {
		far = next
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

// FixAll returns the edits that [Result.FixAll] makes of the text, each of a few
// calls at most.
func (d *Document) FixAll(keep func(*Diagnostic) bool) []Edit {
	fixed, changes, _ := d.fixAll(keep)
	var all []Edit
	for _, e := range changes.Edits(fixed.text) {
		all = append(all, Edit{Span: xmlcall.Span{Start: e.Start, End: e.End}, Text: e.Text})
	}
	return all
}

// Fixed returns the document after the edits of [Document.FixAll], or d itself if there
// are none.
func (d *Document) Fixed(keep func(*Diagnostic) bool) *Document {
	fixed, _, _ := d.fixAll(keep)
	return fixed
}

// fixAll returns the fixed document, the changes, and the number of rounds in which it changed.
func (d *Document) fixAll(keep func(*Diagnostic) bool) (fixed *Document, changes text.Changes, rounds int) {
	fixed = d
	apply := func(edits []Edit) {
		changes = changes.Then(changesOf(edits))
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
	next, _, _ := d.editCounting(edits, "")
	return next
}

// editCounting is [Document.editAll] that also returns by how many the number of findings
// with a code grows, unless the code is "", and how many bytes are read.
func (d *Document) editCounting(edits []Edit, code string) (next *Document, more, read int) {
	const few = 8 // the number of items of which one is edited
	if len(edits) > few+d.items.Len()/few {
		next = &Document{
			text: text.New(Apply(d.text.String(), edits)), asked: d.asked, kind: d.kind,
			options: d.options, brief: d.brief, decided: d.decided,
		}
		next.readAll()
		return next, (&edit{Document: next, old: d}).growth(code), next.text.Len()
	}
	next = d
	for _, one := range slices.Backward(edits) { // the offsets before it are unaffected
		e := next.edit(one.Span.Start, one.Span.End, one.Text)
		more += e.growth(code)
		read += e.cost
		next = e.Document
	}
	return next, more, read
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
	found := make([][]Edit, len(runs))
	cores.Each(len(runs), func(k int) {
		r, base := d.runOf(runs[k])
		found[k] = movedEdits(r.safeEdits(keep, d.before(runs[k].to).bytes-base-1, round), base)
	})
	all := d.directiveEdits(keep, round)
	for _, edits := range found {
		all = mergeEach(all, edits)
	}
	return all
}

// runOf returns the result for some items, which is not remembered, and where it starts.
func (d *Document) runOf(run indexes) (r *Result, base int) {
	before := d.before(run.from)
	return d.shownOf(d.readStretch(run), before), before.bytes
}
