package metamodel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A mistake is the place and reason why a value is not of a type.
type mistake struct {
	path  string
	why   string
	depth int // how deep the check proceeded
}

func (e *mistake) Error() string { return strings.TrimPrefix(e.path, ".") + ": " + e.why }

// Decode returns the value of a JSON text, with numbers as [json.Number].
func Decode(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("more than one value")
	}
	return v, nil
}

// Check checks a decoded value against a type. Members that the type does not have are
// mistakes, as are absent ones that are not optional.
func (m *Model) Check(t *Type, v any) error {
	if err := m.check(t, v, "", 0); err != nil {
		return err
	}
	return nil
}

func (m *Model) check(t *Type, v any, path string, depth int) *mistake {
	wrong := func(want string) *mistake {
		return &mistake{path, "expected " + want + ", found " + short(v), depth}
	}
	switch t.Kind {
	case "base":
		if want, ok := base(t.Name, v); !ok {
			return wrong(want)
		}
	case "reference":
		return m.checkReference(t.Name, v, path, depth)
	case "array":
		list, ok := v.([]any)
		if !ok {
			return wrong("an array")
		}
		for i, item := range list {
			if err := m.check(t.Element, item, fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
				return err
			}
		}
	case "tuple":
		list, ok := v.([]any)
		if !ok || len(list) != len(t.Items) {
			return wrong(fmt.Sprintf("an array of %d", len(t.Items)))
		}
		for i, item := range list {
			if err := m.check(t.Items[i], item, fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
				return err
			}
		}
	case "map":
		object, ok := v.(map[string]any)
		if !ok {
			return wrong("an object")
		}
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if err := m.check(t.Key, key(t.Key, name), path+"."+name, depth+1); err != nil {
				return err
			}
			if err := m.check(t.value, object[name], path+"."+name, depth+1); err != nil {
				return err
			}
		}
	case "or":
		return m.checkOr(t, v, path, depth)
	case "and":
		// For structures: a value has the members of all.
		var all Structure
		all.Extends = append(all.Extends, t.Items...)
		return m.checkMembers(m.properties(&all), v, path, depth)
	case "literal":
		return m.checkMembers(m.properties(&t.inner), v, path, depth)
	case "stringLiteral":
		if v != t.literal {
			return wrong(strconv.Quote(t.literal))
		}
	default:
		panic("the meta model has types of an unknown kind, " + t.Kind)
	}
	return nil
}

// key returns a member's name as a value of the type that it should be of.
func key(t *Type, name string) any {
	if t.Kind == "base" && t.Name == "integer" {
		return json.Number(name)
	}
	return name
}

// checkOr reports the mistake of the alternative that proceeded furthest.
func (m *Model) checkOr(t *Type, v any, path string, depth int) *mistake {
	var furthest *mistake
	for _, item := range t.Items {
		err := m.check(item, v, path, depth)
		if err == nil {
			return nil
		}
		if furthest == nil || err.depth > furthest.depth {
			furthest = err
		}
	}
	return furthest
}

func (m *Model) checkReference(name string, v any, path string, depth int) *mistake {
	if name == "LSPAny" { // its alternatives omit large numbers
		return nil
	}
	if members, ok := m.members[name]; ok {
		return m.checkMembers(members, v, path, depth)
	}
	if e, ok := m.enums[name]; ok {
		if err := m.check(e.Type, v, path, depth); err != nil || e.Custom {
			return err
		}
		for _, value := range e.Values {
			if fmt.Sprint(value.Value) == fmt.Sprint(v) {
				return nil
			}
		}
		return &mistake{path, short(v) + " is not a value of " + name, depth}
	}
	if t, ok := m.aliases[name]; ok {
		return m.check(t, v, path, depth)
	}
	panic("the meta model has no " + name)
}

// checkMembers checks an object.
func (m *Model) checkMembers(properties []Property, v any, path string, depth int) *mistake {
	object, ok := v.(map[string]any)
	if !ok {
		return &mistake{path, "expected an object, found " + short(v), depth}
	}
	found := 0
	for _, p := range properties {
		member, ok := object[p.Name]
		if !ok {
			if !p.Optional {
				return &mistake{path + "." + p.Name, "missing", depth + 1}
			}
			continue
		}
		found++
		if err := m.check(p.Type, member, path+"."+p.Name, depth+1); err != nil {
			return err
		}
	}
	if found == len(object) {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if !slices.ContainsFunc(properties, func(p Property) bool { return p.Name == name }) {
			return &mistake{path + "." + name, "there is no such member", depth + 1}
		}
	}
	return nil
}

// base reports whether a value is of a base type, and a description of the type.
func base(name string, v any) (want string, ok bool) {
	switch name {
	case "string", "RegExp":
		_, ok = v.(string)
		return "a string", ok
	case "boolean":
		_, ok = v.(bool)
		return "a boolean", ok
	case "null":
		return "null", v == nil
	case "decimal":
		_, ok = v.(json.Number)
		return "a number", ok
	case "integer":
		n, ok := integer(v)
		return "an integer from -2^31 up to 2^31-1", ok && n >= math.MinInt32 && n <= math.MaxInt32
	case "uinteger":
		n, ok := integer(v)
		return "an integer from 0 up to 2^31-1", ok && n >= 0 && n <= math.MaxInt32
	case "URI", "DocumentUri":
		s, ok := v.(string)
		u, err := url.Parse(s)
		return "a URI with a scheme", ok && err == nil && u.IsAbs()
	}
	panic("the meta model has an unknown base type, " + name)
}

// integer returns an integer that is spelled as one.
func integer(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return i, err == nil
}

// short returns a value as it is shown in messages.
func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	const most = 80
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
