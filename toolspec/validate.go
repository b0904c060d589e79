package toolspec

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// validate checks the values against the constraints of the schema other than types,
// and against what the tool is known to refuse.
func (r *reader) validate(holder xmlcall.ElementID) {
	for _, c := range r.tool.conditions {
		for _, i := range c(r.values) {
			i.Element = r.under(strings.Split(i.Name, "/"), holder)
			i.Span, i.Name = r.trimmed(i.Element), r.name(i.Element)
			r.add(i)
		}
	}
	if r.tool.checked == nil {
		return
	}
	values := r.values
	if r.tool.builtin {
		values = maps.Clone(values)
		maps.DeleteFunc(values, isZero)
	}
	err := r.tool.fits(finite(values))
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		r.violated(invalid, holder)
	} else if errors.Is(err, errTooMuch) {
		r.add(Issue{Kind: NotChecked, Span: r.b.Element(holder).Start(), Element: holder, Name: r.name(holder)})
	}
}

// isZero reports whether a built-in tool treats an argument with a value as absent: Go's zero value of a string or a
// list, whatever the schema allows there, and NaN, which no comparison finds out of range.
func isZero(_ string, value any) bool {
	switch value := value.(type) {
	case string:
		return value == ""
	case []any:
		return len(value) == 0
	case float64:
		return math.IsNaN(value)
	}
	return false
}

// violated reports the errors of a validation that the shape of the arguments has not shown.
func (r *reader) violated(e *jsonschema.ValidationError, holder xmlcall.ElementID) {
	for _, u := range unmetIn(e, nil) {
		element := r.under(u.Path, holder)
		switch {
		case u.names != nil:
			r.add(Issue{
				Kind: MissingArgument, Span: r.b.Element(element).Start(), Element: element,
				Name: u.Name, Reason: "at least one of " + strings.Join(u.names, ", ") + " must be given",
			})
		case !u.shown:
			i := Issue{Kind: InvalidValue, Span: r.trimmed(element), Element: element, Reason: u.Reason}
			if len(u.Path) > 0 {
				i.Name = r.name(element)
			}
			for _, v := range u.values {
				if v != nil {
					i.Want = append(i.Want, fmt.Sprint(v))
				}
			}
			if u.values != nil {
				i.Reason = "must be one of " + strings.Join(i.Want, ", ")
			}
			r.add(i)
		}
	}
}

// under returns the element of the value at a location, or of the nearest known one around it.
func (r *reader) under(location []string, holder xmlcall.ElementID) xmlcall.ElementID {
	if found, _ := located(r.b, r.received, location); found != xmlcall.NoElement {
		return found
	}
	return holder
}
