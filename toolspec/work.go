package toolspec

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A definition comes from a workspace, so a schema may be crafted to take forever. The
// library that checks values evaluates a schema every time it is reached, and with
// twenty schemas that each refer twice to the next the last one is reached a million
// times. So the work is estimated before it is done, with memoization, in time
// proportional to the schema and the value:
//
//   - on loading, for the schemas that apply to one value; exceeding the limit is an
//     error in the definition
//   - on checking, for the schemas and values together; see [compiled.validate]
//
// A unit of work is one schema evaluated on one value, about half a microsecond.

const (
	// maxApplied bounds the number of schema evaluations on one value.
	maxApplied = 2_000
	// maxChain bounds the length of the chains of references and parts for one value.
	maxChain = 200
	// Checking a value may take baseWork plus valueWork for each value in it, so that
	// the time is proportional to the size of the value, whatever the schema.
	baseWork, valueWork = 10_000, 500
	// maxValueDepth bounds the nesting of values that are checked. The library needs
	// about a kilobyte of stack for each schema on the path.
	maxValueDepth = 1_000
	// unitBytes is the number of bytes that a regular expression scans in a unit of
	// work for each of its instructions.
	unitBytes = 32
)

// errTooMuch is the error of [compiled.validate] for values that exceed the budget and
// are not checked.
var errTooMuch = errors.New("checking it against the schema would take too long")

// A compiled is a compiled schema with its costs. It is immutable.
type compiled struct {
	schema *jsonschema.Schema
	// dynamic are the possible targets of dynamic references.
	dynamic []*jsonschema.Schema
	// bounds are, for each schema, the maximum units of work on a path from a value to
	// one inside it; endless if the schema contains itself.
	bounds map[*jsonschema.Schema]int
}

// endless is more work than any budget has.
const endless = 1 << 40

// measure returns a compiled schema with its costs. The error is a [tooLarge].
func measure(schema *jsonschema.Schema) (*compiled, error) {
	c := &compiled{schema: schema, bounds: map[*jsonschema.Schema]int{}}
	all := c.reach(schema)
	// The library returns them in random order.
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
	chained bool   // whether its chain of references is too long
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

// applying calls f with each schema that is evaluated on the same value as s, once for
// each evaluation.
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

// eachChild calls f with each schema of s for values inside a value.
func eachChild(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, one := range s.Properties {
		f(one)
	}
	eachOther(s, f)
}

// eachOther is eachChild without the schemas of named properties, of which only one
// applies to a member.
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

// An applied is the number of schema evaluations on one value caused by one schema,
// including itself, and the length of the longest chain of them.
type applied struct{ schemas, chain int }

// An applying computes applied counts.
type applying struct {
	of    *compiled
	known map[*jsonschema.Schema]applied
	on    map[*jsonschema.Schema]bool // the schemas on the path to the current one
}

// count returns the counts for s, and whether they are the same wherever s is reached
// from: for recursive schemas the library stops on each path. It stops above the
// limits.
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
	c.bounds[s] = endless // for recursive visits
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

// own returns the units that a schema itself takes on one value, without patterns.
func own(s *jsonschema.Schema) int {
	n := 1 + (len(s.Required)+len(s.Dependencies)+len(s.DependentRequired)+len(s.DependentSchemas))/8
	if s.Enum != nil {
		n += len(s.Enum.Values) / 8
	}
	return n
}

// patternWork returns the units that the patterns of a schema take per unitBytes bytes.
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
// that would exceed the budget, which is not checked, and otherwise an
// [*jsonschema.ValidationError].
func (c *compiled) validate(s *jsonschema.Schema, value any) error {
	if _, ok := c.work(s, value); !ok {
		return errTooMuch
	}
	return s.Validate(value)
}

// work returns an estimate of the units for checking a value against one of the
// schemas, and whether it is within the budget.
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
