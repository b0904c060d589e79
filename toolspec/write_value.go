package toolspec

import (
	"encoding/json"
	"math"
	"slices"
)

// wholeNumber returns the integer for a JSON value, if it is one that the runtime can
// read.
func wholeNumber(value any) (int64, bool) {
	switch value := value.(type) {
	case int64:
		return value, true
	case int:
		return int64(value), true
	case json.Number:
		if n, err := value.Int64(); err == nil {
			return n, true
		}
	}
	f, ok := number(value)
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

func number(value any) (float64, bool) {
	switch value := value.(type) {
	case int64:
		return float64(value), true
	case int:
		return float64(value), true
	case float64:
		return value, true
	case json.Number:
		f, err := value.Float64()
		return f, err == nil
	}
	return 0, false
}

// sameValue reports whether two values of encoding/json are equal, regardless of the
// types of their numbers.
func sameValue(x, y any) bool {
	switch x := x.(type) {
	case nil:
		return y == nil
	case string:
		s, ok := y.(string)
		return ok && s == x
	case bool:
		b, ok := y.(bool)
		return ok && b == x
	case []any:
		list, ok := y.([]any)
		return ok && slices.EqualFunc(x, list, sameValue)
	case map[string]any:
		m, ok := y.(map[string]any)
		if !ok || len(m) != len(x) {
			return false
		}
		for name, value := range x {
			other, ok := m[name]
			if !ok || !sameValue(value, other) {
				return false
			}
		}
		return true
	}
	n, ok1 := wholeNumber(x)
	k, ok2 := wholeNumber(y)
	if ok1 && ok2 {
		return n == k
	}
	f, ok1 := number(x)
	g, ok2 := number(y)
	return ok1 && ok2 && f == g
}
