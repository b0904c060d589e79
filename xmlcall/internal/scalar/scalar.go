// Package scalar is ADR-0019's type inference for a text without children, which
// readers and writers of values have to agree on.
package scalar

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

// Infer returns what text is: a bool, nil, an int64, a float64 or a string. A
// literal text, which is from a CDATA section, is a string.
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
		return text // a number only with its sign, as the ADR writes it
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n
	}
	if strings.ContainsAny(s, "_xXpP") { // what Go's literals allow and the ADR does not
		return text
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil || f != 0 && math.IsInf(f, 0) && isNumeric(s) {
		return f
	}
	return text
}

// isNumeric reports whether s is written with digits, as 1e999 is, which is
// too large for a float64 but a number.
func isNumeric(s string) bool { return strings.ContainsAny(s, "0123456789") }

// Typed reports whether ADR-0019's inference would read text as anything
// but a string.
func Typed(text string) bool {
	i := 0
	for i < len(text) && (lex.IsSpace(text[i]) || text[i] >= utf8.RuneSelf) { // TrimSpace knows more spaces
		i++
	}
	if i == len(text) || !strings.ContainsRune("0123456789+-.tTfFnNiI", rune(text[i])) {
		return false
	}
	_, isString := Infer(text, false).(string)
	return !isString
}
