package metamodel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Decode returns the value of a JSON text, with numbers as [json.Number].
func Decode(text []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(text)) }

// Check checks a decoded value against a type. Members that the type does not have are
// mistakes, as are absent ones that are not optional.
func (m *Model) Check(t *Type, v any) error {
	err := m.schemaOf(t).Validate(v)
	if invalid, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		_, what, _ := strings.Cut(invalid.Error(), "\n") // after the name of the schema
		return errors.New(what)
	}
	return err
}

// A checker has the JSON Schemas of types, by address.
type checker struct {
	sync.Mutex
	*jsonschema.Compiler
}

// definitions are at the address model.
const definitions = "lsp:/model"

func newChecker(m *Model) *checker {
	all := map[string]any{}
	for name, d := range m.defined {
		all[name] = m.definition(d)
	}
	all["LSPAny"] = true // its alternatives omit large numbers
	c := &checker{Compiler: jsonschema.NewCompiler()}
	c.AssertFormat()
	c.add(definitions, map[string]any{"$defs": all})
	return c
}

func (c *checker) add(address string, schema any) {
	if err := c.AddResource(address, schema); err != nil {
		panic(err)
	}
}

func (m *Model) schemaOf(t *Type) *jsonschema.Schema {
	m.checker.Lock()
	defer m.checker.Unlock()
	address := fmt.Sprintf("lsp:/%p", t)
	if !m.known[t] {
		m.known[t] = true
		m.checker.add(address, m.schema(t))
	}
	return m.checker.MustCompile(address)
}

func (m *Model) schema(t *Type) any {
	type object = map[string]any
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
		return object{"$ref": definitions + "#/$defs/" + t.Name}
	case "array":
		return object{"type": "array", "items": m.schema(t.Element)}
	case "tuple":
		return object{"type": "array", "prefixItems": schemas(t.Items), "items": false, "minItems": len(t.Items)}
	case "map":
		names := m.schema(t.Key)
		if t.Key.Name == "integer" {
			names = object{"pattern": `^-?\d+$`}
		}
		return object{"type": "object", "propertyNames": names, "additionalProperties": m.schema(t.value)}
	case "or":
		return object{"anyOf": schemas(t.Items)}
	case "and": // for structures: a value has the members of all
		return m.definition(&Definition{Extends: t.Items})
	case "literal":
		return m.definition(&t.inner)
	case "stringLiteral":
		return object{"const": t.literal}
	}
	panic("the meta model has types of an unknown kind, " + t.Kind)
}

func (m *Model) definition(d *Definition) any {
	if d.Values != nil && !d.Custom {
		values := make([]any, len(d.Values))
		for i, v := range d.Values {
			values[i] = v.Value
		}
		return map[string]any{"enum": values}
	}
	if d.Type != nil {
		return m.schema(d.Type)
	}
	members, required := map[string]any{}, []any{}
	for _, p := range m.properties(d) {
		members[p.Name] = m.schema(p.Type)
		if !p.Optional {
			required = append(required, p.Name)
		}
	}
	return map[string]any{"type": "object", "properties": members, "required": required, "additionalProperties": false}
}

var baseSchemas = map[string]any{
	"string": map[string]any{"type": "string"}, "RegExp": map[string]any{"type": "string"},
	"boolean": map[string]any{"type": "boolean"}, "null": map[string]any{"type": "null"}, "decimal": map[string]any{"type": "number"},
	"integer":  map[string]any{"type": "integer", "minimum": math.MinInt32, "maximum": math.MaxInt32},
	"uinteger": map[string]any{"type": "integer", "minimum": 0, "maximum": math.MaxInt32},
	"URI":      map[string]any{"type": "string", "format": "uri"}, "DocumentUri": map[string]any{"type": "string", "format": "uri"},
}

// short returns a value as it is shown in messages.
func short(v any) string {
	text, _ := json.Marshal(v) // a decoded one
	const most = 80
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
