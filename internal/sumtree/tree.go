package sumtree

// A Summary describes a run of items. The zero value describes the empty run.
type Summary[S any] interface {
	// Add returns the summary of a run followed by another one. It must be
	// associative, must not change either summary, and adding the zero value
	// on either side must change nothing.
	Add(next S) S
}

// An Item is an element of a tree. The tree asks for an item's summary whenever it
// passes the item, so an expensive one should be stored in a field.
type Item[S any] interface {
	// Summary returns the summary of the run of this item alone.
	Summary() S
}

// A Tree is an immutable sequence of items. The zero value is the empty sequence. Trees
// are safe for concurrent use and cheap to copy; references in items and summaries are
// shared.
type Tree[T Item[S], S Summary[S]] struct {
	root *node[T, S] // nil if empty
}

// Of returns the tree of the items. It copies the slice and takes O(len(items)).
func Of[T Item[S], S Summary[S]](items ...T) Tree[T, S] {
	return Tree[T, S]{build[T, S](items)}
}

// Len returns the number of items, in O(1).
func (t Tree[T, S]) Len() int {
	if t.root == nil {
		return 0
	}
	return t.root.len
}

// Summary returns the summary of all items, in O(1).
func (t Tree[T, S]) Summary() S {
	if t.root == nil {
		var empty S
		return empty
	}
	return t.root.sum
}

// Splice returns the tree in which the items from the place of start up to, and
// not including, the one at the place of end are replaced, in O(log n) and the
// number of new items. If the place of end is before that of start, no item is
// removed.
//
// It copies little more than one path if both places are close together.
func (t Tree[T, S]) Splice(start, end func(sum S) bool, items ...T) Tree[T, S] {
	if t.root == nil {
		return Of[T, S](items...)
	}
	i := t.index(start)
	return Tree[T, S]{t.root.splice(i, max(i, t.index(end)), items)}
}

// index returns the number of items before the place.
func (t Tree[T, S]) index(reached func(sum S) bool) int {
	n := t.root
	if !reached(n.sum) {
		return n.len
	}
	index := 0
	var before S
	for {
		i, at := n.find(before, reached)
		if n.height == 0 {
			return index + i
		}
		for _, kid := range n.kids[:i] {
			index += kid.len
		}
		n, before = n.kids[i], at
	}
}
