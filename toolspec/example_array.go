package toolspec

import (
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/plural"
)

// maxExampleItems bounds the number of items of a list in an example.
const maxExampleItems = 200

// array returns a list for the parts. Lists of scalars have two items if possible,
// which shows how an item is repeated.
func (g *generator) array(a *Argument, hint string, p parts, n int) ([]any, *fault) {
	least, most := p.limits(maxExampleItems, func(s *jsonschema.Schema) (*int, *int) { return s.MinItems, s.MaxItems })
	containing, _ := p.limits(0, func(s *jsonschema.Schema) (*int, *int) { return s.MinContains, nil })
	if least = max(least, containing); least > maxExampleItems {
		return nil, faultf("an example would need at least %d items", least)
	}
	unique := slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.UniqueItems })
	item := a.Item
	if item == nil {
		item = &Argument{Name: plural.Item(a.Name), Kind: Any}
	}
	if item.Name != "item" {
		hint = item.Name
	} else if one := plural.Item(hint); one != "item" {
		hint = one
	}
	want := 1
	if item.Kind.Scalar() || item.Kind == Any {
		want = 2
	}
	want = max(least, min(want, most))
	list := []any{}
	for i := range want {
		tops := p.item(i)
		for _, s := range p {
			if s.Contains != nil && i < max(containing, 1) {
				tops = append(tops, s.Contains)
			}
		}
		if i >= least && g.endless(tops) {
			break
		}
		value, fail := g.value(item, hint, tops, n*want+i)
		for more := 1; unique && fail == nil && has(list, value) && more <= len(list); more++ {
			value, fail = g.value(item, hint, tops, n*want+i+more)
		}
		if fail != nil && !unique && i < max(least, 1) {
			value, fail = g.value(item, hint, tops, 0)
		}
		if fail != nil && i >= least && (i > 0 || !a.Required) {
			break
		}
		if fail != nil {
			return nil, fail.within(fmt.Sprintf("[%d]", i))
		}
		list = append(list, value)
	}
	return list, nil
}

// limits returns the largest minimum and the smallest maximum of the parts, which is at most a number.
func (p parts) limits(most int, of func(*jsonschema.Schema) (least, most *int)) (int, int) {
	least := 0
	for _, s := range p {
		low, high := of(s)
		if low != nil {
			least = max(least, *low)
		}
		if high != nil {
			most = min(most, *high)
		}
	}
	return least, most
}

func has(list []any, value any) bool {
	return slices.ContainsFunc(list, func(v any) bool { return sameValue(v, value) })
}

// item returns the schemas that must hold for an item.
func (p parts) item(i int) parts {
	var tops parts
	for _, s := range p {
		prefix, rest := s.PrefixItems, any(s.Items2020)
		switch items := s.Items.(type) { // before draft 2020-12
		case []*jsonschema.Schema:
			prefix, rest = items, s.AdditionalItems
		case *jsonschema.Schema:
			rest = items
		}
		if i < len(prefix) {
			tops = append(tops, prefix[i])
		} else if one, ok := rest.(*jsonschema.Schema); ok && one != nil {
			tops = append(tops, one)
		}
	}
	return tops
}

// endless reports whether values of the schemas only lead deeper into objects
// that are already around them.
func (g *generator) endless(tops parts) bool {
	return !slices.ContainsFunc(g.alternatives(tops), func(p parts) bool { return g.within(p) < 2 })
}
