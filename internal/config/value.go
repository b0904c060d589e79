package config

import (
	"math"
	"strconv"
)

// A value of a TOML text or of an editor's settings is a map[string]any for a table, a []any, a string, a
// bool, nil, or one of these.
type (
	// An integer is one as it is written.
	integer string
	// An other is a value of a kind that no setting has, which it names.
	other string
)

// kindOf returns the kind of a value with its article.
func kindOf(value any) string {
	switch v := value.(type) {
	case map[string]any:
		return "a table"
	case []any:
		return "an array"
	case string:
		return "a string"
	case integer:
		return "an integer"
	case bool:
		return "a boolean"
	case other:
		return string(v)
	}
	return "null"
}

// fromJSON converts a value that encoding/json decoded to the types of this package.
func fromJSON(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			v[name] = fromJSON(member)
		}
	case []any:
		for i, item := range v {
			v[i] = fromJSON(item)
		}
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return integer(strconv.FormatInt(int64(v), 10))
		}
		return other("a number")
	}
	return value
}
