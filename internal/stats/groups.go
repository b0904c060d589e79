package stats

import (
	"cmp"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// A Group is the set of rows with equal values of some dimensions.
type Group struct {
	// Key has the value of each dimension, "" if it is not known. Rest marks the group of all
	// keys beyond the limit of a tally, which has no key.
	Key  []string
	Rest bool
	// In a group by a rule or a cause and another dimension, only Calls of Counts is known: the
	// number of calls with a diagnostic of the rule. Of is the number of calls with the rest of
	// the key.
	Cell
	Of int64
}

// Groups returns the rows grouped by some distinct dimensions: groups with the most calls
// first.
func (t *Tally) Groups(by ...Dimension) []Group {
	var list []Group
	if len(by) == 1 && t.by[by[0]] != nil {
		for _, key := range t.by[by[0]].list() {
			list = append(list, Group{Key: []string{key}, Cell: *t.by[by[0]].values[key]})
		}
		if rest := t.by[by[0]].rest; rest != nil {
			list = append(list, Group{Rest: true, Cell: *rest})
		}
	} else {
		list = t.crossed(by)
	}
	slices.SortStableFunc(list, func(a, b Group) int {
		return cmp.Or(cmp.Compare(one(a.Rest), one(b.Rest)), cmp.Compare(b.Calls, a.Calls),
			cmp.Compare(b.Replies+b.Leaked, a.Replies+a.Leaked), slices.Compare(a.Key, b.Key))
	})
	return list
}

// Formats returns the numbers of calls in formats of other runtimes that did not leak: the most calls first.
func (t *Tally) Formats() (list []diagnostics.FormatCount) {
	for _, g := range t.Groups(ByFormat) {
		if g.Unknown > 0 && !g.Rest {
			list = append(list, diagnostics.FormatCount{Format: g.Key[0], Calls: int(g.Unknown)})
		}
	}
	return list
}

// crossed returns the groups by several dimensions, one of which may be the rule or the cause.
func (t *Tally) crossed(by []Dimension) (list []Group) {
	rule := slices.IndexFunc(by, func(d Dimension) bool { return d == ByRule || d == ByCause })
	byCall := rule >= 0 || slices.ContainsFunc(by, func(d Dimension) bool { return slices.Contains([]Dimension{ByTool, ByMethod, ByForm, ByFormat}, d) })
	groups := map[string]*Group{}
	beside := map[string]int64{} // calls with the rest of the key, which has no rule
	at := func(key []string) *Group {
		text := keyOf(key...)
		if groups[text] == nil {
			groups[text] = &Group{Key: slices.Clone(key)}
		}
		return groups[text]
	}
	for _, held := range t.cube.list() {
		cell, values := t.cube.values[held], valuesOf(held, len(grouped))
		if byCall && cell.Calls == 0 && (cell.Leaked == 0 || rule >= 0) {
			continue // replies
		}
		key := make([]string, len(by))
		for i, d := range by {
			if i != rule {
				key[i] = values[slices.Index(grouped, d)]
			}
		}
		if rule < 0 {
			at(key).add(cell)
			continue
		}
		beside[keyOf(key...)] += cell.Calls
		counts := cell.Rules
		if by[rule] == ByCause {
			counts = cell.Causes
		}
		for code, n := range counts {
			key[rule] = code
			at(key).Calls += n
		}
	}
	for _, g := range groups {
		if rule >= 0 {
			rest := slices.Clone(g.Key)
			rest[rule] = ""
			g.Of = beside[keyOf(rest...)]
		}
		list = append(list, *g)
	}
	if t.cube.rest != nil {
		list = append(list, Group{Rest: true, Cell: *t.cube.rest})
	}
	return list
}
