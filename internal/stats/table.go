package stats

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
)

// A least holds a value by each of some keys, and so many of them at most. Which it holds is decided by
// a hash of the keys alone: those with the least. A key that is among the least of all keys is so in
// every part of them that has it, so its value has all that was added for it, in whatever order. To hold
// those with the highest counts instead would depend on the order, with any bound.
type least[K comparable, V any] struct {
	most  int
	text  func(K) string // identifies and orders keys
	cells map[K]*held[K, V]
	heap  greatest[K, V] // the one with the greatest hash first
}

type held[K comparable, V any] struct {
	value V
	key   K
	text  string
	hash  uint64
}

func newLeast[K comparable, V any](most int, text func(K) string) least[K, V] {
	return least[K, V]{most: most, text: text, cells: map[K]*held[K, V]{}}
}

// at returns the value of a key, nil if it is not held, and the value of a key that no longer is; nil for none.
func (l *least[K, V]) at(key K) (value, dropped *V) {
	if h := l.cells[key]; h != nil {
		return &h.value, nil
	}
	text := l.text(key)
	h := &held[K, V]{key: key, text: text, hash: hashKey(text)}
	if len(l.cells) == l.most {
		if compareHeld(h, l.heap[0]) > 0 {
			return nil, nil
		}
		last := heap.Pop(&l.heap).(*held[K, V])
		dropped = &last.value
		delete(l.cells, last.key)
	}
	l.cells[key] = h
	heap.Push(&l.heap, h)
	return &h.value, dropped
}

// sorted returns what is held, in an order.
func (l *least[K, V]) sorted(order func(a, b *held[K, V]) int) []*held[K, V] {
	return slices.SortedFunc(slices.Values(l.heap), order)
}

func compareHeld[K comparable, V any](a, b *held[K, V]) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), compareText(a, b))
}

func compareText[K comparable, V any](a, b *held[K, V]) int { return strings.Compare(a.text, b.text) }

func hashKey(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	var sum [8]byte
	x := binary.BigEndian.Uint64(h.Sum(sum[:0]))
	// The last bytes hardly affect the high bits, by which keys are chosen.
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return x
}

type greatest[K comparable, V any] []*held[K, V]

func (g greatest[K, V]) Len() int           { return len(g) }
func (g greatest[K, V]) Less(i, j int) bool { return compareHeld(g[i], g[j]) > 0 }
func (g greatest[K, V]) Swap(i, j int)      { g[i], g[j] = g[j], g[i] }
func (g *greatest[K, V]) Push(x any)        { *g = append(*g, x.(*held[K, V])) }
func (g *greatest[K, V]) Pop() any {
	last := len(*g) - 1
	h := (*g)[last]
	(*g)[last] = nil
	*g = (*g)[:last]
	return h
}

// A table counts by keys: exactly those that it holds, and the others together.
type table[K comparable] struct {
	least[K, Cell]
	rest *Cell // counts of the keys that are not held; may be nil
}

// A Cell holds the counts for the calls with a key.
type Cell struct {
	Counts
	// Rules holds the number of calls with a diagnostic of a rule, by its code, and Causes the
	// number of calls for which the rule is the first with an error. Both may be nil.
	Rules  map[string]int64 `json:"rules,omitempty"`
	Causes map[string]int64 `json:"causes,omitempty"`
}

func (c *Cell) add(o *Cell) {
	c.Counts.Add(&o.Counts)
	c.Rules = sum(c.Rules, o.Rules)
	c.Causes = sum(c.Causes, o.Causes)
}

func sum(to, from map[string]int64) map[string]int64 {
	if to == nil && len(from) > 0 {
		to = make(map[string]int64, len(from))
	}
	for key, n := range from {
		to[key] += n
	}
	return to
}

func newTable[K comparable](most int, text func(K) string) *table[K] {
	return &table[K]{least: newLeast[K, Cell](most, text)}
}

func (t *table[K]) at(key K) *Cell {
	cell, dropped := t.least.at(key)
	if dropped != nil {
		t.others().add(dropped)
	}
	if cell == nil {
		return t.others()
	}
	return cell
}

// others returns the counts of the keys that are not held.
func (t *table[K]) others() *Cell {
	if t.rest == nil {
		t.rest = &Cell{}
	}
	return t.rest
}

func (t *table[K]) merge(o *table[K]) {
	for key, h := range o.cells {
		t.at(key).add(&h.value)
	}
	if o.rest != nil {
		t.others().add(o.rest)
	}
}
