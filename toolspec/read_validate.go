package toolspec

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// validate checks the values against the constraints of the schema other than types,
// and against what the tool is known to refuse.
func (r *reader) validate(holder xmlcall.ElementID) {
	for _, c := range r.tool.conditions {
		for _, i := range c(r.Arguments) {
			i.Element = r.under(i.Name, holder)
			i.Span, i.Name = r.trimmed(i.Element), r.name(i.Element)
			r.add(i)
		}
	}
	values := r.Arguments
	if r.tool.builtin {
		values = maps.Clone(values)
		maps.DeleteFunc(values, isZero)
	}
	for _, i := range r.tool.unmet(finite(values), false) {
		i.Element = r.under(strings.Join(i.Path, "/"), holder)
		switch i.Kind {
		case NotChecked:
			i.Span, i.Name = r.b.Element(holder).Start(), r.name(holder)
		case MissingArgument:
			i.Span = r.b.Element(i.Element).Start()
		default:
			if i.Kind, i.Span = InvalidValue, r.trimmed(i.Element); len(i.Path) > 0 {
				i.Name = r.name(i.Element)
			}
			if i.Values != nil {
				for _, v := range slices.DeleteFunc(slices.Clone(i.Values), func(v any) bool { return v == nil }) {
					i.Want = append(i.Want, fmt.Sprint(v))
				}
				i.Reason, i.Values = "must be one of "+strings.Join(i.Want, ", "), nil
			}
		}
		r.add(i)
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

// under returns the element of the value at a path, or the nearest known one around it.
func (r *reader) under(path string, holder xmlcall.ElementID) xmlcall.ElementID {
	if found, _ := r.Element(r.b, path); found != xmlcall.NoElement {
		return found
	}
	return holder
}
