package toolspec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A definition comes from a workspace, so a schema may be made to take for ever. The
// library that checks values evaluates a schema as often as it is reached, and twenty
// schemas that each refer twice to the next are reached a million times. So the work is
// counted before it is done, with memoization, which takes a time that grows with the
// schema and the value:
//
//   - on loading, for the schemas that apply to one value; too many is an error in the
//     definition
//   - on checking, for the schemas and values together; see [compiled.validate]
//
// A unit of work is one schema evaluated on one value, about half a microsecond.

const (
	// maxApplied bounds how many times schemas are evaluated on one value.
	maxApplied = 2_000
	// maxChain bounds how many references and parts lead from one schema to the
	// next for one value.
	maxChain = 200
	// Checking a value may take baseWork and for each value in it valueWork, so that
	// it takes a time that grows with the value, whatever the schema.
	baseWork, valueWork = 10_000, 500
	// maxValueDepth bounds the nesting of values that are checked. The library needs
	// about a kilobyte of stack for each schema on the way.
	maxValueDepth = 1_000
	// unitBytes are the bytes of text in which a regular expression is looked for in
	// a unit of work for each of its instructions.
	unitBytes = 32
)

// errTooMuch is the error of [compiled.validate] for values that it does not check.
var errTooMuch = errors.New("checking it against the schema would take too long")

// A compiled is a compiled schema with what evaluating it costs. It is immutable.
type compiled struct {
	schema *jsonschema.Schema
	// dynamic are the schemas that a dynamic reference may lead to.
	dynamic []*jsonschema.Schema
	// bounds are for each schema how many units of work it takes at most on a path
	// from a value to one inside it, endless where the schema contains itself.
	bounds map[*jsonschema.Schema]int
}

// endless is more work than any budget has.
const endless = 1 << 40

// measure returns a compiled schema with its costs. The error is a [tooLarge].
func measure(schema *jsonschema.Schema) (*compiled, error) {
	c := &compiled{schema: schema, bounds: map[*jsonschema.Schema]int{}}
	all := c.reach(schema)
	// The library makes them in any order.
	slices.SortFunc(all, func(a, b *jsonschema.Schema) int { return cmp.Compare(a.Location, b.Location) })
	m := applying{of: c, known: map[*jsonschema.Schema]applied{}, on: map[*jsonschema.Schema]bool{}}
	for _, s := range all {
		if n, _ := m.count(s); n.schemas > maxApplied || n.chain > maxChain {
			return nil, tooLarge{pointer: strings.TrimPrefix(s.Location, schemaURL+"#"), chained: n.chain > maxChain}
		}
	}
	c.bound(schema)
	return c, nil
}

// A tooLarge is the error for a schema that would take too much work.
type tooLarge struct {
	pointer string // JSON pointer into the schema
	chained bool   // its references lead too far
}

func (e tooLarge) Error() string {
	if e.chained {
		return fmt.Sprintf("schema too large to check: more than %d references and parts lead from one to the next here; refer to the last one directly", maxChain)
	}
	return fmt.Sprintf("schema too large to check: with all that it refers to, more than %d schemas apply to one value here; refer to each once", maxApplied)
}

// reach returns all schemas that a schema leads to, itself first, and collects the
// targets of dynamic references.
func (c *compiled) reach(schema *jsonschema.Schema) []*jsonschema.Schema {
	all, seen := []*jsonschema.Schema{schema}, map[*jsonschema.Schema]bool{schema: true}
	take := func(s *jsonschema.Schema) {
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
		}
	}
	for i := 0; i < len(all); i++ { //nolint:intrange // it grows
		s := all[i]
		c.applying(s, take)
		eachChild(s, take)
		if s.DynamicAnchor != "" || s.RecursiveAnchor {
			c.dynamic = append(c.dynamic, s)
		}
	}
	return all
}

// applying calls f with each schema that is evaluated on the same value as s, as often
// as it is.
func (c *compiled) applying(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, one := range []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else} {
		if one != nil {
			f(one)
		}
	}
	for _, several := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, one := range several {
			f(one)
		}
	}
	for _, one := range s.DependentSchemas {
		f(one)
	}
	for _, one := range s.Dependencies {
		if one, ok := one.(*jsonschema.Schema); ok {
			f(one)
		}
	}
	if s.DynamicRef != nil && s.DynamicRef.Ref != nil {
		f(s.DynamicRef.Ref)
	}
	if s.DynamicRef == nil && s.RecursiveRef == nil {
		return
	}
	for _, target := range c.dynamic {
		if s.RecursiveRef != nil && target.RecursiveAnchor && target != s.RecursiveRef ||
			s.DynamicRef != nil && target.DynamicAnchor == s.DynamicRef.Anchor && target != s.DynamicRef.Ref {
			f(target)
		}
	}
}

// eachChild calls f with each schema that s has for values inside a value.
func eachChild(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, one := range s.Properties {
		f(one)
	}
	eachOther(s, f)
}

// eachOther is eachChild but for the schemas of named properties, of which only one is
// for a member.
func eachOther(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, one := range s.PatternProperties {
		f(one)
	}
	for _, one := range s.PrefixItems {
		f(one)
	}
	for _, one := range []*jsonschema.Schema{s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems} {
		if one != nil {
			f(one)
		}
	}
	for _, some := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		switch some := some.(type) {
		case *jsonschema.Schema:
			if some != nil {
				f(some)
			}
		case []*jsonschema.Schema:
			for _, one := range some {
				f(one)
			}
		}
	}
}

// An applied is how many schemas are evaluated on one value because of one, itself
// included, and how many of them lead from one to the next at most.
type applied struct{ schemas, chain int }

// An applying counts them.
type applying struct {
	of    *compiled
	known map[*jsonschema.Schema]applied
	on    map[*jsonschema.Schema]bool // those that lead to the one that is counted
}

// count returns the counts for s, and whether they are the same wherever s is reached
// from: of schemas that lead back to themselves the library cuts each way short. It
// stops above the limits.
func (m *applying) count(s *jsonschema.Schema) (n applied, settled bool) {
	if m.on[s] {
		return applied{1, 1}, false
	}
	if n, ok := m.known[s]; ok {
		return n, true
	}
	if len(m.on) > maxChain {
		return applied{1, maxChain + 1}, true
	}
	m.on[s] = true
	n, settled = applied{1, 1}, true
	m.of.applying(s, func(next *jsonschema.Schema) {
		if n.schemas > maxApplied || n.chain > maxChain {
			return
		}
		more, same := m.count(next)
		n.schemas += more.schemas
		n.chain = max(n.chain, more.chain+1)
		settled = settled && same
	})
	delete(m.on, s)
	if settled {
		m.known[s] = n
	}
	return n, settled
}

// bound fills in and returns the bound of a schema.
func (c *compiled) bound(s *jsonschema.Schema) int {
	if n, ok := c.bounds[s]; ok {
		return n
	}
	c.bounds[s] = endless // for who comes back here
	n := own(s) + patternWork(s)
	add := func(next *jsonschema.Schema) { n = min(n+c.bound(next), endless) }
	c.applying(s, add)
	eachOther(s, add)
	most := 0
	for _, one := range s.Properties {
		most = max(most, c.bound(one))
	}
	n = min(n+most, endless)
	c.bounds[s] = n
	return n
}

// own returns the units that a schema takes itself on one value, without patterns.
func own(s *jsonschema.Schema) int {
	n := 1 + (len(s.Required)+len(s.Dependencies)+len(s.DependentRequired)+len(s.DependentSchemas))/8
	if s.Enum != nil {
		n += len(s.Enum.Values) / 8
	}
	return n
}

// patternWork returns the units that the patterns of a schema take for unitBytes bytes.
func patternWork(s *jsonschema.Schema) int {
	n := 0
	if s.Pattern != nil {
		n += instructions(s.Pattern)
	}
	for p := range s.PatternProperties {
		n += instructions(p)
	}
	return n
}

// validate checks a value against one of the schemas. The error is errTooMuch for one
// that would take more work than there is a budget for, which is not checked, and
// otherwise an [*jsonschema.ValidationError].
func (c *compiled) validate(s *jsonschema.Schema, value any) error {
	if _, ok := c.work(s, value); !ok {
		return errTooMuch
	}
	return s.Validate(value)
}

// work returns about how many units checking a value against one of the schemas takes,
// and whether that is within its budget.
func (c *compiled) work(s *jsonschema.Schema, value any) (units int, ok bool) {
	tree, size := treeOf(value)
	if size.depth > maxValueDepth {
		return 0, false
	}
	budget := baseWork + valueWork*size.units()
	if bound, ok := c.bounds[s]; ok && bound <= budget/size.units() {
		return size.units(), true
	}
	w := counting{of: c, left: budget, known: map[evaluation]int{}}
	units = w.count(s, tree)
	return units, units <= budget && w.left >= 0
}
