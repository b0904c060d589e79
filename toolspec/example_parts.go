package toolspec

import (
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// parts are the schemas that constrain a value; all of them apply.
type parts []*jsonschema.Schema

// alternatives returns the ways to satisfy the tops, likely ones first: those that do
// not lead back to an object around the value, then those that allow more than null.
func (g *generator) alternatives(tops parts) []parts {
	all := []parts{nil}
	for _, s := range tops {
		all = g.cross(all, g.expand(s, 0))
	}
	all = slices.DeleteFunc(all, func(p parts) bool {
		return slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.Bool != nil && !*s.Bool })
	})
	rank := func(p parts) int {
		switch {
		case g.within(p) > 0:
			return 2
		case slices.ContainsFunc(p, func(s *jsonschema.Schema) bool {
			return s.Types != nil && slices.Equal(s.Types.ToStrings(), []string{"null"})
		}):
			return 1
		}
		return 0
	}
	slices.SortStableFunc(all, func(x, y parts) int { return rank(x) - rank(y) })
	return all
}

// within returns the number of objects around the value that are generated from one of
// the parts.
func (g *generator) within(p parts) int {
	n := 0
	for _, around := range g.stack {
		if slices.ContainsFunc(around, func(s *jsonschema.Schema) bool { return s.Properties != nil && slices.Contains(p, s) }) {
			n++
		}
	}
	return n
}

// cross returns every combination of one of xs and one of ys, with each schema once.
func (g *generator) cross(xs, ys []parts) []parts {
	var all []parts
	for _, x := range xs {
		for _, y := range ys {
			if len(all) == maxAlternatives {
				return all
			}
			both := slices.Clip(x)
			for _, s := range y {
				if !slices.Contains(both, s) {
					both = append(both, s)
				}
			}
			g.steps += len(both) / 8
			all = append(all, both)
		}
	}
	return all
}

func (g *generator) expand(s *jsonschema.Schema, depth int) []parts {
	all := []parts{{s}}
	if g.steps++; depth > maxShapeDepth || g.steps > maxSteps {
		return all
	}
	with := func(s *jsonschema.Schema) []parts {
		if s == nil {
			return []parts{nil}
		}
		return g.expand(s, depth+1)
	}
	all = g.cross(all, with(s.Ref))
	for _, part := range s.AllOf {
		all = g.cross(all, with(part))
	}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		var some []parts
		for _, branch := range branches {
			some = append(some, with(branch)...)
		}
		if len(some) > 0 {
			all = g.cross(all, some)
		}
	}
	if s.If != nil {
		all = g.cross(all, append(g.cross(with(s.If), with(s.Then)), with(s.Else)...))
	}
	return all
}

// typeOrder is the order in which the possible types of a value are tried. Numbers include integers.
var typeOrder = []string{"string", "number", "boolean", "array", "object", "null"}

// typesOf returns the types to try for an argument: those of its kind, or that its keywords are for, and that the
// parts allow.
func (p parts) typesOf(a *Argument) []string {
	types := typeOrder
	switch {
	case p.listed():
		return nil
	case a.Kind != Any:
		types = []string{[...]string{"string", "number", "number", "boolean", "array", "object"}[a.Kind]}
		if a.Nullable {
			types = append(types, "null")
		}
	case slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.Types != nil }):
	case slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return len(s.Properties) > 0 || len(s.Required) > 0 }):
		types = []string{"object"}
	case slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.Items2020 != nil || s.Items != nil || s.PrefixItems != nil }):
		types = []string{"array"}
	}
	return slices.DeleteFunc(slices.Clone(types), func(t string) bool {
		return slices.ContainsFunc(p, func(s *jsonschema.Schema) bool {
			return s.Types != nil && !slices.ContainsFunc(s.Types.ToStrings(), func(have string) bool { return have == t || t == "number" && have == "integer" })
		})
	})
}

// literals returns the values that the parts list: examples, a constant, a meaningful
// default, and the allowed values, null last.
func (p parts) literals() (list []any) {
	for _, s := range p {
		list = append(list, s.Examples...)
	}
	for _, s := range p {
		if s.Const != nil {
			list = append(list, *s.Const)
		}
		if s.Default != nil && !slices.Contains([]string{"", "[]", "map[]", "<nil>"}, fmt.Sprint(*s.Default)) {
			list = append(list, *s.Default)
		}
	}
	for _, s := range p {
		if s.Enum != nil {
			values := slices.Clone(s.Enum.Values)
			slices.SortStableFunc(values, func(x, y any) int { return trueFirst(x != nil, y != nil) })
			list = append(list, values...)
		}
	}
	return list
}

// listed reports whether all the allowed values are literals.
func (p parts) listed() bool {
	return slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.Const != nil || s.Enum != nil })
}
