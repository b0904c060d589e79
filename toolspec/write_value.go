package toolspec

import (
	"encoding/json"
	"math"
	"reflect"
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
