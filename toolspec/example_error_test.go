package toolspec

import (
	"errors"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// TestExampleErrors requests examples that do not exist, and checks the argument and
// the reason in the error.
func TestExampleErrors(t *testing.T) {
	for _, test := range []struct{ schema, path, reason string }{
		{`{"properties": {"a": {"type": "string", "pattern": "^\\x00$"}}, "required": ["a"]}`, "a", "pattern"},
		{`{"properties": {"a": {"type": "string", "minLength": 5, "maxLength": 3}}, "required": ["a"]}`, "a", "minLength"},
		{`{"properties": {"a": {"type": "string", "minLength": 5000000}}, "required": ["a"]}`, "a", "minLength"},
		{`{"properties": {"a": {"type": "integer", "minimum": 5, "maximum": 3}}, "required": ["a"]}`, "a", "1 is refused"},
		{`{"properties": {"a": {"type": "integer", "minimum": 1e300}}, "required": ["a"]}`, "a", "refused"},
		{`{"properties": {"a b": {"type": "string"}}, "required": ["a b"]}`, "a b", "valid element name"},
		{`{"properties": {"a": {"type": "array", "minItems": 3, "uniqueItems": true, "items": {"type": "boolean"}}}, "required": ["a"]}`, "a", "are equal"},
		{`{"properties": {"a": {"type": "array", "minItems": 5000}}, "required": ["a"]}`, "a", "want 5,000"},
		{`{"properties": {"a": {"not": {}}}, "required": ["a"]}`, "a", "refused"},
		{`{"properties": {"a": {"const": {"x": {}}}}, "required": ["a"]}`, "a", "its type is not known"},
		{`{"properties": {"a": {"type": "array", "maxItems": 0, "xml": {"wrapped": false}}}, "required": ["a"]}`, "a", "empty list without a wrapper"},
		{`{"properties": {"a": {"items": {"properties": {"b": {"type": "string", "pattern": "^a\\bc$"}}, "required": ["b"]}}}, "required": ["a"]}`, "a[0].b", "pattern"},
		{`{"properties": {"a": {"$ref": "#/$defs/a"}}, "required": ["a"], "$defs": {"a": {"properties": {"b": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/a"}}, "required": ["b", "c"]}}}`, "a.b", "never ends"},
		{`{"required": ["a"]}`, "a", "does not read it"},
		{`{"properties": {"a": {"type": "string", "pattern": "^ticket-[0-9]{9}$"}}, "required": ["a"]}`, "a", "pattern"},
		{`{"type": "string"}`, "", "want string"},
	} {
		_, err := toolFrom(t, `{"name": "x", "schema": `+test.schema+`}`).ExampleCall(ExampleOptions{})
		of := "x"
		if test.path != "" {
			of += ", argument " + test.path
		}
		if err == nil || !strings.HasPrefix(err.Error(), "no example for "+of+": ") || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s\n%v, want argument %q and %q", test.schema, err, test.path, test.reason)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {"n": {"type": "integer"}, "url": {"type": "string"},
		"list": {"type": "array", "items": {"type": "object", "properties": {"s": {"type": "string"}}}},
		"each": {"type": "array", "items": {"type": "string"}, "xml": {"wrapped": false}}}}}`)
	for path, arguments := range map[string]map[string]any{
		"n":         {"n": 1.5},
		"url":       {"url": " https://example.com"},
		"list":      {"list": "a"},
		"each":      {"each": "a"},
		"each[1]":   {"each": []any{"a", 7}},
		"list[0].s": {"list": []any{map[string]any{"s": 7}}},
		"other":     {"other": "x"},
	} {
		text, err := tool.Write(arguments, encode.Automatic)
		e, ok := errors.AsType[*encode.Error](err)
		if text != "" || !ok || e.Path != path {
			t.Errorf("%v: %v, want an error at %s", arguments, err, path)
		}
	}
}
