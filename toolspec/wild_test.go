package toolspec

import (
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// FuzzExample generates examples of arbitrary definitions. Generation must end, and
// every example must be verified.
func FuzzExample(f *testing.F) {
	for _, tool := range schemaTools(f) {
		f.Add(shownAll(tool.schema))
	}
	f.Add(`{"properties": {"a": {"pattern": "((^)*($)*)*((b*c*)*d*)*"}, "b": {"minLength": 900, "pattern": "^(x|yz)+$"}}, "required": ["a", "b"]}`)
	f.Fuzz(func(t *testing.T, schema string) {
		n, err := parseJSON([]byte(schema))
		if err != nil {
			return
		}
		definition := nodeOf("name", "x", "schema", n)
		tool, fail := toolOf(definition, Source{})
		if fail != nil {
			return
		}
		checkWild(t, tool)
	})
}

// checkWild generates the examples of a tool that may have none, and returns their
// number.
func checkWild(t *testing.T, tool *Tool) (made int) {
	t.Helper()
	for _, o := range []ExampleOptions{{}, {All: true, Method: encode.Sections}} {
		text, err := tool.ExampleCall(o) // in a bounded number of steps
		if err == nil {
			checkExample(t, tool, o, text)
			made++
		}
	}
	return made
}

// wild returns a schema of random keywords, which may contradict each other and
// refer to each other in circles.
func (s sampler) wild(depth int) *node {
	n := nodeOf()
	keywords := 1 + s.IntN(3)
	for range keywords {
		kind := s.IntN(22)
		if depth > 3 {
			kind = s.IntN(14)
		}
		name, value := "", any(nil)
		switch kind {
		case 0, 1, 2:
			name, value = "type", pick(s, []any{"string", "integer", "number", "boolean", "array", "object", "null", []any{"string", "null"}, []any{"integer", "array"}})
		case 3:
			name, value = pick(s, []string{"minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"}), s.IntN(5)
		case 4:
			name, value = pick(s, []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"}), pick(s, []float64{-3, 0, 0.5, 7, 1e12})
		case 5:
			name, value = "multipleOf", pick(s, []float64{0.1, 2, 7, 1e-3})
		case 6:
			name, value = "pattern", pick(s, []string{"^a+$", "[0-9]{3}", "^$", "^(a|b|)*c", "\\bx", "^[^a-z]{2,}$", "(^a)?b$"})
		case 7:
			name, value = "format", pick(s, []string{"date", "uuid", "email", "ipv6", "regex", "byte", "odd"})
		case 8:
			name, value = "enum", []any{pick(s, []any{"a", 1, true, nil, 2.5}), "b & c"}
		case 9:
			name, value = "const", pick(s, []any{"x", 4, false, nil, []any{"l"}, []any{}})
		case 10:
			name, value = "default", pick(s, []any{"d", 3, true, nil, []any{1}})
		case 11:
			name, value = "$ref", pick(s, []string{"#", "#/$defs/a", "#/$defs/b"})
		case 12:
			name, value = "uniqueItems", true
		case 13:
			name, value = "required", []any{pick(s, sampleNames)}
		case 14, 15, 16:
			properties := nodeOf()
			required := []any{}
			for _, member := range s.names(1 + s.IntN(3)) {
				properties.set(member, s.wild(depth+1))
				if s.chance(2) {
					required = append(required, member)
				}
			}
			if n.get("properties") == nil && n.get("required") == nil {
				n.set("properties", properties)
				n.put("required", required)
			}
			continue
		case 17:
			name, value = pick(s, []string{"items", "additionalProperties", "contains", "propertyNames", "unevaluatedProperties"}), s.wild(depth+1)
		case 18, 19:
			name, value = pick(s, []string{"anyOf", "oneOf", "allOf", "prefixItems"}), []any{s.wild(depth + 1), s.wild(depth + 1)}
		case 20:
			name, value = pick(s, []string{"not", "if", "then", "else"}), s.wild(depth+1)
		case 21:
			name, value = "xml", nodeOf("wrapped", s.chance(2))
		}
		if n.get(name) == nil {
			n.put(name, value)
		}
	}
	return n
}

// TestWildSchemas requests examples of arbitrary schemas, which need not have any. Most
// have.
func TestWildSchemas(t *testing.T) {
	tools, made := 0, 0
	for seed := range uint64(600) {
		s := newSampler(seed)
		properties := nodeOf()
		for _, name := range s.names(2) {
			properties.set(name, s.wild(0))
		}
		schema := nodeOf("type", "object", "properties", properties, "required", []any{properties.names[0]},
			"$defs", nodeOf("a", s.wild(1), "b", s.wild(1)))
		tool, fail := toolOf(nodeOf("name", "wild", "schema", schema), Source{})
		if fail != nil {
			continue
		}
		tools++
		made += checkWild(t, tool)
	}
	t.Logf("%d tools, %d examples", tools, made)
	if made < tools {
		t.Errorf("%d examples for %d tools, want half of twice as many", made, tools)
	}
}
