package stats

import (
	"cmp"
	"slices"
	"strings"

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
		for _, h := range t.by[by[0]].sorted() {
			list = append(list, Group{Key: []string{h.key}, Cell: h.Cell})
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

func (t *Tally) crossed(by []Dimension) []Group {
	byRule := slices.Contains(by, ByRule) || slices.Contains(by, ByCause)
	byCall := byRule || slices.Contains(by, ByTool) || slices.Contains(by, ByMethod) || slices.Contains(by, ByForm) || slices.Contains(by, ByFormat)
	groups := map[string]*Group{}
	at := func(key []string) *Group {
		text := strings.Join(key, "\x00")
		if groups[text] == nil {
			groups[text] = &Group{Key: slices.Clone(key)}
		}
		return groups[text]
	}
	add := func(key []string, c *Cell) {
		if !byRule {
			at(key).add(c)
			return
		}
		for keys, n := range rulesOf(by, key, c) {
			at(strings.Split(keys, "\x00")).Calls += n
		}
	}
	calls := map[string]int64{} // for the other dimensions
	key := make([]string, len(by))
	for _, h := range t.cube.cells {
		if byCall && h.Calls == 0 && (h.Leaked == 0 || byRule) {
			continue // replies
		}
		for i, d := range by {
			key[i] = ""
			if d != ByRule && d != ByCause {
				key[i] = h.key.of(d)
			}
		}
		calls[strings.Join(key, "\x00")] += h.Calls
		add(key, &h.Cell)
	}
	var list []Group
	for _, g := range groups {
		if byRule {
			beside := slices.Clone(g.Key)
			for i, d := range by {
				if d == ByRule || d == ByCause {
					beside[i] = ""
				}
			}
			g.Of = calls[strings.Join(beside, "\x00")]
		}
		list = append(list, *g)
	}
	if t.cube.rest != nil {
		list = append(list, Group{Rest: true, Cell: *t.cube.rest})
	}
	return list
}

// rulesOf returns the calls of a cell by its rules or causes, or both. Each key has these at
// their index among the dimensions.
func rulesOf(by []Dimension, key []string, c *Cell) map[string]int64 {
	counts := map[string]int64{}
	at := slices.Index(by, ByRule)
	of := c.Rules
	if at < 0 {
		at, of = slices.Index(by, ByCause), c.Causes
	}
	for code, n := range of {
		key[at] = code
		counts[strings.Join(key, "\x00")] += n
	}
	return counts
}
