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
	least, most, unique := p.itemLimits()
	if least > maxExampleItems {
		return nil, faultf("an example would need at least %d items", least)
	}
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
		if fail != nil {
			if i >= least && i > 0 || i >= least && least == 0 && !a.Required {
				break
			}
			return nil, fail.within(fmt.Sprintf("[%d]", i))
		}
		list = append(list, value)
	}
	return g.containing(p, item, hint, list, most, unique)
}

func has(list []any, value any) bool {
	return slices.ContainsFunc(list, func(v any) bool { return sameValue(v, value) })
}

// containing returns the list with the items that "contains" requires.
func (g *generator) containing(p parts, item *Argument, hint string, list []any, most int, unique bool) ([]any, *fault) {
	for _, s := range p {
		if s.Contains == nil {
			continue
		}
		need, have := 1, 0
		if s.MinContains != nil {
			need = *s.MinContains
		}
		for _, value := range list {
			if g.validate(s.Contains, value) == nil {
				have++
			}
		}
		for i := 0; have < need; i++ {
			tops := append(p.item(len(list)), s.Contains)
			value, fail := g.value(item, hint, tops, i)
			if fail != nil && !unique {
				value, fail = g.value(item, hint, tops, 0)
			}
			if fail != nil {
				return nil, fail.within(fmt.Sprintf("[%d]", len(list)))
			}
			if len(list) < most {
				list = append(list, value)
			} else {
				list[have] = value
			}
			have++
		}
	}
	return list, nil
}

// itemLimits returns the bounds on the number of items of a list, and whether the items
// must be unique.
func (p parts) itemLimits() (least, most int, unique bool) {
	most = maxExampleItems
	for _, s := range p {
		if s.MinItems != nil {
			least = max(least, *s.MinItems)
		}
		if s.MaxItems != nil {
			most = min(most, *s.MaxItems)
		}
		unique = unique || s.UniqueItems
	}
	return least, most, unique
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
	for _, p := range g.alternatives(tops) {
		if g.within(p) < 2 {
			return false
		}
	}
	return true
}
