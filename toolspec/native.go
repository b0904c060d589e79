package toolspec

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A NativeIssue is something in the arguments of a native call, which are JSON, that the tool does
// not accept or does not read.
type NativeIssue struct {
	// Kind is UnknownArgument, MissingArgument, TypeMismatch, InvalidValue or NotChecked.
	Kind IssueKind
	// Path leads to the value by names of members and indexes of items; of a missing argument to
	// the object that should have it.
	Path []string
	// Name is that of the missing argument, or that of the value.
	Name string
	// Reason is a predicate for an invalid value.
	Reason string
	// Expected are the types of a TypeMismatch.
	Expected []string
	// Want are valid values as JSON, or known names, the likeliest first.
	Want []string
	// Refused reports whether the tool refuses the call.
	Refused bool

	names  []string // of which one must be given
	values []any    // of which the value is none
	shown  bool     // whether the shape of a call shows it: what is there, and which types it has
}

// NativeIssues returns the problems of the arguments of a native call: values as in encoding/json
// with numbers of type [json.Number]. Of a tool of which only the name is known there are none.
func (t *Tool) NativeIssues(arguments map[string]any) []NativeIssue {
	if t == nil || t.checked == nil {
		return nil
	}
	var issues []NativeIssue
	err := t.fits(arguments)
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		issues = unmetIn(invalid, nil)
	} else if errors.Is(err, errTooMuch) {
		issues = []NativeIssue{{Kind: NotChecked}}
	}
	for name := range arguments {
		if t.Argument(name) == nil && !slices.ContainsFunc(issues, func(i NativeIssue) bool { return i.Kind == UnknownArgument && len(i.Path) == 1 && i.Name == name }) {
			issues = append(issues, NativeIssue{Kind: UnknownArgument, Path: []string{name}, Name: name})
		}
	}
	for k := range issues {
		switch i := &issues[k]; {
		case i.Kind == UnknownArgument && len(i.Path) == 1:
			i.Want = Nearest(i.Name, t.free(arguments))
		case i.Kind == TypeMismatch:
			i.Want = bare(valueAt(arguments, i.Path), i.Expected)
		case i.values != nil:
			i.Reason = "must be one of " + strings.Join(asJSON(i.values), ", ")
			i.Want = nearestOf(valueAt(arguments, i.Path), i.values)
		}
	}
	slices.SortStableFunc(issues, func(a, b NativeIssue) int {
		if c := slices.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
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
	text, ok := value.(string)
	if !ok {
		return nil
	}
	var names []string
	for _, v := range want {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	return asJSON(Nearest(text, names))
}

func asJSON[T any](values []T) []string {
	list := make([]string, len(values))
	for i, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			text = []byte(fmt.Sprint(v))
		}
		list[i] = string(text)
	}
	return list
}
