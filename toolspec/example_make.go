package toolspec

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A generator generates one example. It works by trial: it derives a few values from a schema, the likeliest
// first, and takes those that the schema allows and a call can represent. So an unknown keyword costs
// a value, but never results in a wrong example.
type generator struct {
	writer
	root   *Argument // the arguments together
	all    bool
	visits visits               // for all values that are tried
	around []*jsonschema.Schema // those that describe what is in the objects and lists around the value
}

const (
	// maxExampleItems bounds the items of a list.
	maxExampleItems = 50
	// noEnd is the reason for a value that must contain one of the same schema.
	noEnd = "the schema never ends"
)

// Sources of values, beside the kinds.
const (
	listed = Any + 1 + iota
	null
)

// values returns different values for an argument, the best first: as many as are wanted, or all that are
// found, but at least one. s is nil for an argument without a schema.
func (g *generator) values(a *Argument, s *jsonschema.Schema, want int) (found []any, fail *encode.Error) {
	p, ways := spread(nil, 0, s, 0)
	if ways > maxSubschemas {
		return nil, faultf(noEnd)
	}
	for _, source := range []Kind{listed, String, Number, Boolean, List, Object, null} {
		list, none := g.from(source, a, s, p, want)
		fail = cmp.Or(fail, none)
		for _, value := range list {
			if refused := g.refused(a, s, value); refused != nil {
				fail = cmp.Or(fail, refused)
			} else if !slices.ContainsFunc(found, func(v any) bool { return sameValue(v, value) }) {
				found = append(found, value)
			}
			if len(found) == want {
				return found, nil
			}
		}
	}
	if len(found) > 0 {
		fail = nil
	}
	return found, fail
}

// from returns values of a source to try for an argument, or why there is none. p are its schema and those that it
// consists of.
func (g *generator) from(source Kind, a *Argument, s *jsonschema.Schema, p parts, want int) ([]any, *encode.Error) {
	kind := a.Kind
	if kind == Integer {
		kind = Number
	}
	if source < Any && kind != Any && source != kind || a == g.root && source != Object {
		return nil, nil
	}
	switch source {
	case listed:
		return p.literals(a), nil
	case String:
		return p.strings(a, want), nil
	case Number:
		return p.numbers(want), nil
	case Boolean:
		return []any{true, false}, nil
	case null:
		return []any{nil}, nil
	}
	inside := slices.DeleteFunc(slices.Clone(p), func(s *jsonschema.Schema) bool { return s.Properties == nil && s.Items == nil && s.Items2020 == nil })
	if len(inside) > 0 && !slices.ContainsFunc(inside, func(s *jsonschema.Schema) bool { return !slices.Contains(g.around, s) }) {
		return nil, faultf(noEnd)
	}
	g.around = append(g.around, inside...)
	defer func() { g.around = g.around[:len(g.around)-len(inside)] }()
	if source == List {
		return g.list(a, p)
	}
	m := map[string]any{}
	if fail := g.complete(m, a, s, p); fail != nil {
		return nil, fail
	}
	return []any{m}, nil
}

// refused returns the reason why an argument, or all together, cannot have a value; nil if it can.
func (g *generator) refused(a *Argument, s *jsonschema.Schema, value any) *encode.Error {
	if s != nil {
		if !g.visits.count(parts{s}, value) { // all values of the example together
			return faultf("%s", errTooMuch)
		}
		if invalid, ok := errors.AsType[*jsonschema.ValidationError](s.Validate(value)); ok {
			text, _ := json.Marshal(value)
			why := causes(invalid, false, nil)[0].ErrorKind.LocalizedString(english)
			return faultf("found no value that the schema allows; %.60s is refused: %s", text, why)
		}
	}
	if a != g.root {
		_, fail := g.elements(a, value)
		return fail
	}
	arguments := value.(map[string]any)
	for _, c := range g.tool.conditions {
		for _, v := range c(arguments) {
			return &encode.Error{Path: v.Name, Reason: v.Reason}
		}
	}
	_, err := g.tool.Write(arguments, g.method)
	fail, _ := errors.AsType[*encode.Error](err)
	return fail
}

// literals returns the values that the schemas list: examples, constants, defaults that are not empty, and
// allowed values.
func (p parts) literals(a *Argument) (list []any) {
	if example := a.schema.Get("example"); example != nil { // OpenAPI 3.0
		list = append(list, example.Plain())
	}
	for _, s := range p {
		if list = append(list, s.Examples...); s.Const != nil {
			list = append(list, *s.Const)
		}
		if s.Default != nil && !slices.Contains([]string{"", "[]", "map[]"}, fmt.Sprint(*s.Default)) {
			list = append(list, *s.Default)
		}
		if s.Enum != nil {
			list = append(list, s.Enum.Values...)
		}
	}
	return slices.DeleteFunc(list, func(v any) bool { return v == nil })
}

// list returns a list. Lists of scalars have two items if possible, which shows how an item is repeated.
func (g *generator) list(a *Argument, p parts) ([]any, *encode.Error) {
	least, most := p.limits(maxExampleItems, func(s *jsonschema.Schema) (*int, *int) { return s.MinItems, s.MaxItems })
	item := cmp.Or(a.Item, &Argument{Name: plural.Item(a.Name), Kind: Any})
	want := 1
	if item.Kind.Scalar() || item.Kind == Any {
		want = 2
	}
	if want = min(max(least, min(want, most)), maxExampleItems); want == 0 {
		return []any{[]any{}}, nil
	}
	items, fail := g.values(item, first(p.item(0)), want)
	if fail != nil && fail.Reason == noEnd && least == 0 {
		return []any{[]any{}}, nil
	} else if fail != nil {
		return nil, within("[0]", fail)
	}
	for i := 0; len(items) < min(least, want); i++ {
		items = append(items, items[i])
	}
	return []any{items}, nil
}

// complete adds the required members to an object, and others: if all are requested, those that can be combined;
// otherwise, if the object is not valid without any, the first ones until it is.
func (g *generator) complete(m map[string]any, a *Argument, s *jsonschema.Schema, p parts) *encode.Error {
	members := p.membersOf(a)
	if len(members) == 0 && (a.Kind == Any || a.Open) && a != g.root {
		members = []Argument{{Name: "key", Kind: Any}}
	}
	valid := g.refused(a, s, m) == nil
	for _, member := range members {
		if _, has := m[member.Name]; has || valid && !g.all && !member.Required {
			continue
		}
		values, fail := g.values(&member, first(p.member(member.Name)), 1)
		if fail != nil && member.Required {
			return within(member.Name, fail)
		} else if fail != nil {
			continue
		}
		m[member.Name] = values[0]
		if good := g.refused(a, s, m) == nil; good || !valid {
			valid = good
		} else {
			delete(m, member.Name)
		}
	}
	return nil
}

// membersOf returns the members that an object may have, required ones first.
func (p parts) membersOf(a *Argument) []Argument {
	members := slices.Clone(a.Members)
	for _, s := range p {
		for _, name := range slices.Concat(slices.Sorted(maps.Keys(s.Properties)), s.Required) {
			if find(members, name) == nil {
				members = append(members, Argument{Name: name, Kind: Any})
			}
		}
	}
	slices.SortStableFunc(members, func(x, y Argument) int { return trueFirst(x.Required, y.Required) })
	return members
}
