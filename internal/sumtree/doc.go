// Package sumtree holds sequences as persistent balanced trees with summaries.
//
// A [Tree] is a sequence of items. Every item has a summary, summaries combine
// associatively, and each node of the tree keeps the summary of what is below
// it. So the place where an accumulated summary passes some point (the byte
// 4711, the line 12, the first item with a heading) is found by descent, and
// the cost of a change is that of the path to it.
//
// A tree never changes. An operation returns a new tree that shares the nodes
// it did not touch with the old one; a tree that is kept is a snapshot. Nodes
// point downwards only and own their entries, so a tree keeps alive what it
// holds and nothing of the versions before it.
//
// # Predicates
//
// A place in a tree is named by a predicate on the accumulated summary, called
// reached in this package. It must be monotone: once it is true of the summary
// of the first n items, it is true of that of the first n+1. The place is the
// first item at which it is true, given the summary of all items up to and
// including that one; if it is never true, the place is the end. A predicate
// must depend on the summary alone. It is called O(log n) times.
package sumtree
