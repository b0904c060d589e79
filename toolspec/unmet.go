package toolspec

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// unmetIn adds the demands of a schema that values do not meet: the innermost errors of a validation.
func unmetIn(e *jsonschema.ValidationError, to []NativeIssue) []NativeIssue {
	u := NativeIssue{Kind: InvalidValue, Path: e.InstanceLocation, Refused: true}
	if len(u.Path) > 0 {
		u.Name = u.Path[len(u.Path)-1]
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		u.Kind, u.shown = MissingArgument, true
		for _, u.Name = range k.Missing {
			to = append(to, u)
		}
		return to
	case *kind.AdditionalProperties:
		u.Kind, u.shown = UnknownArgument, true
		for _, u.Name = range k.Properties {
			u.Path = append(slices.Clone(e.InstanceLocation), u.Name)
			to = append(to, u)
		}
		return to
	case *kind.Type:
		u.Kind, u.Expected, u.shown = TypeMismatch, k.Want, true
	case *kind.AnyOf, *kind.OneOf:
		u.Reason = "must have one of the forms that the tool accepts"
		if u.names, u.Expected = alternatives(e); u.names != nil {
			u.Kind, u.Name = MissingArgument, strings.Join(u.names, " or ")
		} else if u.Expected != nil {
			u.Kind = TypeMismatch
		}
	case *kind.Enum:
		u.values = k.Want
	default:
		if len(e.Causes) > 0 {
			for _, cause := range e.Causes {
				to = unmetIn(cause, to)
			}
			return to
		}
		u.Reason = reason(e.ErrorKind)
		switch k := k.(type) {
		case *kind.FalseSchema:
			u.shown = true
		case *kind.MinLength:
			u.shown = k.Got == 0
		case *kind.MinItems:
			u.shown = k.Got == 0
		}
	}
	return append(to, u)
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
	if digits, exact := n.FloatPrec(); exact && digits <= 30 {
		if text := n.FloatString(digits); len(text) <= 30 {
			return text
		}
	}
	f, _ := n.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
