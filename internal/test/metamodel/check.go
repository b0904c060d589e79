package metamodel

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

type object = map[string]any

// Check checks a value, in which numbers are [json.Number], against a type. Members that the type does
// not have are mistakes, as are absent ones that are not optional.
func (m *Model) Check(t *Type, v any) error {
	m.compiling.Lock()
	defer m.compiling.Unlock()
	address := fmt.Sprintf("lsp:/%p", t)
	if !m.known[t] {
		m.known[t] = true
		if err := m.compiler.AddResource(address, m.schema(t)); err != nil {
			return err
		}
	}
	return m.compiler.MustCompile(address).Validate(v)
}

func (m *Model) schemas(types []*Type) (list []any) {
	for _, t := range types {
		list = append(list, m.schema(t))
	}
	return list
}

func (m *Model) schema(t *Type) any {
	switch t.Kind {
	case "base":
		return baseSchemas[t.Name]
	case "reference":
		return object{"$ref": "lsp:/model#/$defs/" + t.Name}
	case "array":
		return object{"type": "array", "items": m.schema(t.Element)}
	case "tuple":
		return object{"type": "array", "prefixItems": m.schemas(t.Items), "items": false, "minItems": len(t.Items)}
	case "map":
		names := m.schema(t.Key)
		if t.Key.Name == "integer" {
			names = object{"pattern": `^-?\d+$`}
		}
		return object{"type": "object", "propertyNames": names, "additionalProperties": m.schema(decoded[*Type](t.Value))}
	case "or":
		return object{"anyOf": m.schemas(t.Items)}
	case "and": // for structures: a value has the members of all
		return m.definition(&Definition{Extends: t.Items})
	case "literal":
		return m.definition(decoded[*Definition](t.Value))
	case "stringLiteral":
		return object{"const": decoded[string](t.Value)}
	}
	panic("the meta model has types of an unknown kind, " + t.Kind)
}

func decoded[T any](raw json.RawMessage) (v T) {
	if err := json.Unmarshal(raw, &v); err != nil {
		panic(err)
	}
	return v
}

func (m *Model) definition(d *Definition) any {
	if d.Values != nil && !d.Custom {
		var values []any
		for _, v := range d.Values {
			values = append(values, v.Value)
		}
		return object{"enum": values}
	}
	if d.Type != nil {
		return m.schema(d.Type)
	}
	members, required := object{}, []any{}
	m.members(d, members, &required)
	return object{"type": "object", "properties": members, "required": required, "additionalProperties": false}
}

// members adds the members of a structure, which override those of the structures that it extends.
func (m *Model) members(d *Definition, members object, required *[]any) {
	for _, p := range d.Properties {
		if members[p.Name] == nil {
			members[p.Name] = m.schema(p.Type)
			if !p.Optional {
				*required = append(*required, p.Name)
			}
		}
	}
	for _, t := range slices.Concat(d.Extends, d.Mixins) {
		m.members(m.defined[t.Name], members, required)
	}
}

var baseSchemas = object{
	"string": object{"type": "string"}, "RegExp": object{"type": "string"}, "boolean": object{"type": "boolean"}, "null": object{"type": "null"},
	"decimal": object{"type": "number"}, "URI": object{"type": "string", "format": "uri"}, "DocumentUri": object{"type": "string", "format": "uri"},
	"integer":  object{"type": "integer", "minimum": math.MinInt32, "maximum": math.MaxInt32},
	"uinteger": object{"type": "integer", "minimum": 0, "maximum": math.MaxInt32},
}
