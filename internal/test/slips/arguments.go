package slips

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A valuer draws arguments for a tool.
type valuer struct {
	*rand.Rand
	// timid is how many of 100 values are taken from the example: a schema may refuse
	// random values.
	timid int
}

// members draws values for arguments, or for the members of one. example may be nil.
func (v valuer) members(of []toolspec.Argument, example map[string]any, depth int) map[string]any {
	m := map[string]any{}
	for i := range of {
		a := &of[i]
		if !a.Required && v.IntN(100) < 35 {
			continue
		}
		if value, ok := v.value(a, example[a.Name], depth); ok {
			m[a.Name] = value
		}
	}
	return m
}

// value draws a value. ok is false if none is known.
func (v valuer) value(a *toolspec.Argument, example any, depth int) (value any, ok bool) {
	if example != nil && v.IntN(100) < v.timid {
		return example, true
	}
	switch {
	case len(a.Enum) > 0 && a.Kind.Scalar():
		return enumValue(a.Kind, pick(v.Rand, a.Enum...))
	case a.Kind == toolspec.String:
		return drawText(v.Rand, a.Name), true
	case a.Kind == toolspec.Integer:
		return int64(pick(v.Rand, 0, 1, 5, 10, 42, 120, 3600, v.IntN(1000))), true
	case a.Kind == toolspec.Number:
		return pick(v.Rand, 0.5, 1.25, 3, 0.1, 100, 1e-7, math.Round(v.Float64()*1000)/100), true
	case a.Kind == toolspec.Boolean:
		return v.IntN(2) == 0, true
	case a.Kind == toolspec.Any:
		if example != nil && v.IntN(2) == 0 {
			return example, true
		}
		return v.json(depth), true
	case depth > 4:
		return example, example != nil
	case a.Kind == toolspec.List:
		return v.list(a, example, depth)
	}
	given, _ := example.(map[string]any)
	return v.members(a.Members, given, depth+1), true
}

func (v valuer) list(a *toolspec.Argument, example any, depth int) (any, bool) {
	given, _ := example.([]any)
	n := pick(v.Rand, 1, 1, 2, 2, 3, 4)
	if a.Name == "suggestions" {
		n = 2 + v.IntN(2)
	}
	var list []any
	for i := range n {
		var of any
		if len(given) > 0 {
			of = given[min(i, len(given)-1)]
		}
		if value, ok := v.value(a.Item, of, depth+1); ok {
			list = append(list, value)
		}
	}
	return list, len(list) > 0
}

func enumValue(k toolspec.Kind, text string) (any, bool) {
	switch k {
	case toolspec.Integer:
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	case toolspec.Number:
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil
	case toolspec.Boolean:
		return text == "true", true
	}
	return text, true
}

// json draws any JSON value.
func (v valuer) json(depth int) any {
	kinds := 8
	if depth > 2 {
		kinds = 4
	}
	switch v.IntN(kinds) {
	case 0, 1:
		return drawText(v.Rand, "")
	case 2:
		return int64(v.IntN(100))
	case 3:
		return v.IntN(2) == 0
	case 4, 5:
		list := []any{}
		for range 2 + v.IntN(2) {
			list = append(list, drawText(v.Rand, "item"))
		}
		return list
	}
	m := map[string]any{}
	for range 1 + v.IntN(3) {
		m[pick(v.Rand, "name", "path", "value", "count", "items", "text", "label")] = v.json(depth + 2)
	}
	return m
}

// jsonText returns a value as JSON as models write it: with '<' and '&' unescaped.
func jsonText(value any, indent bool) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if indent {
		e.SetIndent("", "  ")
	}
	if err := e.Encode(value); err != nil {
		panic(err) // values are made of what JSON has
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// drawArguments draws arguments that the tool accepts, and the call as toolspec writes
// it. ok is false if there is no such call.
func drawArguments(r *rand.Rand, t *toolspec.Tool) (text string, ok bool) {
	example := exampleOf(t)
	for _, timid := range []int{10, 40, 80} {
		m := valuer{r, timid}.members(t.Arguments, example, 0)
		text, err := t.Write(m, encode.Automatic)
		if err == nil && len(t.Read(xmlcall.ParseAt(text, 0)).Issues) == 0 {
			return text, true
		}
	}
	return "", false
}

// Refuses reports whether a tool refuses a call with these issues: for some kinds, and for an item that its schema does
// not allow to be empty.
func Refuses(issues []toolspec.Issue) bool {
	refuses := []toolspec.IssueKind{toolspec.MissingArgument, toolspec.EmptyArgument, toolspec.TypeMismatch, toolspec.InvalidValue}
	return slices.ContainsFunc(issues, func(i toolspec.Issue) bool {
		return slices.Contains(refuses, i.Kind) || i.Kind == toolspec.ArrayShape && i.Reason != ""
	})
}
