package toolspec

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Default returns the value that a definition specifies for an absent argument: a
// string as it is, any other value as JSON; "" if it specifies none.
func (a *Argument) Default() string {
	value := a.schema.get("default")
	if value == nil {
		return ""
	}
	if s, ok := value.value.(string); ok {
		return s
	}
	raw, err := json.Marshal(value.plain())
	if err != nil {
		return ""
	}
	return string(raw)
}

// HoldsPath reports whether an argument, judging by its name, holds the path of a file or
// folder.
func (a *Argument) HoldsPath() bool {
	return a.Kind == String && len(a.Enum) == 0 && slices.Contains(strings.Fields(nameValues[0].names+" "+nameValues[1].names), lastWord(a.Name))
}

// lastWord returns the last word of a name in lower case: filePath, file-path and file_path end in path.
func lastWord(name string) string {
	at := strings.LastIndexAny(name, "_-. ") + 1
	if upper := strings.LastIndexFunc(name, func(r rune) bool { return 'A' <= r && r <= 'Z' }); upper > at && upper < len(name)-1 && name[upper-1] >= 'a' {
		at = upper
	}
	return strings.ToLower(name[at:])
}

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
			canonical = Received{Value: value}.Text()
			if f, ok := value.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
				canonical += " (a number)"
			}
			return value, canonical
		}
	}
	return trimmed, trimmed
}
