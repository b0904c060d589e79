package edits

import "slices"

// Reduce shortens a text and a chain of its edits as far as fails still reports true.
// It makes at most tries tries.
func Reduce(text string, chain []Edit, tries int, fails func(text string, chain []Edit) bool) (string, []Edit) {
	r := &reduction{text: text, chain: chain, left: tries, fails: fails}
	for before := -1; before != r.size(); {
		before = r.size()
		r.fewer()
		r.shorter()
		r.simpler()
	}
	return r.text, r.chain
}

type reduction struct {
	text  string
	chain []Edit
	left  int
	fails func(string, []Edit) bool
}

func (r *reduction) size() int {
	n := len(r.text)
	for _, e := range r.chain {
		n += 1 + len(e.With)
	}
	return n
}

// try accepts a text and a chain if they also fail.
func (r *reduction) try(text string, chain []Edit) bool {
	if r.left == 0 {
		return false
	}
	r.left--
	if !r.fails(text, chain) {
		return false
	}
	r.text, r.chain = text, chain
	return true
}

// fewer starts the chain later, ends it earlier, and merges edits.
func (r *reduction) fewer() {
	first := func() bool { return r.try(r.chain[0].Apply(r.text), r.chain[1:]) }
	last := func() bool { return r.try(r.text, r.chain[:len(r.chain)-1]) }
	for len(r.chain) > 1 && (first() || last()) {
	}
	for k := 0; k+1 < len(r.chain); {
		before := r.text
		for _, e := range r.chain[:k] {
			before = e.Apply(before)
		}
		merged := between(before, r.chain[k+1].Apply(r.chain[k].Apply(before)))
		if !r.try(r.text, slices.Concat(r.chain[:k], []Edit{merged}, r.chain[k+2:])) {
			k++
		}
	}
}

// between returns the edit that turns before into after.
func between(before, after string) Edit {
	n := min(len(before), len(after))
	head := 0
	for head < n && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < n-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return Edit{head, len(before) - tail, after[head : len(after)-tail]}
}

// shorter removes stretches of the text that no edit touches.
func (r *reduction) shorter() {
	for size := len(r.text) / 2; size > 0; size /= 2 {
		for at := 0; at < len(r.text); {
			to := min(len(r.text), at+size)
			chain, ok := without(r.chain, at, to)
			if !ok || !r.try(r.text[:at]+r.text[to:], chain) {
				at += size
			}
		}
	}
}

// without returns the chain for the text without a stretch, given by its offsets. ok is
// false if an edit touches the stretch.
func without(chain []Edit, from, to int) (moved []Edit, ok bool) {
	n := to - from
	for _, e := range chain {
		switch {
		case e.From >= to:
			moved = append(moved, Edit{e.From - n, e.To - n, e.With})
		case e.To <= from:
			moved = append(moved, e)
			shift := len(e.With) - (e.To - e.From)
			from, to = from+shift, to+shift
		default:
			return nil, false
		}
	}
	return moved, true
}

// simpler shortens the text that the last edit replaces and inserts.
func (r *reduction) simpler() {
	last := len(r.chain) - 1
	replace := func(e Edit) bool {
		return r.try(r.text, append(slices.Clone(r.chain[:last]), e))
	}
	for size := len(r.chain[last].With) / 2; size > 0; size /= 2 {
		for at := 0; at < len(r.chain[last].With); {
			e := r.chain[last]
			e.With = e.With[:at] + e.With[min(len(e.With), at+size):]
			if !replace(e) {
				at += size
			}
		}
	}
	for again := true; again; {
		e := r.chain[last]
		again = e.From < e.To && (replace(Edit{e.From + 1, e.To, e.With}) || replace(Edit{e.From, e.To - 1, e.With}))
	}
}
