package toolspec

import (
	"cmp"
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// schemaError returns the node of a schema that is wrong, and the reason,
// for an error of the compiler. The library walks objects in random order, so it
// reports a different one of several errors each time: the first in the file is
// returned.
func schemaError(schema *node, err error) (at *node, reason string) {
	if meta, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok {
		err = meta.Err
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return referenceError(schema, err)
	}
	ofValues := false
	for _, cause := range causes(invalid, false, nil) {
		found := cmp.Or(schema.below(cause.InstanceLocation), schema)
		why := cause.ErrorKind.LocalizedString(english)
		// Among alternatives, the allowed values are preferred to a type.
		_, values := cause.ErrorKind.(*kind.Enum)
		if at == nil || cmp.Or(cmp.Compare(found.line, at.line), cmp.Compare(found.column, at.column), trueFirst(values, ofValues), cmp.Compare(why, reason)) < 0 {
			at, reason, ofValues = found, why, values
		}
	}
	return at, reason
}

// referenceError is schemaError for errors in references, or in anything else but a
// value.
func referenceError(schema *node, err error) (at *node, reason string) {
	reference := func(wrong func(to string) bool) *node {
		return schema.find(func(n *node) bool { to := n.get("$ref").text(); return to != "" && wrong(to) }).get("$ref")
	}
	if at := reference(func(to string) bool { return strings.HasPrefix(to, "#/") && schema.below(pathOf(to)) == nil }); at != nil {
		return at, "it refers to " + at.text() + ", which does not exist"
	}
	load, ok := errors.AsType[*jsonschema.LoadURLError](err)
	if !ok {
		return schema, err.Error()
	}
	if at := reference(func(to string) bool { return to[0] != '#' }); at != nil {
		return at, "it refers to " + at.text() + "; only references inside the schema are followed"
	}
	return schema, load.Err.Error()
}

// causes returns the errors of a validation that have no cause themselves; if whole, also the error
// that no alternative matches, in place of those of all alternatives.
func causes(e *jsonschema.ValidationError, whole bool, to []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if whole {
			return append(to, e)
		}
	}
	if len(e.Causes) == 0 {
		return append(to, e)
	}
	for _, cause := range e.Causes {
		to = causes(cause, whole, to)
	}
	return to
}

// trueFirst orders true before false.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
