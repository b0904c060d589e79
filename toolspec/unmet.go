package toolspec

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// An unmet is a demand of a schema that values do not meet.
type unmet struct {
	path   []string  // of the value: names of members, and indexes of items
	kind   IssueKind // as of a [NativeIssue]
	names  []string  // of missing and of unknown arguments
	types  []string  // of which the value has none
	values []any     // of which the value is none
	reason string    // a predicate for an InvalidValue
	choice bool      // whether it meets none of several alternatives, which names or types describe if they can
	shown  bool      // whether the shape of a call shows it: what is there, and which types it has
}

// unmetIn adds the innermost errors of a validation.
func unmetIn(e *jsonschema.ValidationError, to []unmet) []unmet {
	u := unmet{path: e.InstanceLocation, kind: InvalidValue}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		u.kind, u.names, u.shown = MissingArgument, k.Missing, true
	case *kind.AdditionalProperties:
		u.kind, u.names, u.shown = UnknownArgument, k.Properties, true
	case *kind.Type:
		u.kind, u.types, u.shown = TypeMismatch, k.Want, true
	case *kind.AnyOf, *kind.OneOf:
		u.choice, u.reason = true, "must have one of the forms that the tool accepts"
		if u.names, u.types = alternatives(e); u.names != nil {
			u.kind = MissingArgument
		} else if u.types != nil {
			u.kind = TypeMismatch
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
		u.reason = reason(e.ErrorKind)
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
	const most = 30
	if digits, exact := n.FloatPrec(); exact && digits <= most {
		if text := n.FloatString(digits); len(text) <= most {
			return text
		}
	}
	f, _ := n.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
