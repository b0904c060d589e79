package stats

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
)

// A table counts by keys, and holds so many of them at most. Which it holds is decided by a
// hash of the keys alone: those with the least. A key that is among the least of all keys is so in
// every part of them that has it, so its counts are exact, whatever was added in which order; the
// others are counted together. To hold those with the highest counts instead would depend on the
// order, with any bound.
type table[K comparable] struct {
	most  int
	text  func(K) string // identifies and orders keys
	cells map[K]*held[K]
	heap  greatest[K] // the one with the greatest hash first
	rest  *Cell       // counts of the keys that are not kept; may be nil
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

type held[K comparable] struct {
	Cell
	key  K
	text string
	hash uint64
}

func newTable[K comparable](most int, text func(K) string) *table[K] {
	return &table[K]{most: most, text: text, cells: map[K]*held[K]{}}
}

func (t *table[K]) at(key K) *Cell {
	if h := t.cells[key]; h != nil {
		return &h.Cell
	}
	text := t.text(key)
	h := &held[K]{key: key, text: text, hash: hashKey(text)}
	if len(t.cells) == t.most {
		last := t.heap[0]
		if t.rest == nil {
			t.rest = &Cell{}
		}
		if compareHeld(h, last) > 0 {
			return t.rest
		}
		t.rest.add(&last.Cell)
		heap.Pop(&t.heap)
		delete(t.cells, last.key)
	}
	t.cells[key] = h
	heap.Push(&t.heap, h)
	return &h.Cell
}

func (t *table[K]) merge(o *table[K]) {
	for key, h := range o.cells {
		t.at(key).add(&h.Cell)
	}
	if o.rest != nil {
		if t.rest == nil {
			t.rest = &Cell{}
		}
		t.rest.add(o.rest)
	}
}

func (t *table[K]) sorted() []*held[K] {
	list := make([]*held[K], 0, len(t.cells))
	for _, h := range t.cells {
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b *held[K]) int { return strings.Compare(a.text, b.text) })
	return list
}

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

func compareHeld[K comparable](a, b *held[K]) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), strings.Compare(a.text, b.text))
}

type greatest[K comparable] []*held[K]

func (g greatest[K]) Len() int           { return len(g) }
func (g greatest[K]) Less(i, j int) bool { return compareHeld(g[i], g[j]) > 0 }
func (g greatest[K]) Swap(i, j int)      { g[i], g[j] = g[j], g[i] }
func (g *greatest[K]) Push(x any)        { *g = append(*g, x.(*held[K])) }
func (g *greatest[K]) Pop() any {
	last := len(*g) - 1
	h := (*g)[last]
	(*g)[last] = nil
	*g = (*g)[:last]
	return h
}
