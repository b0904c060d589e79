package toolspec

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A generator makes one example. It works by trial: candidates are made from
// what a schema says, the likeliest first, and the first that the schema allows
// and a call can carry is taken. So a keyword that nothing here knows costs a
// candidate, never a wrong example.
//
// A value is described by schemas that must all hold, its tops. Their
// alternatives are lists of parts: the tops with all that they refer to, and of
// each anyOf and oneOf one branch.
type generator struct {
	tool   *Tool
	all    bool
	writer writer
	stack  []parts // of the objects around the value
	steps  int
}

const (
	// maxSteps bounds the values that are looked for and the candidates that are
	// tried for an example.
	maxSteps = 50_000
	// maxAlternatives bounds the combinations of branches that are tried for one
	// value.
	maxAlternatives = 48
	// maxExampleDepth bounds the objects around a value, and maxSelf those of one
	// schema: what a schema must hold of itself more often than that has no end.
	maxExampleDepth = 20
	maxSelf         = 3
)

func newGenerator(t *Tool, o ExampleOptions) *generator {
	return &generator{tool: t, all: o.All, writer: writer{method: o.Method, coerces: t.coerces, custom: t.Custom}}
}

// parts are the schemas that say something about a value, all of which hold.
type parts []*jsonschema.Schema

// alternatives returns the ways in which the tops can hold, likely ones first:
// those that do not lead back to an object around the value, then those that
// are more than null.
func (g *generator) alternatives(tops parts) []parts {
	all := []parts{nil}
	for _, s := range tops {
		all = cross(all, expand(s, 0))
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

// within returns how many of the objects around the value are made of one of
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

// cross returns every combination of one of xs and one of ys.
func cross(xs, ys []parts) []parts {
	var all []parts
	for _, x := range xs {
		for _, y := range ys {
			if len(all) == maxAlternatives {
				return all
			}
			all = append(all, slices.Concat(x, y))
		}
	}
	return all
}

// expand returns the alternatives of one schema.
func expand(s *jsonschema.Schema, depth int) []parts {
	all := []parts{{s}}
	if depth > maxShapeDepth {
		return all
	}
	refs := slices.Concat([]*jsonschema.Schema{s.Ref, s.RecursiveRef}, s.AllOf)
	if s.DynamicRef != nil {
		refs = append(refs, s.DynamicRef.Ref)
	}
	for _, ref := range refs {
		if ref != nil {
			all = cross(all, expand(ref, depth+1))
		}
	}
	for _, branches := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		if len(branches) == 0 {
			continue
		}
		var some []parts
		for _, branch := range branches {
			some = append(some, expand(branch, depth+1)...)
		}
		all = cross(all, some)
	}
	if s.If != nil {
		yes, no := expand(s.If, depth+1), []parts{nil}
		if s.Then != nil {
			yes = cross(yes, expand(s.Then, depth+1))
		}
		if s.Else != nil {
			no = expand(s.Else, depth+1)
		}
		all = cross(all, slices.Concat(yes, no))
	}
	return all
}

// typeOrder is the order in which the types are tried that a value may have.
var typeOrder = []string{"string", "integer", "number", "boolean", "array", "object", "null"}

// types returns the types that every part allows, nil where none says one.
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

// value returns the n-th different value for an argument, from 0. hint is the
// name that says what it holds, which for the items of a list may be the
// list's.
func (g *generator) value(a *Argument, hint string, tops parts, n int) (any, *fault) {
	var found []any
	var fail *fault
	if g.steps++; g.steps > maxSteps {
		return nil, faultf("no valid value is found in %d steps", maxSteps)
	}
	for value := range g.candidates(a, hint, tops, n, &fail) {
		if g.steps++; g.steps > maxSteps {
			break
		}
		composite, isMade := value.(made)
		if isMade {
			value = composite.value
		}
		if refused := g.refused(a, tops, value); refused != nil {
			if fail == nil {
				fail = refused
			}
			continue
		}
		if isMade {
			return value, nil
		}
		if slices.ContainsFunc(found, func(v any) bool { return sameValue(v, value) }) {
			continue
		}
		if found = append(found, value); len(found) > n {
			return value, nil
		}
	}
	switch {
	case g.steps > maxSteps:
		return nil, faultf("no valid value is found in %d steps", maxSteps)
	case len(found) > 0:
		return nil, faultf("only %d different values are found", len(found))
	case fail != nil:
		return nil, fail
	}
	return nil, faultf("the schema allows no value")
}

// refused returns why a value is none for an argument, nil if it is one.
func (g *generator) refused(a *Argument, tops parts, value any) *fault {
	for _, s := range tops {
		if err := s.Validate(value); err != nil {
			return faultf("no value is found that the schema allows; %s is refused: %s", shown(value), innermost(err))
		}
	}
	_, fail := g.writer.elements(a, value)
	return fail
}

// noEnd is why there is no value of a schema that requires itself.
const noEnd = "the schema has no end"

// shown returns a value as JSON, cut to a few words.
func shown(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	const enough = 60
	if r := []rune(string(text)); len(r) > enough {
		return string(r[:enough]) + "…"
	}
	return string(text)
}

// candidates yields values for an argument. Where an object or a list cannot be
// made, the first reason is left in fail.
func (g *generator) candidates(a *Argument, hint string, tops parts, n int, fail **fault) iter.Seq[any] {
	return func(yield func(any) bool) {
		if len(g.stack) > maxExampleDepth {
			*fail = faultf("%s", noEnd)
			return
		}
		if a.schema != nil {
			if example := a.schema.get("example"); example != nil && !yield(example.plain()) { // OpenAPI 3.0
				return
			}
		}
		all := g.alternatives(tops)
		for _, p := range all {
			for value := range p.literals() {
				if !yield(value) {
					return
				}
			}
		}
		for _, p := range all {
			if p.listed() {
				continue
			}
			for _, t := range p.typesOf(a) {
				if !g.ofType(t, a, hint, tops, p, n, fail, yield) {
					return
				}
			}
		}
	}
}

// ofType yields the candidates of one type, and reports whether to go on.
func (g *generator) ofType(t string, a *Argument, hint string, tops, p parts, n int, fail **fault, yield func(any) bool) bool {
	all := func(values iter.Seq[any]) bool {
		for value := range values {
			if !yield(value) {
				return false
			}
		}
		return true
	}
	switch t {
	case "string":
		return all(g.strings(a, hint, p, n))
	case "integer", "number":
		return all(numbers(hint, p, t == "integer", n))
	case "boolean":
		return yield(true) && yield(false)
	case "null":
		return yield(nil)
	}
	var value any
	var refused *fault
	if t == "object" {
		value, refused = g.object(a, hint, tops, p, n)
	} else {
		value, refused = g.array(a, hint, p, n)
	}
	if refused != nil {
		if *fail == nil {
			*fail = refused
		}
		return true
	}
	return yield(made{value})
}

// made is a candidate that was made to be the n-th value: of objects and lists
// those before it need not be gone through.
type made struct{ value any }

// literals yields the values that the parts name: examples, a constant, a
// default that says something, and the allowed values.
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

// isBlank reports whether a value would make a poor example.
func isBlank(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

// checks reports whether a tool takes arguments: what its schema says, and what
// it is known to refuse.
func (g *generator) checks(arguments map[string]any) *fault {
	t := g.tool
	if t.checked != nil {
		if err := t.checked.Validate(arguments); err != nil {
			return faultf("the schema does not allow the arguments together: %s", innermost(err))
		}
	}
	if t.check != nil {
		read := map[string]any{}
		for name, value := range arguments {
			if n, ok := wholeNumber(value); ok {
				value = n
			}
			read[name] = value
		}
		for _, v := range t.check(read) {
			return &fault{v.argument, v.reason}
		}
	}
	_, err := t.Write(arguments, g.writer.method)
	if err != nil {
		return faultOf(err)
	}
	return nil
}
