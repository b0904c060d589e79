package metamodel

import (
	"cmp"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
)

// Random draws values of types. The values are valid; Spoil makes them invalid.
type Random struct {
	*rand.Rand
	model *Model

	// What strings and URIs are drawn from.
	Texts, URIs []string
}

// NewRandom returns a source of values; texts and uris must not be empty.
func (m *Model) NewRandom(r *rand.Rand, texts, uris []string) *Random {
	return &Random{r, m, texts, uris}
}

// Sent returns the messages that a client sends, by method.
func (m *Model) Sent() []*Message {
	byMethod := func(a, b *Message) int { return cmp.Compare(a.Method, b.Method) }
	all := slices.SortedFunc(maps.Values(m.methods), byMethod)
	return slices.DeleteFunc(all, func(msg *Message) bool { return !msg.FromClient() })
}

// Reference returns a value of a type by its name.
func (r *Random) Reference(name string) any { return r.reference(name, 0) }

// Value returns a value of a type; nil is one of no type.
func (r *Random) Value(t *Type) any {
	if t == nil {
		return nil
	}
	return r.value(t, 0)
}

// deep is the depth beyond which values are as small as possible.
const deep = 7

func (r *Random) value(t *Type, depth int) any {
	switch t.Kind {
	case "base":
		return r.base(t.Name)
	case "reference":
		return r.reference(t.Name, depth)
	case "array":
		list := []any{}
		for range r.some(depth) {
			list = append(list, r.value(t.Element, depth+1))
		}
		return list
	case "tuple":
		list := []any{}
		for _, item := range t.Items {
			list = append(list, r.value(item, depth+1))
		}
		return list
	case "map":
		object := map[string]any{}
		for range r.some(depth) {
			name, ok := r.value(t.Key, depth+1).(string)
			if !ok {
				name = "1"
			}
			object[name] = r.value(t.value, depth+1)
		}
		return object
	case "or":
		return r.value(t.Items[r.IntN(len(t.Items))], depth)
	case "and":
		return r.definition(&Definition{Extends: t.Items}, depth)
	case "literal":
		return r.definition(&t.inner, depth)
	case "stringLiteral":
		return t.literal
	}
	panic("the meta model has types of an unknown kind, " + t.Kind)
}

// some returns the length of a list.
func (r *Random) some(depth int) int {
	if depth >= deep {
		return 0
	}
	return r.IntN(4)
}

func (r *Random) reference(name string, depth int) any {
	switch name {
	case "LSPAny":
		return r.any(depth)
	case "LSPObject":
		return map[string]any{r.text(): r.any(depth + 1)}
	}
	return r.definition(r.model.defined[name], depth)
}

func (r *Random) definition(d *Definition, depth int) any {
	if d.Values != nil && !(d.Custom && r.IntN(4) == 0) {
		return d.Values[r.IntN(len(d.Values))].Value
	}
	if d.Type != nil {
		return r.value(d.Type, depth)
	}
	object := map[string]any{}
	for _, p := range r.model.properties(d) {
		if !p.Optional || depth < deep && r.IntN(2+depth) == 0 {
			object[p.Name] = r.value(p.Type, depth+1)
		}
	}
	return object
}

func (r *Random) base(name string) any {
	switch name {
	case "boolean":
		return r.IntN(2) == 0
	case "null":
		return nil
	case "decimal":
		return r.Float64()
	case "integer":
		return []int{-1 << 31, -1, 0, 1, r.IntN(100), 1<<31 - 1}[r.IntN(6)]
	case "uinteger":
		if r.IntN(20) == 0 {
			return 1<<31 - 1
		}
		return r.IntN(30)
	case "URI", "DocumentUri":
		return r.URIs[r.IntN(len(r.URIs))]
	}
	return r.text()
}

func (r *Random) text() string { return r.Texts[r.IntN(len(r.Texts))] }

// any returns any JSON value.
func (r *Random) any(depth int) any {
	n := 8
	if depth >= deep {
		n = 6
	}
	switch r.IntN(n) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return []any{0, -1, 1.5, 1e300, 1 << 40, json.Number("1.0")}[r.IntN(6)]
	case 3, 4, 5:
		return r.text()
	case 6:
		list := []any{}
		for range r.some(depth) {
			list = append(list, r.any(depth+1))
		}
		return list
	}
	object := map[string]any{}
	for range r.some(depth) {
		object[r.text()] = r.any(depth + 1)
	}
	return object
}

// Spoil returns a value with a change in one place: something else, a member or an item
// removed, or one added. It may modify its argument.
func (r *Random) Spoil(v any) any {
	switch v := v.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		switch {
		case len(names) == 0 || r.IntN(8) == 0:
			v[r.text()] = r.any(deep)
			return v
		case r.IntN(6) == 0:
			delete(v, names[r.IntN(len(names))])
			return v
		case r.IntN(8) > 0:
			name := names[r.IntN(len(names))]
			v[name] = r.Spoil(v[name])
			return v
		}
	case []any:
		switch {
		case len(v) > 0 && r.IntN(6) == 0:
			return v[:len(v)-1]
		case len(v) > 0 && r.IntN(8) > 0:
			i := r.IntN(len(v))
			v[i] = r.Spoil(v[i])
			return v
		}
	}
	return r.any(deep - 2)
}
