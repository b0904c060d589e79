package toolspec

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// replaced returns a value of encoding/json in which f has replaced each that is no list and no object.
func replaced(value any, f func(any) any) any {
	switch value := value.(type) {
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = replaced(item, f)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(value))
		for name, member := range value {
			m[name] = replaced(member, f)
		}
		return m
	}
	return f(value)
}

// canonical returns a value of encoding/json with each number as an int64, or as a float64 if it is no integer of which
// a float64 has all digits.
func canonical(value any) any { return replaced(value, canonicalNumber) }

func canonicalNumber(value any) any {
	switch value := value.(type) {
	case int:
		return int64(value)
	case float64:
		if value == math.Trunc(value) && math.Abs(value) <= 1<<53 {
			return int64(value)
		}
	case json.Number:
		if n, err := value.Int64(); err == nil {
			return n
		}
		if f, err := value.Float64(); err == nil {
			return canonicalNumber(f)
		}
	}
	return value
}

// finite returns a value in which every number can be represented in JSON.
func finite(value any) any {
	return replaced(value, func(value any) any {
		if f, ok := value.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			return math.Copysign(math.MaxFloat64, f)
		}
		return value
	})
}

// number returns a number of encoding/json.
func number(value any) (f float64, ok bool) {
	switch n := canonicalNumber(value).(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// sameValue reports whether two values of encoding/json are equal, regardless of the
// types of their numbers.
func sameValue(x, y any) bool { return reflect.DeepEqual(canonical(x), canonical(y)) }

// parse reads a number or a boolean as encoding/xml reads one into a field of a struct: the
// trimmed text by strconv's rules, and an empty element as the zero value. reason is a
// predicate for a text that cannot be read; then there is no value.
func (k Kind) parse(text string) (value any, reason string) {
	if text == "" {
		return map[Kind]any{Integer: int64(0), Number: 0.0, Boolean: false}[k], ""
	}
	trimmed, err := strings.TrimSpace(text), error(nil)
	switch k {
	case Integer:
		value, err = strconv.ParseInt(trimmed, 10, 64)
	case Number:
		value, err = strconv.ParseFloat(trimmed, 64)
	default:
		value, err = strconv.ParseBool(trimmed)
	}
	switch {
	case err == nil:
		return value, ""
	case errors.Is(err, strconv.ErrRange):
		return nil, map[Kind]string{Integer: "is not a 64-bit integer", Number: "is not a 64-bit number"}[k]
	}
	return nil, map[Kind]string{Integer: "is not an integer", Number: "is not a number", Boolean: "is not `true` or `false`"}[k]
}

// coerce returns the value that a tool that turns arguments into command-line options makes
// of a trimmed text: an integer, otherwise a number, otherwise a boolean, otherwise the
// text; and how the value is written.
func coerce(trimmed string) (value any, canonical string) {
	for _, k := range []Kind{Integer, Number, Boolean} {
		if value, reason := k.parse(trimmed); reason == "" {
			canonical = textOf(value)
			if f, ok := value.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
				canonical += " (a number)"
			}
			return value, canonical
		}
	}
	return trimmed, trimmed
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

// textOf returns the text of a scalar, or "".
func textOf(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case bool:
		return strconv.FormatBool(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	return ""
}
