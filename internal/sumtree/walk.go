package sumtree

import "iter"

// Seek returns the first item at which reached is true, and the summary of all
// items before it, in O(log n). If there is none, it returns false and the
// summary of the tree.
func (t Tree[T, S]) Seek(reached func(sum S) bool) (before S, item T, ok bool) {
	n := t.root
	if n == nil || !reached(n.sum) {
		return t.Summary(), item, false
	}
	for {
		i, at := n.find(before, reached)
		if before = at; n.height == 0 {
			return before, n.items[i], true
		}
		n = n.kids[i]
	}
}

// All iterates over the items in order, each with the summary of all items
// before it.
func (t Tree[T, S]) All() iter.Seq2[S, T] { return t.Select(nil, nil) }

// From iterates from the item that [Tree.Seek] finds to the last, each with the
// summary of all items before it.
func (t Tree[T, S]) From(reached func(sum S) bool) iter.Seq2[S, T] { return t.Select(reached, nil) }

// Select iterates like [Tree.From] over the items whose own summary satisfies has. It
// skips every subtree whose summary does not, so the next such item is found in O(log
// n). If has is true of an item, it must be true of every run that includes that item.
// A nil reached means the start of the tree, and a nil has is true of everything.
func (t Tree[T, S]) Select(reached, has func(sum S) bool) iter.Seq2[S, T] {
	return func(yield func(S, T) bool) {
		w := walk[T, S]{reached, has, yield}
		if t.root != nil {
			var empty S
			w.forward(t.root, empty)
		}
	}
}

// SelectBackward iterates like [Tree.Select], but from the item that [Tree.Seek] finds
// to the first. If Seek finds none, or reached is nil, it starts with the last item.
func (t Tree[T, S]) SelectBackward(reached, has func(sum S) bool) iter.Seq2[S, T] {
	return func(yield func(S, T) bool) {
		w := walk[T, S]{reached, has, yield}
		if t.root != nil {
			var empty S
			w.backward(t.root, empty)
		}
	}
}

// A walk is one iteration.
type walk[T Item[S], S Summary[S]] struct {
	reached func(S) bool // nil once the start was found
	has     func(S) bool // nil is always true
	yield   func(S, T) bool
}

// wants reports whether the walk enters an entry with this summary.
func (w *walk[T, S]) wants(sum S) bool { return w.has == nil || w.has(sum) }

// forward walks over the subtree and reports whether to continue.
func (w *walk[T, S]) forward(n *node[T, S], before S) bool {
	for _, kid := range n.kids {
		after := before.Add(kid.sum)
		if (w.reached == nil || w.reached(after)) && w.wants(kid.sum) && !w.forward(kid, before) {
			return false
		}
		before = after
	}
	for i := range n.items {
		sum := n.items[i].Summary()
		after := before.Add(sum)
		if w.reached != nil && w.reached(after) {
			w.reached = nil
		}
		if w.reached == nil && w.wants(sum) && !w.yield(before, n.items[i]) {
			return false
		}
		before = after
	}
	return true
}

// backward walks over the subtree from its end, or from the start of the walk if that
// is in it, and reports whether to continue. Summaries cannot be subtracted, so those
// before the entries are added up first.
func (w *walk[T, S]) backward(n *node[T, S], before S) bool {
	var befores [maxEntries]S
	last := n.entries() - 1
	for i := range last {
		befores[i] = before
		if before = before.Add(n.summary(i)); w.reached != nil && w.reached(before) {
			last, before = i, befores[i]
			break
		}
	}
	befores[last] = before
	for i := last; i >= 0; i-- {
		switch {
		case n.height == 0:
			w.reached = nil
			if item := n.items[i]; w.wants(item.Summary()) && !w.yield(befores[i], item) {
				return false
			}
		case w.wants(n.kids[i].sum):
			if !w.backward(n.kids[i], befores[i]) {
				return false
			}
		}
		w.reached = nil
	}
	return true
}
