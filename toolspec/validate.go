package toolspec

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// validate checks the values against the constraints of the schema other than types,
// and against what the tool is known to refuse.
func (r *reader) validate(holder xmlcall.ElementID) {
	for _, c := range r.tool.conditions {
		for _, v := range c.find(r.values) {
			i, ok := r.places["/"+v.argument]
			if !ok {
				i, ok = r.argument(v.argument, holder)
			}
			if ok {
				r.add(Issue{Kind: v.kind, Span: r.trimmed(i), Element: i, Name: r.name(i), Reason: v.reason})
			}
		}
	}
	if r.tool.checked == nil || !r.tool.further {
		return
	}
	values := r.values
	if r.tool.builtin {
		values = given(values)
	}
	err := r.tool.fits(finite(values))
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		r.violations(invalid, holder)
	} else if errors.Is(err, errTooMuch) {
		r.add(Issue{Kind: NotChecked, Span: r.b.Element(holder).Start(), Element: holder, Name: r.name(holder)})
	}
}

func (r *reader) argument(name string, holder xmlcall.ElementID) (found xmlcall.ElementID, ok bool) {
	for i := range r.b.Children(holder) {
		if r.name(i) == name {
			found, ok = i, true
		}
	}
	return found, ok
}

// given returns the arguments without those that a built-in tool treats as absent: Go's
// zero value of a string or a list, whatever the schema allows there, and NaN, which no
// comparison finds out of range.
func given(values map[string]any) map[string]any {
	m := make(map[string]any, len(values))
	for name, value := range values {
		switch value := value.(type) {
		case string:
			if value == "" {
				continue
			}
		case []any:
			if len(value) == 0 {
				continue
			}
		case float64:
			if math.IsNaN(value) {
				continue
			}
		}
		m[name] = value
	}
	return m
}

// finite returns a value in which every number can be represented in JSON.
func finite(value any) any {
	switch value := value.(type) {
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return math.Copysign(math.MaxFloat64, value)
		}
	case map[string]any:
		m := make(map[string]any, len(value))
		for name, v := range value {
			m[name] = finite(v)
		}
		return m
	case []any:
		list := make([]any, len(value))
		for i, v := range value {
			list[i] = finite(v)
		}
		return list
	}
	return value
}

var english = message.NewPrinter(language.English)

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

// violations reports the innermost errors of a validation.
func (r *reader) violations(e *jsonschema.ValidationError, holder xmlcall.ElementID) {
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if names := alternatives(e); names != nil {
			element := r.under(e.InstanceLocation, holder)
			r.add(Issue{
				Kind: MissingArgument, Span: r.b.Element(element).Start(), Element: element,
				Name: strings.Join(names, " or "), Reason: "at least one of " + strings.Join(names, ", ") + " must be given",
			})
			return
		}
		r.invalidAt(e, holder, "must have one of the forms that the tool accepts", nil)
		return
	case *kind.Required, *kind.Type, *kind.AdditionalProperties, *kind.FalseSchema:
		return // already reported for the shape of the arguments
	case *kind.MinLength:
		if k.Got == 0 {
			return
		}
	case *kind.MinItems:
		if k.Got == 0 {
			return
		}
	case *kind.Enum:
		var want []string
		for _, v := range k.Want {
			if v != nil {
				want = append(want, fmt.Sprint(v))
			}
		}
		r.invalidAt(e, holder, "must be one of "+strings.Join(want, ", "), want)
		return
	}
	if len(e.Causes) == 0 {
		r.invalidAt(e, holder, reason(e.ErrorKind), nil)
		return
	}
	for _, cause := range e.Causes {
		r.violations(cause, holder)
	}
}

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

// alternatives returns the names of which one must be given, or nil if an error of
// alternatives is about anything else.
func alternatives(e *jsonschema.ValidationError) (names []string) {
	for _, cause := range e.Causes {
		for len(cause.Causes) == 1 {
			cause = cause.Causes[0]
		}
		required, ok := cause.ErrorKind.(*kind.Required)
		if !ok || len(cause.InstanceLocation) != len(e.InstanceLocation) {
			return nil
		}
		names = append(names, required.Missing...)
	}
	return names
}

func (r *reader) invalidAt(e *jsonschema.ValidationError, holder xmlcall.ElementID, reason string, want []string) {
	element := r.under(e.InstanceLocation, holder)
	name := ""
	if n := len(e.InstanceLocation); n > 0 {
		name = r.name(element)
	}
	r.invalid(element, name, reason, want)
}

func (r *reader) invalid(element xmlcall.ElementID, name, reason string, want []string) {
	r.add(Issue{Kind: InvalidValue, Span: r.trimmed(element), Element: element, Name: name, Reason: reason, Want: want})
}

// under returns the element of the value at a location, or of the nearest known one
// around it.
func (r *reader) under(location []string, holder xmlcall.ElementID) xmlcall.ElementID {
	for n := len(location); n > 0; n-- {
		if i, ok := r.places["/"+strings.Join(location[:n], "/")]; ok {
			return i
		}
	}
	return holder
}
