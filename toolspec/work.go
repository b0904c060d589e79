package toolspec

import (
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A definition comes from a workspace, so a schema may be crafted to take forever: with
// twenty schemas that each refer twice to the next, the last one is reached a million
// times. The library that checks values has no limit. So the visits of schemas are
// counted before it runs, as if it evaluated every part of every schema; a value that
// takes more visits than its size allows is not checked.

const (
	// Checking a value may take baseVisits plus visitsPerValue for each value in it, so
	// that the time is proportional to the size of the value, whatever the schema. The
	// library needs about half a microsecond for a visit.
	baseVisits, visitsPerValue = 10_000, 500
	// maxChain bounds the schemas that lead from one to the next for one value, and
	// maxValueDepth the nesting of values. The library compares each schema with all
	// before it in the chain, and needs about a kilobyte of stack for each.
	maxChain, maxValueDepth = 200, 1_000
	// Reading visitBytes bytes of text, or visitParts entries of a list of names or
	// values, counts like a visit.
	visitBytes, visitParts = 32, 8
)

// errTooMuch is the error of [validate] for values that take too many visits and
// are not checked.
var errTooMuch = errors.New("checking it against the schema would take too long")

// fits checks arguments of a call against the schema of the tool, if there is one. The
// error is that of [validate].
func (t *Tool) fits(arguments any) error {
	if t.checked == nil {
		return nil
	}
	_, err := validate(t.checked, arguments)
	return err
}

// validate checks a value against a schema. The error is
// errTooMuch for one that is not checked, and otherwise an [*jsonschema.ValidationError].
// It returns the number of visits that this takes at most.
func validate(s *jsonschema.Schema, value any) (visits int, err error) {
	size, ok := sizeOf(value, 1)
	if !ok {
		return 0, errTooMuch
	}
	budget := baseVisits + visitsPerValue*size
	v := visiting{left: budget}
	if v.visit(s, value, 0); v.left < 0 {
		return budget, errTooMuch
	}
	return budget - v.left, s.Validate(value)
}

// sizeOf returns the number of values in a value, where visitBytes bytes of text count
// like a value. ok is false if it is nested too deeply.
func sizeOf(value any, depth int) (size int, ok bool) {
	if depth > maxValueDepth {
		return 0, false
	}
	size = 1
	add := func(more any) bool {
		n, ok := sizeOf(more, depth+1)
		size += n
		return ok
	}
	switch value := value.(type) {
	case string:
		size += len(value) / visitBytes
	case map[string]any:
		for name, member := range value {
			if size += len(name) / visitBytes; !add(member) {
				return 0, false
			}
		}
	case []any:
		for _, item := range value {
			if !add(item) {
				return 0, false
			}
		}
	}
	return size, true
}

type visiting struct {
	left int // negative when there are too many
}

// visit counts the visits for evaluating a schema on a value, after so many others on
// this value that led to it.
func (v *visiting) visit(s *jsonschema.Schema, value any, chain int) {
	if s == nil || v.left < 0 {
		return
	}
	v.left--
	if v.left -= own(s, value); chain >= maxChain || s.DynamicRef != nil || s.RecursiveRef != nil {
		v.left = -1 // what a dynamic reference leads to is not known before
		return
	}
	for _, several := range [...][]*jsonschema.Schema{{s.Ref, s.Not, s.If, s.Then, s.Else}, s.AllOf, s.AnyOf, s.OneOf} {
		for _, one := range several {
			v.visit(one, value, chain+1)
		}
	}
	switch value := value.(type) {
	case map[string]any:
		for _, one := range s.DependentSchemas {
			v.visit(one, value, chain+1)
		}
		for _, one := range s.Dependencies {
			one, _ := one.(*jsonschema.Schema)
			v.visit(one, value, chain+1)
		}
		v.members(s, value)
	case []any:
		for i, item := range value {
			for _, one := range (parts{s}).item(i) {
				v.visit(one, item, 0)
			}
			v.visit(s.Contains, item, 0)
			v.visit(s.UnevaluatedItems, item, 0)
		}
	}
}

// members counts the visits for the members of an object.
func (v *visiting) members(s *jsonschema.Schema, object map[string]any) {
	for name, member := range object {
		for pattern := range s.PatternProperties {
			v.left -= patternWork(pattern, name)
		}
		if v.left < 0 {
			return // before the name is matched
		}
		for _, one := range (parts{s}).member(name) {
			v.visit(one, member, 0)
		}
		v.visit(s.UnevaluatedProperties, member, 0)
		v.visit(s.PropertyNames, name, 0)
	}
}

// own returns what a schema itself adds to a visit of a value, without the schemas that
// it leads to.
func own(s *jsonschema.Schema, value any) int {
	n := len(s.Required) + len(s.Dependencies) + len(s.DependentRequired) + len(s.DependentSchemas)
	if s.Enum != nil {
		n += len(s.Enum.Values)
	}
	switch value := value.(type) {
	case string:
		if s.Pattern != nil {
			return (n+len(value)/visitBytes)/visitParts + patternWork(s.Pattern, value)
		}
		n += len(value) / visitBytes
	case map[string]any:
		n += len(value)
	case []any:
		n += len(value)
	}
	n /= visitParts
	if s.UniqueItems || s.Const != nil {
		size, _ := sizeOf(value, 1) // both compare everything in it
		n += size
	}
	return n
}
