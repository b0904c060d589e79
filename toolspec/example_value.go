package toolspec

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/plural"
)

// A generator generates one example. It works by trial: it derives a few values from a schema, the likeliest
// first, and takes the first one that the schema allows and a call can represent. So an unknown keyword costs
// a value, but never results in a wrong example.
//
// A value is described by schemas that all apply, its tops. An alternative of them are parts: the tops with
// everything that they refer to, and one branch of each anyOf and oneOf.
type generator struct {
	tool   *Tool
	all    bool
	writer writer
	visits visitCounter // for all values that are tried
	around []parts      // those of the objects around the value
	depth  int          // the number of objects and lists around the value
	tries  int
}

const (
	// maxTries bounds the values that are tried for an example.
	maxTries = 10_000
	// maxBranches bounds the alternatives of one value that are tried.
	maxBranches = 16
	// maxExampleDepth bounds the objects and lists around a value, and maxSelf the objects of one schema around one of
	// it: a schema that must contain itself more often than that is endless.
	maxExampleDepth, maxSelf = 20, 3
	// noEnd is the reason for such a schema.
	noEnd = "the schema never ends"
	// maxExampleItems bounds the number of items of a list in an example.
	maxExampleItems = 50
)

// value returns the n-th different value for an argument, from 0. hint is the name that indicates the content,
// which for the items of a list may be the list's.
func (g *generator) value(a *Argument, hint string, tops parts, n int) (any, *fault) {
	g.depth++
	defer func() { g.depth-- }()
	var found []any
	var fail *fault
	for _, p := range g.alternatives(tops) {
		for _, t := range p.typesOf(a) {
			if g.tries++; g.tries > maxTries || g.depth > maxExampleDepth {
				return nil, faultf(noEnd)
			}
			values, refused := g.ofType(t, a, hint, tops, p, n)
			if refused != nil {
				values, fail = nil, cmp.Or(fail, refused)
			}
			for _, value := range values {
				g.tries++
				if refused := g.refused(a, tops, value); refused != nil {
					fail = cmp.Or(fail, refused)
					continue
				}
				if t == "array" || t == "object" { // generated as the n-th
					return value, nil
				}
				if !has(found, value) {
					found = append(found, value)
				}
				if len(found) > n {
					return value, nil
				}
			}
		}
	}
	if len(found) > 0 {
		return nil, faultf("found only %d different values", len(found))
	}
	return nil, cmp.Or(fail, faultf("the schema does not allow any value"))
}

func has(list []any, value any) bool {
	return slices.ContainsFunc(list, func(v any) bool { return sameValue(v, value) })
}

// refused returns the reason why an argument cannot have a value, or nil.
func (g *generator) refused(a *Argument, tops parts, value any) *fault {
	if err := g.validate(tops, value); errors.Is(err, errTooMuch) {
		return faultf("%s", err)
	} else if err != nil {
		text, _ := json.Marshal(value)
		return faultf("found no value that the schema allows; %.60s is refused: %s", text, innermost(err))
	}
	_, fail := g.writer.elements(a, value)
	return fail
}

// validate checks a value against schemas, as long as all values of the example together are worth it.
func (g *generator) validate(tops parts, value any) error {
	if !g.visits.count(tops, value) {
		return errTooMuch
	}
	for _, s := range tops {
		if err := s.Validate(value); err != nil {
			return err
		}
	}
	return nil
}

// innermost returns the message of the first innermost error of a validation.
func innermost(err error) string {
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		return causes(invalid, false, nil)[0].ErrorKind.LocalizedString(english)
	}
	return err.Error()
}

// alternatives returns ways to satisfy the tops, those last that lead back to an object around the value.
func (g *generator) alternatives(tops parts) []parts {
	all := make([]parts, 1)
	for i := 0; i < len(all); i++ {
		branches := 1
		for _, s := range tops {
			all[i].expand(s, i, &branches)
		}
		for len(all) < min(branches, maxBranches) {
			all = append(all, nil)
		}
	}
	slices.SortStableFunc(all, func(p, q parts) int { return g.inside(p) - g.inside(q) })
	return all
}

// inside returns the number of objects around the value that are generated from one of the parts.
func (g *generator) inside(p parts) (n int) {
	for _, around := range g.around {
		if slices.ContainsFunc(around, func(s *jsonschema.Schema) bool { return s.Properties != nil && slices.Contains(p, s) }) {
			n++
		}
	}
	return n
}

// expand adds a schema with those that it consists of, taking a branch of those that are alternatives by its
// number, and sets the largest number of branches.
func (p *parts) expand(s *jsonschema.Schema, branch int, branches *int) {
	if s == nil || slices.Contains(*p, s) || len(*p) > maxSubschemas {
		return
	}
	*p = append(*p, s)
	p.expand(s.Ref, branch, branches)
	for _, part := range s.AllOf {
		p.expand(part, branch, branches)
	}
	for _, several := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		if *branches = max(*branches, len(several)); len(several) > 0 {
			p.expand(several[branch%len(several)], branch, branches)
		}
	}
}

// literals returns the values that the schemas list: examples, constants, defaults, and allowed values.
func (p parts) literals(a *Argument) (list []any) {
	if example := a.schema.get("example"); example != nil { // OpenAPI 3.0
		list = append(list, example.plain())
	}
	for _, s := range p {
		if list = append(list, s.Examples...); s.Const != nil {
			list = append(list, *s.Const)
		}
		if s.Default != nil && !slices.Contains([]string{"", "[]", "map[]", "<nil>"}, fmt.Sprint(*s.Default)) {
			list = append(list, *s.Default)
		}
		if s.Enum != nil {
			list = append(list, s.Enum.Values...)
		}
	}
	slices.SortStableFunc(list, func(x, y any) int { return trueFirst(x != nil, y != nil) })
	return list
}

// typesOf returns the types to try for an argument, after the values that are listed: those of its kind that the parts
// allow.
func (p parts) typesOf(a *Argument) []string {
	types := []string{"listed"}
	if slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.Const != nil || s.Enum != nil }) {
		return types
	}
	for _, t := range []string{"string", "number", "boolean", "array", "object"} {
		is := func(other string) bool { return other == t || t == "number" && other == "integer" }
		refuses := func(s *jsonschema.Schema) bool {
			return s.Types != nil && !slices.ContainsFunc(s.Types.ToStrings(), is)
		}
		if (a.Kind == Any || is(a.Kind.jsonType())) && !slices.ContainsFunc(p, refuses) {
			types = append(types, t)
		}
	}
	return append(types, "null")
}

// jsonType returns the type of JSON Schema for a kind.
func (k Kind) jsonType() string {
	if k == List {
		return "array"
	}
	return k.String()
}

func (g *generator) ofType(t string, a *Argument, hint string, tops, p parts, n int) ([]any, *fault) {
	switch t {
	case "listed":
		return p.literals(a), nil
	case "string":
		return p.strings(hint, a.schema.get("format").text(), n), nil
	case "number":
		return p.numbers(n), nil
	case "boolean":
		return []any{true, false}, nil
	case "null":
		return []any{nil}, nil
	case "array":
		list, fail := g.array(a, hint, p, n)
		return []any{list}, fail
	}
	m, fail := g.object(a, tops, p, n)
	return []any{m}, fail
}

// array returns a list for the parts. Lists of scalars have two items if possible, which shows how an item is
// repeated.
func (g *generator) array(a *Argument, hint string, p parts, n int) ([]any, *fault) {
	least, most := p.limits(maxExampleItems, func(s *jsonschema.Schema) (*int, *int) { return s.MinItems, s.MaxItems })
	containing, _ := p.limits(0, func(s *jsonschema.Schema) (*int, *int) { return s.MinContains, nil })
	if least = max(least, containing); least > maxExampleItems {
		return nil, faultf("an example would need at least %d items", least)
	}
	item := a.Item
	if item == nil {
		item = &Argument{Name: plural.Item(a.Name), Kind: Any}
	}
	if item.Name != "item" {
		hint = item.Name
	} else {
		hint = plural.Item(hint)
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
			if s.Contains != nil {
				tops = append(tops, s.Contains)
			}
		}
		if i >= least && g.inside(g.alternatives(tops)[0]) > 0 {
			break
		}
		value, fail := g.value(item, hint, tops, n*want+i)
		if fail != nil && !slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.UniqueItems }) {
			value, fail = g.value(item, hint, tops, 0)
		}
		switch {
		case fail == nil:
			list = append(list, value)
		case i >= least && (i > 0 || !a.Required):
			return list, nil
		default:
			return nil, fail.within(fmt.Sprintf("[%d]", i))
		}
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

// object returns an object for the parts: the required members and, if all are requested or it is not valid
// without, others. n distinguishes objects in a list.
func (g *generator) object(a *Argument, tops, p parts, n int) (map[string]any, *fault) {
	inside := g.inside(p)
	if inside >= maxSelf {
		return nil, faultf(noEnd)
	}
	g.around = append(g.around, p)
	defer func() { g.around = g.around[:len(g.around)-1] }()
	members, m := p.membersOf(a), map[string]any{}
	for _, member := range members {
		if !member.Required {
			continue
		}
		value, fail := g.value(member, member.Name, p.member(member.Name), n)
		if fail != nil && fail.reason == noEnd && inside > 0 {
			return nil, fail // the path leads to where the recursion starts
		}
		if fail != nil {
			return nil, fail.within(member.Name)
		}
		m[member.Name] = value
	}
	valid := func(m map[string]any) *fault {
		if g.depth == 0 { // the call itself
			return g.checks(m)
		}
		return g.refused(a, tops, m)
	}
	if (a.Kind == Any || a.Open) && (len(members) == 0 && g.depth > 0 || valid(m) != nil) {
		least, _ := p.limits(0, func(s *jsonschema.Schema) (*int, *int) { return s.MinProperties, nil })
		for i := range max(1, min(least, maxExampleItems)) {
			members = append(members, &Argument{Name: "key" + strings.Repeat("x", i), Kind: Any})
		}
	}
	g.complete(m, p, members, n, g.all && inside == 0, valid)
	return m, nil
}

// complete adds other members: if all are requested, those that can be combined; otherwise, if the object is
// not valid without any, the first ones with which it is.
func (g *generator) complete(m map[string]any, p parts, members []*Argument, n int, all bool, check func(map[string]any) *fault) {
	good := check(m) == nil
	before := maps.Clone(m)
	for _, member := range members {
		if _, has := m[member.Name]; has || good && !all || g.tries > maxTries {
			continue
		}
		value, fail := g.value(member, member.Name, p.member(member.Name), n)
		if fail != nil {
			continue
		}
		g.tries += len(m)
		if m[member.Name] = value; check(m) == nil {
			good = true
		} else if good {
			delete(m, member.Name)
		}
	}
	if !good {
		clear(m)
		maps.Copy(m, before)
	}
}

// membersOf returns the possible members of an object with the parts, required ones marked as such.
func (p parts) membersOf(a *Argument) (members []*Argument) {
	have := map[string]bool{}
	add := func(member Argument) {
		member.Required = slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return slices.Contains(s.Required, member.Name) })
		if !have[member.Name] && (member.Required || p.member(member.Name) != nil) { // otherwise it belongs to another branch
			have[member.Name] = true
			members = append(members, &member)
		}
	}
	for _, member := range a.Members {
		add(member)
	}
	for _, s := range p {
		for _, name := range slices.Concat(slices.Sorted(maps.Keys(s.Properties)), s.Required) {
			add(Argument{Name: name, Kind: Any})
		}
	}
	return members
}
