package metamodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

type object = map[string]any

// compile makes the JSON Schemas of what the model defines.
func (m *Model) compile() error {
	all := object{}
	for name, d := range m.defined {
		all[name] = m.definition(d)
	}
	all["LSPAny"] = true // its alternatives omit large numbers
	m.compiler = jsonschema.NewCompiler()
	m.compiler.AssertFormat()
	return m.compiler.AddResource("lsp:/model", object{"$defs": all})
}

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

func (m *Model) schema(t *Type) any {
	schemas := func(types []*Type) (list []any) {
		for _, t := range types {
			list = append(list, m.schema(t))
		}
		return list
	}
	switch t.Kind {
	case "base":
		return baseSchemas[t.Name]
	case "reference":
		return object{"$ref": "lsp:/model#/$defs/" + t.Name}
	case "array":
		return object{"type": "array", "items": m.schema(t.Element)}
	case "tuple":
		return object{"type": "array", "prefixItems": schemas(t.Items), "items": false, "minItems": len(t.Items)}
	case "map":
		names := m.schema(t.Key)
		if t.Key.Name == "integer" {
			names = object{"pattern": `^-?\d+$`}
		}
		return object{"type": "object", "propertyNames": names, "additionalProperties": m.schema(decoded[*Type](t.Value))}
	case "or":
		return object{"anyOf": schemas(t.Items)}
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
		values := make([]any, len(d.Values))
		for i, v := range d.Values {
			values[i] = v.Value
		}
		return object{"enum": values}
	}
	if d.Type != nil {
		return m.schema(d.Type)
	}
	members, required := object{}, []any{}
	for _, p := range m.properties(d) {
		members[p.Name] = m.schema(p.Type)
		if !p.Optional {
			required = append(required, p.Name)
		}
	}
	return object{"type": "object", "properties": members, "required": required, "additionalProperties": false}
}

var baseSchemas = object{
	"string": object{"type": "string"}, "RegExp": object{"type": "string"}, "boolean": object{"type": "boolean"}, "null": object{"type": "null"},
	"decimal": object{"type": "number"}, "URI": object{"type": "string", "format": "uri"}, "DocumentUri": object{"type": "string", "format": "uri"},
	"integer":  object{"type": "integer", "minimum": math.MinInt32, "maximum": math.MaxInt32},
	"uinteger": object{"type": "integer", "minimum": 0, "maximum": math.MaxInt32},
}

// decode returns the value of a JSON text, with numbers as [json.Number].
func decode(text []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(text)) }
