package toolspec

import (
	"iter"
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
		r := 0
		if g.within(p) > 0 {
			r += 2
		}
		if types := p.types(); len(types) == 1 && types[0] == "null" {
			r++
		}
		return r
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
			both := x.and(y)
			g.steps += len(both) / 8
			all = append(all, both)
		}
	}
	return all
}

// and returns the parts and those of more that are not among them.
func (p parts) and(more parts) parts {
	if len(p) == 0 {
		return more
	}
	have := make(map[*jsonschema.Schema]bool, len(p))
	for _, s := range p {
		have[s] = true
	}
	both := slices.Clip(p)
	for _, s := range more {
		if !have[s] {
			have[s] = true
			both = append(both, s)
		}
	}
	return both
}

// An expansion is a schema being expanded, at a depth of so many schemas below the
// first one.
type expansion struct {
	schema *jsonschema.Schema
	depth  int
}

// expand returns the alternatives of one schema.
func (g *generator) expand(s *jsonschema.Schema, depth int) []parts {
	if depth > maxShapeDepth || g.steps > maxSteps {
		return []parts{{s}}
	}
	key := expansion{s, depth}
	all, ok := g.known[key]
	if !ok {
		all = g.expandOnce(s, depth)
		if g.known == nil {
			g.known = map[expansion][]parts{}
		}
		g.known[key] = all
	}
	return all
}

// expandOnce is expand without caching.
func (g *generator) expandOnce(s *jsonschema.Schema, depth int) []parts {
	all := []parts{{s}}
	for _, ref := range slices.Concat([]*jsonschema.Schema{s.Ref}, s.AllOf) {
		if ref != nil {
			all = g.cross(all, g.expand(ref, depth+1))
		}
	}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		if len(branches) == 0 {
			continue
		}
		var some []parts
		for _, branch := range branches {
			if len(some) >= maxAlternatives {
				break
			}
			some = append(some, g.expand(branch, depth+1)...)
		}
		all = g.cross(all, some)
	}
	if s.If != nil {
		yes, no := g.expand(s.If, depth+1), []parts{nil}
		if s.Then != nil {
			yes = g.cross(yes, g.expand(s.Then, depth+1))
		}
		if s.Else != nil {
			no = g.expand(s.Else, depth+1)
		}
		all = g.cross(all, slices.Concat(yes, no))
	}
	return all
}

// typeOrder is the order in which the possible types of a value are tried.
var typeOrder = []string{"string", "integer", "number", "boolean", "array", "object", "null"}

// types returns the types that every part allows, or nil if none specifies a type.
func (p parts) types() []string {
	var types []string
	for _, s := range p {
		if s.Types == nil {
			continue
		}
		have := s.Types.ToStrings()
		if slices.Contains(have, "number") {
			have = append(have, "integer")
		}
		if types == nil {
			types = have
		} else {
			types = slices.DeleteFunc(types, func(t string) bool { return !slices.Contains(have, t) })
		}
	}
	var sorted []string
	for _, t := range typeOrder {
		if slices.Contains(types, t) && (t != "integer" || !slices.Contains(types, "number")) {
			sorted = append(sorted, t)
		}
	}
	return sorted
}

// typesOf returns the types to try for an argument.
func (p parts) typesOf(a *Argument) []string {
	if a.Kind != Any {
		types := []string{[]string{"string", "integer", "number", "boolean", "array", "object"}[a.Kind]}
		if a.Nullable {
			types = append(types, "null")
		}
		if these := p.types(); these != nil { // of a branch
			return slices.DeleteFunc(types, func(t string) bool {
				return !slices.Contains(these, t) && (t != "integer" || !slices.Contains(these, "number"))
			})
		}
		return types
	}
	if types := p.types(); types != nil {
		return types
	}
	for _, s := range p {
		switch {
		case len(s.Properties) > 0 || len(s.Required) > 0 || len(s.PatternProperties) > 0 || s.MinProperties != nil:
			return []string{"object"}
		case s.Items2020 != nil || s.Items != nil || s.PrefixItems != nil || s.MinItems != nil || s.Contains != nil:
			return []string{"array"}
		case s.Minimum != nil || s.Maximum != nil || s.MultipleOf != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil:
			return []string{"number"}
		}
	}
	return typeOrder
}

// literals yields the values that the parts list: examples, a constant, a meaningful
// default, and the allowed values.
func (p parts) literals() iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, s := range p {
			for _, value := range s.Examples {
				if !yield(value) {
					return
				}
			}
		}
		for _, s := range p {
			if s.Const != nil && !yield(*s.Const) {
				return
			}
			if s.Default != nil && !isBlank(*s.Default) && !yield(*s.Default) {
				return
			}
		}
		for _, s := range p {
			if s.Enum == nil {
				continue
			}
			for _, value := range s.Enum.Values { // null last
				if value != nil && !yield(value) {
					return
				}
			}
			if slices.Contains(s.Enum.Values, nil) && !yield(nil) {
				return
			}
		}
	}
}

// listed reports whether all the allowed values are literals.
func (p parts) listed() bool {
	return slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return s.Const != nil || s.Enum != nil })
}
