// Package sumtree implements sequences as persistent balanced trees with summaries.
//
// A [Tree] is a sequence of items. Every item has a summary, summaries combine
// associatively, and each node of the tree stores the summary of the items below it. So
// the place where an accumulated summary passes some point (the byte 4711, the line 12,
// the first item with a heading) is found by descent, and the cost of a change is that
// of the path to it.
//
// A tree never changes. An operation returns a new tree that shares the nodes it did
// not touch with the old one; a tree that is kept is a snapshot. Nodes point downwards
// only and own their entries, so a tree keeps only its own items alive, and nothing of
// earlier versions.
//
// # Predicates
//
// A place in a tree is specified by a predicate on the accumulated summary, called
// reached in this package. It must be monotone: once it is true of the summary of the
// first n items, it is true of that of the first n+1. The place is the first item at
// which it is true, given the summary of all items up to and including that one; if it
// is never true, the place is the end. A predicate must depend on the summary alone. It
// is called O(log n) times.
package sumtree
