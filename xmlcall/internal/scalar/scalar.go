// Package scalar implements ADR-0019's type inference for a text without children,
// shared by readers and writers of values.
package scalar

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/lex"
)

// Infer returns the value of text: a bool, nil, an int64, a float64 or a string. A
// literal text, one from a CDATA section, is a string.
func Infer(text string, literal bool) any {
	if literal {
		return text
	}
	s := strings.TrimSpace(text)
	switch strings.ToLower(s) {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	case "inf", "infinity", "":
		return text // a sign requires digits, as in the ADR
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	if strings.ContainsAny(s, "_xXpP") { // allowed in Go literals but not by the ADR
		return text
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil || f != 0 && math.IsInf(f, 0) && isNumeric(s) {
		return f
	}
	return text
}

// isNumeric reports whether s is written with digits. 1e999 is numeric, although it is
// too large for a float64.
func isNumeric(s string) bool { return strings.ContainsAny(s, "0123456789") }

// Typed reports whether ADR-0019's inference would read text as anything other than a
// string.
func Typed(text string) bool {
	i := 0
	for i < len(text) && (lex.IsSpace(text[i]) || text[i] >= utf8.RuneSelf) { // TrimSpace trims more
		i++
	}
	if i == len(text) || !strings.ContainsRune("0123456789+-.tTfFnNiI", rune(text[i])) {
		return false
	}
	_, isString := Infer(text, false).(string)
	return !isString
}
