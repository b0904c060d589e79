package toolspec

import (
	"cmp"
	"errors"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// schemaError returns the node of a schema that is wrong, its pointer, and the reason,
// for an error of the compiler. The library walks objects in random order, so it
// reports a different one of several errors each time: the first in the file is
// returned.
func schemaError(schema *node, err error) (at *node, pointer, reason string) {
	if meta, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok {
		err = meta.Err
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return referenceError(schema, err)
	}
	var first *Error
	ofValues := false
	for _, cause := range causes(invalid, false, nil) {
		where := pointerOf(cause.InstanceLocation)
		found := schema.at(where)
		if found == nil {
			found = schema
		}
		e := &Error{Line: found.line, Column: found.column, Pointer: where, Reason: cause.ErrorKind.LocalizedString(english)}
		// Among alternatives, the allowed values are preferred to a type.
		_, values := cause.ErrorKind.(*kind.Enum)
		if first == nil || cmp.Or(comparePlaces(e, first), trueFirst(values, ofValues), cmp.Compare(e.Reason, first.Reason)) < 0 {
			first, at, ofValues = e, found, values
		}
	}
	return at, first.Pointer, first.Reason
}

// referenceError is schemaError for errors in references, or in anything else but a
// value.
func referenceError(schema *node, err error) (at *node, pointer, reason string) {
	missing, pointer := schema.find(func(n *node) bool {
		ref := n.get("$ref").text()
		return strings.HasPrefix(ref, "#/") && schema.at(ref[1:]) == nil
	})
	if missing != nil {
		at = missing.get("$ref")
		return at, pointer + "/$ref", "it refers to " + at.text() + ", which does not exist"
	}
	load, ok := errors.AsType[*jsonschema.LoadURLError](err)
	if !ok {
		return schema, "", err.Error()
	}
	outside, pointer := schema.find(func(n *node) bool {
		ref := n.get("$ref").text()
		return ref != "" && ref[0] != '#'
	})
	if outside == nil {
		return schema, "", load.Err.Error()
	}
	at = outside.get("$ref")
	return at, pointer + "/$ref", "it refers to " + at.text() + "; only references inside the schema are followed"
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

func pointerOf(location []string) string {
	var pointer strings.Builder
	for _, part := range location {
		pointer.WriteString("/" + escapePointer.Replace(part))
	}
	return pointer.String()
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
