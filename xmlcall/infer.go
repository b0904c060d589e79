package xmlcall

import (
	"math"
	"strconv"
	"strings"
)

// Infer returns the children of v as a map by ADR-0019's type inference, which
// is the way to read a call without a schema. The runtime itself does not use
// it: there the tool's own types decide.
//
//	true, false, in any case        bool
//	null, in any case               nil
//	an integer, leading zeros too   int64
//	another decimal number, ±Inf, NaN   float64
//	a CDATA section                 string, always
//	anything else                   string, as it is
//	child elements                  map[string]any
//	repeated elements               []any
//
// White space around a scalar does not count for its type. An element all of
// whose children have one name, twice or more or as the item of a list
// (edits, edit), is a []any. Names are without prefix.
func (v *Value) Infer() map[string]any {
	m := make(map[string]any, len(v.Children))
	repeated := map[string]bool{}
	for _, c := range v.Children {
		x := c.infer()
		old, ok := m[c.Name]
		switch {
		case !ok:
			m[c.Name] = x
		case repeated[c.Name]:
			m[c.Name] = append(old.([]any), x)
		default:
			m[c.Name] = []any{old, x}
			repeated[c.Name] = true
		}
	}
	return m
}

func (v *Value) infer() any {
	if len(v.Children) == 0 {
		return inferScalar(v.Text, v.Literal)
	}
	item := v.Children[0].Name
	list := len(v.Children) > 1 || isItem(v.Name, item)
	for _, c := range v.Children {
		list = list && c.Name == item
	}
	if !list {
		return v.Infer()
	}
	items := make([]any, len(v.Children))
	for i, c := range v.Children {
		items[i] = c.infer()
	}
	return items
}

func inferScalar(text string, literal bool) any {
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
