package toolspec

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/golden"
)

// TestExampleGolden compares the examples of all tools of the test data with a file.
func TestExampleGolden(t *testing.T) {
	var b strings.Builder
	for _, tool := range schemaTools(t) {
		text, err := tool.ExampleCall(ExampleOptions{All: true})
		if err != nil {
			fmt.Fprintf(&b, "%v\n", err)
			continue
		}
		_, arguments, _ := strings.Cut(text, "<arguments>")
		fmt.Fprintf(&b, "%s %s\n", tool.Name, strings.TrimSuffix(arguments, "</arguments>\n</tool>"))
	}
	golden.File(t, filepath.Join("testdata", "examples", "schemas.txt"), []byte(b.String()))
}

// TestExampleValues compares the values for schemas of one argument with a file.
func TestExampleValues(t *testing.T) {
	var b strings.Builder
	show := func(name, schema string) {
		x := toolFrom(t, fmt.Sprintf(`{"name": "x", "schema": {"properties": {%q: %s}, "required": [%q]}}`, name, schema, name))
		arguments, err := x.ExampleArguments(ExampleOptions{All: true})
		value := ""
		if err != nil {
			value = err.Error()
		} else {
			text, err := json.Marshal(arguments[name])
			if err != nil {
				t.Fatal(err)
			}
			value = string(text)
		}
		if len(value) > 200 {
			value = fmt.Sprintf("%s… %d bytes", value[:200], len(value))
		}
		fmt.Fprintf(&b, "%s %s\n    %s\n", name, schema, value)
	}
	for _, schema := range []string{
		`{}`, `{"type": ["string", "null"]}`, `{"type": ["integer", "string"]}`, `{"type": ["number", "integer"]}`, `{"type": "null"}`, `{"type": "boolean"}`, `{"type": "number"}`,
		`{"allOf": [{"type": ["string", "integer"]}, {"type": ["integer", "boolean"]}]}`, `{"allOf": [{"type": ["number", "string"]}, {"type": "integer"}]}`,
		`{"allOf": [{"type": "string"}, {"type": "integer"}]}`, `{"anyOf": [{"type": "integer", "minimum": 7}, {"type": "string"}]}`, `{"oneOf": [{"const": "x"}, {"const": "y"}]}`,
		`{"enum": ["", "b"]}`, `{"enum": [3, 4]}`, `{"const": true}`, `{"default": 7}`, `{"default": "d"}`, `{"examples": ["e", "f"]}`, `{"example": "g"}`,
		`{"type": "integer", "minimum": 3}`, `{"type": "integer", "exclusiveMinimum": 3}`, `{"type": "integer", "maximum": -2}`, `{"type": "integer", "exclusiveMaximum": -2}`,
		`{"type": "integer", "multipleOf": 7, "minimum": 1}`, `{"type": "integer", "multipleOf": 7, "minimum": 15, "maximum": 21}`, `{"type": "number", "minimum": 0.2, "maximum": 0.3}`,
		`{"type": "number", "multipleOf": 0.25, "exclusiveMinimum": 1}`, `{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}`, `{"type": "integer", "minimum": 1000000}`,
		`{"type": "integer", "multipleOf": 5, "minimum": 1, "allOf": [{"maximum": 20}, {"maximum": 7}, {"maximum": 9}]}`, `{"type": "integer", "maximum": -7, "allOf": [{"minimum": -20}, {"minimum": -8}, {"minimum": -9}]}`,
		`{"type": "number", "minimum": 1, "allOf": [{"exclusiveMinimum": 1}, {"maximum": 2}, {"exclusiveMaximum": 2}]}`, `{"type": "integer", "allOf": [{"multipleOf": 4}, {"multipleOf": 6}, {"minimum": 13}]}`,
		`{"type": "number", "allOf": [{"multipleOf": 0.4}, {"multipleOf": 0.6}, {"minimum": 1}]}`,
		`{"type": "string", "minLength": 1}`, `{"type": "string", "maxLength": 1}`, `{"type": "string", "maxLength": 3}`, `{"type": "string", "minLength": 40}`, `{"type": "string", "minLength": 300, "maxLength": 301}`,
		`{"type": "string", "maxLength": 0}`, `{"type": "string", "minLength": 7, "maxLength": 7}`, `{"type": "string", "pattern": "^[a-c]{2,}$"}`, `{"type": "string", "pattern": "^[a-c]+$", "minLength": 9}`,
		`{"type": "string", "pattern": "^\\d{4}-\\d\\d$", "maxLength": 7}`, `{"type": "string", "pattern": "b$"}`, `{"type": "string", "not": {"const": "example"}}`,
		`{"type": "string", "format": "date"}`, `{"type": "string", "format": "date-time"}`, `{"type": "string", "format": "time"}`, `{"type": "string", "format": "duration"}`, `{"type": "string", "format": "email"}`,
		`{"type": "string", "format": "uri"}`, `{"type": "string", "format": "uri-reference"}`, `{"type": "string", "format": "uuid"}`, `{"type": "string", "format": "ipv4"}`, `{"type": "string", "format": "ipv6"}`,
		`{"type": "string", "format": "hostname"}`, `{"type": "string", "format": "regex"}`, `{"type": "string", "format": "json-pointer"}`, `{"type": "string", "format": "byte"}`, `{"type": "string", "format": "other"}`,
		`{"type": "array"}`, `{"type": "array", "items": {"type": "integer"}}`, `{"type": "array", "minItems": 2, "items": {"type": "boolean"}}`, `{"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "boolean"}}`,
		`{"type": "array", "minItems": 30, "uniqueItems": true, "items": {"type": "string"}}`, `{"type": "array", "minItems": 30, "uniqueItems": true, "items": {"type": "string", "maxLength": 1}}`,
		`{"type": "array", "minItems": 28, "uniqueItems": true, "items": {"type": "string", "maxLength": 2}}`, `{"type": "array", "minItems": 12, "uniqueItems": true, "items": {"type": "integer", "minimum": 5}}`,
		`{"type": "array", "minItems": 3, "uniqueItems": true, "items": {"enum": ["a", "b", "c"]}}`, `{"type": "array", "minItems": 4, "uniqueItems": true, "items": {"type": "string", "pattern": "^[ab]{1,2}$"}}`,
		`{"type": "array", "maxItems": 0}`, `{"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 3, "items": {"type": "boolean"}}`,
		`{"type": "array", "contains": {"const": 7}, "items": {"type": "integer"}}`, `{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}`,
		`{"type": "array", "xml": {"wrapped": false}, "items": {"type": "string"}}`, `{"type": "array", "items": {"type": "string", "xml": {"name": "one"}}}`,
		`{"type": "object"}`, `{"type": "object", "properties": {"b": {"type": "integer"}, "c": {"type": "string"}}, "required": ["c"]}`, `{"type": "object", "additionalProperties": false}`,
		`{"type": "object", "additionalProperties": {"type": "integer"}}`, `{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 3}`, `{"type": "object", "minProperties": 2}`,
		`{"type": "object", "propertyNames": {"pattern": "^x[0-9]$"}, "additionalProperties": {"type": "string"}, "minProperties": 2}`, `{"type": "object", "propertyNames": {"enum": ["k", "l"]}, "additionalProperties": {"type": "boolean"}}`,
		`{"type": "object", "patternProperties": {"^p_[a-z]+$": {"type": "integer"}}, "additionalProperties": false, "minProperties": 2}`, `{"type": "object", "properties": {"b": {"type": "integer"}}, "dependentRequired": {"b": ["c"]}}`,
		`{"type": "object", "properties": {"b": {"type": "string"}}, "if": {"required": ["b"]}, "then": {"required": ["d"], "properties": {"d": {"type": "integer"}}}}`,
		`{"type": "object", "anyOf": [{"required": ["b"]}, {"required": ["c"]}], "properties": {"b": {"type": "integer"}, "c": {"type": "integer"}}}`,
		`{"type": "object", "properties": {"b": {"type": "integer"}}, "minProperties": 1}`, `{"type": "object", "properties": {"b": {"type": "integer"}}, "minProperties": 2, "additionalProperties": {"type": "boolean"}}`,
		`{"description": "For example \"x y\"", "type": "string"}`, `{"description": "One of 'a', 'b'", "type": "string"}`, `{"description": "e.g. 42", "type": "integer"}`,
	} {
		show("a", schema)
	}
	golden.File(t, filepath.Join("testdata", "examples", "values.txt"), []byte(b.String()))
}
