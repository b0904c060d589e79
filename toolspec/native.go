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
}

// NativeIssues returns the problems of the arguments of a native call: values as in encoding/json
// with numbers of type [json.Number]. Of a tool of which only the name is known there are none.
func (t *Tool) NativeIssues(arguments map[string]any) []NativeIssue {
	if t == nil || t.checked == nil {
		return nil
	}
	n := nativeReader{tool: t, arguments: arguments}
	err := t.fits(arguments)
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		for _, u := range unmetIn(invalid, nil) {
			n.add(u)
		}
	} else if errors.Is(err, errTooMuch) {
		n.issues = append(n.issues, NativeIssue{Kind: NotChecked})
	}
	for name := range arguments {
		if t.Argument(name) == nil && !n.has(UnknownArgument, name) {
			n.unknown([]string{name}, false)
		}
	}
	slices.SortStableFunc(n.issues, func(a, b NativeIssue) int {
		if c := slices.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return strings.Compare(a.Name, b.Name)
	})
	return n.issues
}

type nativeReader struct {
	tool      *Tool
	arguments map[string]any
	issues    []NativeIssue
}

func (n *nativeReader) has(kind IssueKind, name string) bool {
	return slices.ContainsFunc(n.issues, func(i NativeIssue) bool { return i.Kind == kind && len(i.Path) == 1 && i.Name == name })
}

// unknown adds an argument that the schema does not have; refused reports whether it forbids others.
func (n *nativeReader) unknown(path []string, refused bool) {
	name := path[len(path)-1]
	issue := NativeIssue{Kind: UnknownArgument, Path: path, Name: name, Refused: refused}
	if len(path) == 1 {
		var free []string
		for _, a := range n.tool.Arguments {
			if _, given := n.arguments[a.Name]; !given {
				free = append(free, a.Name)
			}
		}
		issue.Want = Nearest(name, free)
	}
	n.issues = append(n.issues, issue)
}

// add adds what is not met.
func (n *nativeReader) add(u unmet) {
	issue := NativeIssue{Kind: u.kind, Path: u.path, Refused: true}
	if len(u.path) > 0 {
		issue.Name = u.path[len(u.path)-1]
	}
	switch {
	case u.kind == MissingArgument && u.choice:
		issue.Name = strings.Join(u.names, " or ")
	case u.kind == MissingArgument:
		for _, name := range u.names {
			issue.Name = name
			n.issues = append(n.issues, issue)
		}
		return
	case u.kind == UnknownArgument:
		for _, name := range u.names {
			n.unknown(append(slices.Clone(u.path), name), true)
		}
		return
	case u.kind == TypeMismatch:
		issue.Expected, issue.Want = u.types, n.bare(u.path, u.types)
	case u.values != nil:
		issue.Reason = "must be one of " + strings.Join(asJSON(u.values), ", ")
		issue.Want = n.nearestOf(u.path, u.values)
	default:
		issue.Reason = u.reason
	}
	n.issues = append(n.issues, issue)
}

// at returns the value that a path leads to.
func (n *nativeReader) at(path []string) any {
	var value any = n.arguments
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

// bare returns the value of a string without its quotes, if it then has one of some types and is
// written as JSON has it.
func (n *nativeReader) bare(path, types []string) []string {
	text, ok := n.at(path).(string)
	if !ok {
		return nil
	}
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if d.Decode(&value) != nil || d.More() || strings.TrimSpace(text) != text {
		return nil
	}
	for _, name := range types {
		switch value := value.(type) {
		case json.Number:
			_, err := strconv.ParseInt(value.String(), 10, 64)
			ok = name == "number" || name == "integer" && err == nil
		case bool:
			ok = name == "boolean"
		default:
			ok = false
		}
		if ok {
			return []string{text}
		}
	}
	return nil
}

// nearestOf returns the allowed values that are near the value, as JSON.
func (n *nativeReader) nearestOf(path []string, want []any) []string {
	text, ok := n.at(path).(string)
	if !ok {
		return nil
	}
	var names []string
	for _, v := range want {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	var near []any
	for _, name := range Nearest(text, names) {
		near = append(near, name)
	}
	return asJSON(near)
}

func asJSON(values []any) []string {
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

// Native returns the tools of the set that are not those of the Forge runtime, which models call
// in text.
func (s *Set) Native() *Set {
	var tools []*Tool
	for _, t := range s.Tools() {
		if !t.builtin {
			tools = append(tools, t)
		}
	}
	native := NewSet(tools...)
	if s != nil {
		native.broken = s.broken
	}
	return native
}
