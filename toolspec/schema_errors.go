package toolspec

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/entrhq/forge-lsp/internal/tree"
)

// schemaError returns the node of a schema that is wrong, and the reason,
// for an error of the compiler. The library walks objects in random order, so it
// reports a different one of several errors each time: the first in the file is
// returned.
func schemaError(schema *tree.Node, err error) (at *tree.Node, reason string) {
	if meta, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok {
		err = meta.Err
	}
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return referenceError(schema, err)
	}
	ofValues := false
	for _, cause := range causes(invalid, false, nil) {
		found := cmp.Or(schema.Below(cause.InstanceLocation), schema)
		why := cause.ErrorKind.LocalizedString(english)
		// Among alternatives, the allowed values are preferred to a type.
		_, values := cause.ErrorKind.(*kind.Enum)
		if at == nil || cmp.Or(found.At.Compare(at.At), trueFirst(values, ofValues), cmp.Compare(why, reason)) < 0 {
			at, reason, ofValues = found, why, values
		}
	}
	return at, reason
}

// referenceError is schemaError for errors in references, or in anything else but a
// value.
func referenceError(schema *tree.Node, err error) (at *tree.Node, reason string) {
	reference := func(wrong func(to string) bool) *tree.Node {
		return schema.Find(func(n *tree.Node) bool { to := n.Get("$ref").Text(); return to != "" && wrong(to) }).Get("$ref")
	}
	if at := reference(func(to string) bool { return strings.HasPrefix(to, "#/") && schema.Below(pathOf(to)) == nil }); at != nil {
		return at, "it refers to " + at.Text() + ", which does not exist"
	}
	load, ok := errors.AsType[*jsonschema.LoadURLError](err)
	if !ok {
		return schema, err.Error()
	}
	if at := reference(func(to string) bool { return to[0] != '#' }); at != nil {
		return at, "it refers to " + at.Text() + "; only references inside the schema are followed"
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

// unmet returns the demands of the schema that arguments of a call do not meet. shape reports whether those that the
// shape of a call in text shows are among them.
func (t *Tool) unmet(arguments any, shape bool) (issues []Issue) {
	err := t.fits(arguments)
	if errors.Is(err, errTooMuch) {
		return []Issue{{Kind: NotChecked}}
	}
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		for _, cause := range causes(invalid, true, nil) {
			issues = unmetBy(cause, shape, issues)
		}
	}
	return issues
}

// unmetBy adds a cause of an error. The Values of an issue are those of which the value must be one.
func unmetBy(e *jsonschema.ValidationError, shape bool, to []Issue) []Issue {
	shown := false
	i := Issue{Kind: InvalidValue, Path: e.InstanceLocation, Refused: true}
	if len(i.Path) > 0 {
		i.Name = i.Path[len(i.Path)-1]
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		i.Kind = MissingArgument
		for _, i.Name = range k.Missing {
			if shape {
				to = append(to, i)
			}
		}
		return to
	case *kind.AdditionalProperties:
		i.Kind = UnknownArgument
		for _, i.Name = range k.Properties {
			if i.Path = append(slices.Clone(e.InstanceLocation), i.Name); shape {
				to = append(to, i)
			}
		}
		return to
	case *kind.Type:
		i.Kind, i.Expected, shown = TypeMismatch, k.Want, true
	case *kind.AnyOf, *kind.OneOf:
		i.Reason = "must have one of the forms that the tool accepts"
		names, types := alternatives(e)
		switch {
		case names != nil:
			i.Kind, i.Name, i.Reason = MissingArgument, strings.Join(names, " or "), "at least one of "+strings.Join(names, ", ")+" must be given"
		case types != nil:
			i.Kind, i.Expected = TypeMismatch, types
		}
	case *kind.Enum:
		i.Values = k.Want
	default:
		i.Reason = reason(e.ErrorKind)
		switch k := k.(type) {
		case *kind.FalseSchema:
			shown = true
		case *kind.MinLength:
			shown = k.Got == 0
		case *kind.MinItems:
			shown = k.Got == 0
		}
	}
	if shown && !shape {
		return to
	}
	return append(to, i)
}

// alternatives returns the names of which one must be given, or the types of which the value must have one, if an
// error of alternatives is about nothing else.
func alternatives(e *jsonschema.ValidationError) (names, types []string) {
	for _, cause := range e.Causes {
		for len(cause.Causes) == 1 {
			cause = cause.Causes[0]
		}
		switch k := cause.ErrorKind.(type) {
		case *kind.Required:
			names = append(names, k.Missing...)
		case *kind.Type:
			types = append(types, k.Want...)
		default:
			return nil, nil
		}
		if len(cause.InstanceLocation) != len(e.InstanceLocation) || names != nil && types != nil {
			return nil, nil
		}
	}
	return names, types
}

var english = message.NewPrinter(language.English)

const notAllowed = "must match the schema: "

// reason describes what is wrong with a value, as a predicate for it.
func reason(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Const:
		return fmt.Sprintf("must be %v", k.Want)
	case *kind.Minimum:
		return "must be at least " + exactly(k.Want)
	case *kind.Maximum:
		return "must be at most " + exactly(k.Want)
	case *kind.ExclusiveMinimum:
		return "must be more than " + exactly(k.Want)
	case *kind.ExclusiveMaximum:
		return "must be less than " + exactly(k.Want)
	case *kind.MultipleOf:
		return "must be a multiple of " + exactly(k.Want)
	case *kind.MinLength:
		return hasSome(k.Got, "character") + "; write at least " + strconv.Itoa(k.Want)
	case *kind.MaxLength:
		return hasSome(k.Got, "character") + "; write at most " + strconv.Itoa(k.Want)
	case *kind.MinItems:
		return hasSome(k.Got, "item") + "; write at least " + strconv.Itoa(k.Want)
	case *kind.MaxItems:
		return hasSome(k.Got, "item") + "; write at most " + strconv.Itoa(k.Want)
	case *kind.UniqueItems:
		return "has the same item twice; remove one"
	case *kind.Pattern:
		return "must match " + k.Want
	case *kind.Format:
		if k.Want == "regex" {
			return "must be a regular expression: " + strings.TrimPrefix(k.Err.Error(), "error parsing regexp: ")
		}
		return "must be a valid " + k.Want
	}
	return notAllowed + k.LocalizedString(english)
}

func hasSome(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return "has " + strconv.Itoa(n) + " " + what
}

// exactly formats a limit of a schema, with all of its digits unless it has very many.
func exactly(n *big.Rat) string {
	const most = 30
	if digits, exact := n.FloatPrec(); exact && digits <= most {
		if text := n.FloatString(digits); len(text) <= most {
			return text
		}
	}
	f, _ := n.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
