package sumtree

import "slices"

// A node has from minEntries to maxEntries entries, items in a leaf and nodes
// elsewhere; the root may have fewer, but a root that is not a leaf has at
// least two. Fewer entries make seeking and splicing faster (8: by a fifth) and
// the tree larger (8: by two thirds); 32 doubles the time of seeking.
const (
	maxEntries = 16
	minEntries = maxEntries / 2
)

// A node is the root of a subtree, or of a tree. It is immutable once it is part of a
// tree, and owns its slices: a part of another node's slice would keep all of that
// node's entries alive.
type node[T Item[S], S Summary[S]] struct {
	sum    S
	len    int           // number of items below
	height int           // 0 is a leaf; all leaves have the same depth
	items  []T           // of a leaf
	kids   []*node[T, S] // of any other, each one lower than this
}

// entries returns the number of direct entries of n, items or nodes.
func (n *node[T, S]) entries() int { return len(n.items) + len(n.kids) }

// summary returns the summary of an entry.
func (n *node[T, S]) summary(i int) S {
	if n.height == 0 {
		return n.items[i].Summary()
	}
	return n.kids[i].sum
}

// leaf returns the leaf with the items, which it then owns, or nil if there are none.
func leaf[T Item[S], S Summary[S]](items []T) *node[T, S] {
	if len(items) == 0 {
		return nil
	}
	n := &node[T, S]{len: len(items), items: items}
	for i := range items {
		n.sum = n.sum.Add(items[i].Summary())
	}
	return n
}

// branch returns a tree of nodes of one height: a node above them, which then owns the
// slice; the only one; or nil. The caller ensures that there are not too many or,
// unless it will be a root, too few.
func branch[T Item[S], S Summary[S]](kids []*node[T, S]) *node[T, S] {
	switch len(kids) {
	case 0:
		return nil
	case 1:
		return kids[0]
	}
	n := &node[T, S]{height: kids[0].height + 1, kids: kids}
	for _, kid := range kids {
		n.sum = n.sum.Add(kid.sum)
		n.len += kid.len
	}
	return n
}

// build returns a tree of the items, as compact as possible.
func build[T Item[S], S Summary[S]](items []T) *node[T, S] {
	var level []*node[T, S]
	for run := range runs(items) {
		level = append(level, leaf[T, S](run))
	}
	for len(level) > 1 {
		var above []*node[T, S]
		for run := range runs(level) {
			above = append(above, branch(run))
		}
		level = above
	}
	return branch(level)
}

// runs cuts the entries of a level into those of its nodes and copies them. All nodes
// are full except the last two, which share the rest.
func runs[E any](entries []E) func(yield func([]E) bool) {
	return func(yield func([]E) bool) {
		for len(entries) > 0 {
			n := min(maxEntries, len(entries))
			if rest := len(entries) - n; 0 < rest && rest < minEntries {
				n = (len(entries) + 1) / 2
			}
			if !yield(slices.Clone(entries[:n])) {
				return
			}
			entries = entries[n:]
		}
	}
}

// join returns the tree of a's items followed by b's. Either may be nil.
func join[T Item[S], S Summary[S]](a, b *node[T, S]) *node[T, S] {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	case a.height >= b.height:
		return branch(a.push(b))
	}
	return branch(b.unshift(a))
}

// push appends the other tree, which is not higher. It returns one or two nodes
// of n's height.
func (n *node[T, S]) push(other *node[T, S]) []*node[T, S] {
	if n.height == other.height {
		return n.merge(other)
	}
	last := len(n.kids) - 1
	return spread(branch[T, S], n.kids[:last], n.kids[last].push(other))
}

// unshift prepends the other tree, which is not higher. It returns one or two
// nodes of n's height.
func (n *node[T, S]) unshift(other *node[T, S]) []*node[T, S] {
	if n.height == other.height {
		return other.merge(n)
	}
	return spread(branch[T, S], n.kids[0].unshift(other), n.kids[1:])
}

// merge puts the entries of two roots of one height into one or two nodes that
// need not be roots.
func (n *node[T, S]) merge(next *node[T, S]) []*node[T, S] {
	switch {
	case n.entries() >= minEntries && next.entries() >= minEntries:
		return []*node[T, S]{n, next}
	case n.height == 0:
		return spread(leaf[T, S], n.items, next.items)
	}
	return spread(branch[T, S], n.kids, next.kids)
}

// spread makes one or two nodes of the entries of a followed by those of b,
// which are at most twice as many as a node may have.
func spread[E, N any](newNode func([]E) N, a, b []E) []N {
	all := slices.Concat(a, b)
	if len(all) <= maxEntries {
		return []N{newNode(all)}
	}
	half := len(all) / 2
	return []N{newNode(slices.Clone(all[:half])), newNode(slices.Clone(all[half:]))}
}

// find returns the first entry at which reached is true and the summary of the entries
// before it. It must exist.
func (n *node[T, S]) find(before S, reached func(S) bool) (int, S) {
	last := n.entries() - 1
	for i := range last {
		sum := before.Add(n.summary(i))
		if reached(sum) {
			return i, before
		}
		before = sum
	}
	return last, before
}

// kidAt returns the entry that contains the place before the i-th item, and the number
// of items before that entry. Between two entries it is the first.
func (n *node[T, S]) kidAt(i int) (kid, before int) {
	for i > before+n.kids[kid].len {
		before += n.kids[kid].len
		kid++
	}
	return kid, before
}

// prefix returns the tree of the first i items.
func (n *node[T, S]) prefix(i int) *node[T, S] {
	switch {
	case i == 0:
		return nil
	case i == n.len:
		return n
	case n.height == 0:
		return leaf[T, S](slices.Clone(n.items[:i]))
	}
	k, before := n.kidAt(i)
	return join(branch(slices.Clone(n.kids[:k])), n.kids[k].prefix(i-before))
}

// suffix returns the tree of the items from the i-th on.
func (n *node[T, S]) suffix(i int) *node[T, S] {
	switch {
	case i == 0:
		return n
	case i == n.len:
		return nil
	case n.height == 0:
		return leaf[T, S](slices.Clone(n.items[i:]))
	}
	k, before := n.kidAt(i)
	return join(n.kids[k].suffix(i-before), branch(slices.Clone(n.kids[k+1:])))
}

// splice replaces the items from the i-th up to, and not including, the j-th.
func (n *node[T, S]) splice(i, j int, items []T) *node[T, S] {
	if n.height == 0 {
		all := slices.Concat(n.items[:i], items, n.items[j:])
		if len(all) <= maxEntries {
			return leaf[T, S](all)
		}
		return build[T, S](all)
	}
	k, before := n.kidAt(i)
	if i < j && i == before+n.kids[k].len {
		before += n.kids[k].len
		k++
	}
	kid := n.kids[k]
	if j > before+kid.len {
		return join(join(n.prefix(i), build[T, S](items)), n.suffix(j))
	}
	// Both places are below this entry. The new subtree usually fits where the old one
	// was.
	changed := kid.splice(i-before, j-before, items)
	if changed != nil && changed.height == kid.height && changed.entries() >= minEntries {
		kids := slices.Clone(n.kids)
		kids[k] = changed
		return branch(kids)
	}
	left, right := branch(slices.Clone(n.kids[:k])), branch(slices.Clone(n.kids[k+1:]))
	return join(join(left, changed), right)
}
