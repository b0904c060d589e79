package toolspec

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// NativeIssues returns the problems of the arguments of a native call: values as in encoding/json
// with numbers of type [json.Number]. Kinds are UnknownArgument, MissingArgument, TypeMismatch, InvalidValue and
// NotChecked; Want are valid values as JSON, or known names. Of a tool of which only the name is known there are none.
func (t *Tool) NativeIssues(arguments map[string]any) []Issue {
	if t == nil || t.compiled == nil {
		return nil
	}
	issues := t.unmet(arguments, true)
	for name := range arguments {
		if t.Argument(name) == nil && !slices.ContainsFunc(issues, func(i Issue) bool { return i.Kind == UnknownArgument && len(i.Path) == 1 && i.Name == name }) {
			issues = append(issues, Issue{Kind: UnknownArgument, Path: []string{name}, Name: name})
		}
	}
	for k := range issues {
		switch i := &issues[k]; {
		case i.Kind == UnknownArgument && len(i.Path) == 1:
			i.Want = Nearest(i.Name, t.free(arguments))
		case i.Kind == TypeMismatch:
			i.Want = bare(valueAt(arguments, i.Path), i.Expected)
		case i.Values != nil:
			i.Reason = "must be one of " + strings.Join(asJSON(i.Values), ", ")
			i.Want = nearestOf(valueAt(arguments, i.Path), i.Values)
		}
	}
	slices.SortStableFunc(issues, func(a, b Issue) int {
		return cmp.Or(slices.Compare(a.Path, b.Path), strings.Compare(a.Name, b.Name))
	})
	return issues
}

// free returns the names of the arguments that are not given.
func (t *Tool) free(given map[string]any) (names []string) {
	for _, a := range t.Arguments {
		if _, is := given[a.Name]; !is {
			names = append(names, a.Name)
		}
	}
	return names
}

// valueAt returns the value that a path leads to.
func valueAt(value any, path []string) any {
	for _, step := range path {
		switch in := value.(type) {
		case map[string]any:
			value = in[step]
		case []any:
			if i, err := strconv.Atoi(step); err == nil && i < len(in) {
				value = in[i]
			}
		}
	}
	return value
}

// bare returns a value that is a string without its quotes, if it then has one of some types and is
// written as JSON has it.
func bare(value any, types []string) []string {
	text, _ := value.(string)
	_, err := strconv.ParseInt(text, 10, 64)
	number := text == strings.TrimSpace(text) && strings.Trim(text, "-0123456789.eE+") == "" && json.Valid([]byte(text))
	for _, name := range types {
		if name == "boolean" && (text == "true" || text == "false") || number && (name == "number" || name == "integer" && err == nil) {
			return []string{text}
		}
	}
	return nil
}

// nearestOf returns the allowed values that are near a value, as JSON.
func nearestOf(value any, want []any) []string {
	var names []string
	for _, v := range want {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	text, _ := value.(string)
	return asJSON(Nearest(text, names))
}

func asJSON[T any](values []T) (list []string) {
	for _, v := range values {
		text, _ := json.Marshal(v) // values of JSON have no errors
		list = append(list, string(text))
	}
	return list
}
