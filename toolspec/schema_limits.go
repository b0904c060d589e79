package toolspec

import (
	"errors"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A definition comes from a workspace, so a schema may be crafted to take forever: with twenty schemas that
// each refer twice to the next, the last one is reached a million times, and with one that has itself twice
// as a member, a value nested n times is reached 2^n times. The library that checks values has no limit. So
// the schemas that apply to a value and to what is in it are counted before it is checked. Values for which that
// is too many are not checked.

const (
	// maxSubschemas bounds the schemas that apply to one value because of one schema, counted once for each way
	// that leads to them. The library needs about half a microsecond for each. partsPerSchema names or values
	// of a list, or instructions of a pattern, count like a schema.
	maxSubschemas, partsPerSchema = 10_000, 16
	// maxVisits bounds the visits of schemas for a value with those in it, where visitBytes bytes of text count like a
	// value.
	maxVisits, visitBytes = 500_000, 32
	// maxChain bounds the schemas that lead from one to the next for one value: the library compares each with
	// all before it, and needs about a kilobyte of stack for each.
	maxChain = 50
)

// errTooMuch is the error of [Tool.fits] for values that are not checked.
var errTooMuch = errors.New("checking it against the schema would take too long")

// schema returns the JSON Schema of the arguments, nil if there is none.
func (t *Tool) schema() *jsonschema.Schema {
	if t.compiled == nil {
		return nil
	}
	s, _ := t.compiled() // the tests compile those of the runtime
	return s
}

// fits checks arguments of a call against the schema of the tool, if there is one. The error is errTooMuch
// for arguments that are not checked, and otherwise an [*jsonschema.ValidationError].
func (t *Tool) fits(arguments any) error {
	if t.compiled == nil {
		return nil
	}
	if v := visits(maxVisits); !v.count(parts{t.schema()}, arguments) {
		return errTooMuch
	}
	return t.schema().Validate(arguments)
}

// ownSize returns what a value without those in it counts.
func ownSize(value any) int {
	n := 1
	switch value := value.(type) {
	case string:
		n += len(value) / visitBytes
	case map[string]any:
		for name := range value {
			n += len(name) / visitBytes
		}
	}
	return n
}

// visits are how many visits of schemas may still be made.
type visits int

// count counts the visits for a value to which schemas apply, and reports whether there are not too many.
func (v *visits) count(p parts, value any) bool {
	var all parts
	for _, s := range p {
		ways := 0
		if all, ways = spread(all, 0, s, 0); ways > maxSubschemas {
			return false
		}
		if *v -= visits(ways * ownSize(value)); *v < 0 {
			return false
		}
	}
	if len(all) == 0 {
		return true
	}
	names, members, items := all.others()
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			*v -= visits(len(all) / partsPerSchema) // which are asked for it
			if !v.count(names, name) || !v.count(append(all.member(name), members...), member) {
				return false
			}
		}
	case []any:
		for i, item := range value {
			*v -= visits(len(all) / partsPerSchema)
			if !v.count(append(all.item(i), items...), item) {
				return false
			}
		}
	}
	return true
}

// spread adds the schemas that apply to a value where one does, after so many that led to it, and counts them.
func spread(all parts, count int, s *jsonschema.Schema, chain int) (parts, int) {
	if s == nil || count > maxSubschemas {
		return all, count
	}
	if count += weight(s); chain >= maxChain || s.DynamicRef != nil || s.RecursiveRef != nil {
		return all, maxSubschemas + 1 // what a dynamic reference leads to is not known before
	}
	all = append(all, s)
	for _, several := range [...][]*jsonschema.Schema{{s.Ref, s.Not, s.If, s.Then, s.Else}, s.AllOf, s.AnyOf, s.OneOf} {
		for _, one := range several {
			all, count = spread(all, count, one, chain+1)
		}
	}
	for _, one := range s.DependentSchemas {
		all, count = spread(all, count, one, chain+1)
	}
	for _, one := range s.Dependencies {
		one, _ := one.(*jsonschema.Schema)
		all, count = spread(all, count, one, chain+1)
	}
	return all, count
}

// weight returns what a schema itself counts.
func weight(s *jsonschema.Schema) int {
	n := len(s.Required) + len(s.Dependencies) + len(s.DependentRequired)
	if s.Enum != nil {
		n += len(s.Enum.Values)
	}
	if p, ok := s.Pattern.(*pattern); ok {
		n += p.instructions
	}
	for p := range s.PatternProperties {
		if p, ok := p.(*pattern); ok {
			n += p.instructions
		}
	}
	return 1 + n/partsPerSchema
}

// parts are schemas that constrain a value; all of them apply.
type parts []*jsonschema.Schema

// add adds the schemas of some that are there.
func (p parts) add(some ...*jsonschema.Schema) parts {
	return append(p, slices.DeleteFunc(some, func(s *jsonschema.Schema) bool { return s == nil })...)
}

// others returns the schemas that apply to the names of an object, and those that apply to its members and to the
// items of a list whatever else applies to them.
func (p parts) others() (names, members, items parts) {
	for _, s := range p {
		names, members = names.add(s.PropertyNames), members.add(s.UnevaluatedProperties)
		items = items.add(s.Contains, s.UnevaluatedItems)
	}
	return names, members, items
}

// member returns the schemas that apply to a member of an object.
func (p parts) member(name string) parts {
	var of parts
	for _, s := range p {
		described := s.Properties[name]
		of = of.add(described)
		for pattern, member := range s.PatternProperties {
			if pattern.MatchString(name) {
				of, described = append(of, member), member
			}
		}
		if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && described == nil {
			of = append(of, more)
		}
	}
	return of
}

// item returns the schemas that apply to an item of a list.
func (p parts) item(i int) parts {
	var of parts
	for _, s := range p {
		prefix, rest := s.PrefixItems, any(s.Items2020)
		switch items := s.Items.(type) { // before draft 2020-12
		case []*jsonschema.Schema:
			prefix, rest = items, s.AdditionalItems
		case *jsonschema.Schema:
			rest = items
		}
		if i < len(prefix) {
			of = append(of, prefix[i])
		} else {
			one, _ := rest.(*jsonschema.Schema)
			of = of.add(one)
		}
	}
	return of
}

// first returns the first of several schemas: of alternatives, those of the first one fit together.
func first(p parts) *jsonschema.Schema {
	if len(p) == 0 {
		return nil
	}
	return p[0]
}
