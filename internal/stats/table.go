package stats

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strings"
)

// A least holds a value by each of some keys: by those with the least hashes. A key that is among the
// least of all keys is so in every part of them that has it, so its value has all that was added for
// it, in whatever order. To hold those with the highest counts instead would depend on the order, with
// any bound.
type least[K comparable, V any] struct {
	most   int            // keys that are held; up to twice as many until somebody asks
	text   func(K) string // identifies and orders keys
	drop   func(*V)       // is told the values of other keys; may be nil
	values map[K]*V
}

// A held is a key with its value.
type held[K comparable, V any] struct {
	key   K
	value *V
	text  string
	hash  uint64
}

// at returns the value of a key, which is valid until the next key comes.
func (l *least[K, V]) at(key K) *V {
	value := l.values[key]
	if value == nil {
		if len(l.values) >= 2*l.most {
			l.list()
		}
		value = new(V)
		l.values[key] = value
	}
	return value
}

// list returns what is held, the least hash first, and drops the rest.
func (l *least[K, V]) list() []held[K, V] {
	list := make([]held[K, V], 0, len(l.values))
	for key, value := range l.values {
		text := l.text(key)
		list = append(list, held[K, V]{key, value, text, hashKey(text)})
	}
	slices.SortFunc(list, func(a, b held[K, V]) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), strings.Compare(a.text, b.text))
	})
	n := min(len(list), l.most)
	for _, h := range list[n:] {
		delete(l.values, h.key)
		if l.drop != nil {
			l.drop(h.value)
		}
	}
	return list[:n]
}

// sorted returns what is held in the order of its text.
func (l *least[K, V]) sorted() []held[K, V] {
	list := l.list()
	slices.SortFunc(list, func(a, b held[K, V]) int { return strings.Compare(a.text, b.text) })
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
	t := &table[K]{least: least[K, Cell]{most: most, text: text, values: map[K]*Cell{}}}
	t.drop = t.addRest
	return t
}

func (t *table[K]) addRest(cell *Cell) {
	if t.rest == nil {
		t.rest = &Cell{}
	}
	t.rest.add(cell)
}

// of returns the counts of a key, if that is held.
func (t *table[K]) of(key K) (cell Cell) {
	t.list()
	if held := t.values[key]; held != nil {
		cell = *held
	}
	return cell
}

func (t *table[K]) merge(o *table[K]) {
	for key, cell := range o.values {
		t.at(key).add(cell)
	}
	if o.rest != nil {
		t.addRest(o.rest)
	}
}
