package stats

import (
	"maps"
	"slices"
	"strings"
)

// A table counts by keys: exactly those that come last in their order, such as the latest days, and the others together.
// A key that is among the last of all keys is so in every part of them that has it, so its cell has all that was added
// for it, in whatever order. To hold those with the highest counts instead would depend on the order, with
// any bound.
type table struct {
	most   int // keys that are held; up to twice as many until somebody asks
	values map[string]*Cell
	rest   *Cell // counts of the keys that are not held; may be nil
}

func newTable(most int) *table { return &table{most: most, values: map[string]*Cell{}} }

// keyOf returns the key for some values, which have no NUL, and valuesOf n values again.
func keyOf(values ...string) string { return strings.Join(values, "\x00") }

func valuesOf(key string, n int) []string { return strings.SplitN(key, "\x00", n) }

// at returns the cell of a key, which is valid until the next key comes.
func (t *table) at(key string) *Cell {
	cell := t.values[key]
	if cell == nil {
		if len(t.values) >= 2*t.most {
			t.list()
		}
		cell = &Cell{}
		t.values[key] = cell
	}
	return cell
}

// list returns the keys that are held in their order, and counts what is of others together.
func (t *table) list() []string {
	list := slices.Sorted(maps.Keys(t.values))
	others := max(0, len(list)-t.most)
	for _, key := range list[:others] {
		t.addRest(t.values[key])
		delete(t.values, key)
	}
	return list[others:]
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

func (t *table) addRest(cell *Cell) {
	if t.rest == nil {
		t.rest = &Cell{}
	}
	t.rest.add(cell)
}

// of returns the counts of a key, if that is held.
func (t *table) of(key string) (cell Cell) {
	t.list()
	if held := t.values[key]; held != nil {
		cell = *held
	}
	return cell
}

func (t *table) merge(o *table) {
	for key, cell := range o.values {
		t.at(key).add(cell)
	}
	if o.rest != nil {
		t.addRest(o.rest)
	}
}
