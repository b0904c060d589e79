package toolspec

import (
	"reflect"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// toolFrom returns the tool that a definition describes.
func toolFrom(t testing.TB, definition string) *Tool {
	t.Helper()
	n, err := parseJSON([]byte(definition))
	if err != nil {
		t.Fatal(err)
	}
	tool, err := toolOf(n, "")
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

func TestReferences(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {
		"properties": {"size": {"$ref": "#/$defs/size"}}, "$defs": {"size": {"type": "integer", "minimum": 1}}}}`)
	if a := tool.Argument("size"); a == nil || a.Kind != Integer {
		t.Errorf("%+v", a)
	}
	escaped := toolFrom(t, `{"name": "x", "schema": {
		"properties": {"size": {"$ref": "#/$defs/a~1b~0c"}}, "$defs": {"a/b~c": {"type": "boolean"}}}}`)
	if a := escaped.Argument("size"); a == nil || a.Kind != Boolean {
		t.Errorf("a name with escapes: %+v", a)
	}
}

// TestRecursion reads schemas that lead back to themselves: along so many paths that
// they must not all be walked, and directly.
func TestRecursion(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {"f": {"$ref": "#/$defs/f"}}, "$defs": {"f": {"properties": {
		"a": {"$ref": "#/$defs/f"}, "b": {"$ref": "#/$defs/f"}, "c": {"$ref": "#/$defs/f"}, "d": {"$ref": "#/$defs/f"},
		"e": {"$ref": "#/$defs/f"}, "g": {"$ref": "#/$defs/f"}, "h": {"items": {"$ref": "#/$defs/f"}}}}}}}`)
	if a := tool.Argument("f").Child("a").Child("h").Child("item"); a == nil || a.Kind != Object || a.Child("g") == nil {
		t.Errorf("%+v", a)
	}
	for _, schema := range []string{
		`{"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}`,
		`{"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"$ref": "#/$defs/a"}}}`,
		`{"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {
			"a": {"oneOf": [{"$ref": "#/$defs/b"}, {"type": "string"}]}, "b": {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]}}}`,
	} {
		n, err := parseJSON([]byte(`{"name": "x", "schema": ` + schema + `}`))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = toolOf(n, "") // it may be refused, but it ends
	}
}

func readCall(t *testing.T, tool *Tool, arguments string) *Reading {
	t.Helper()
	return tool.Read(xmlcall.ParseAt("<tool><tool_name>"+tool.Name+"</tool_name><arguments>"+arguments+"</arguments></tool>", 0))
}

func TestReadNull(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {
		"list": {"type": ["array", "null"], "items": {"type": "string"}},
		"object": {"oneOf": [{"type": "null"}, {"type": "object", "properties": {"a": {"type": "string"}}}]}}}}`)
	r := readCall(t, tool, "<list>null</list><object> null </object>")
	list, ok1 := r.Arguments["list"]
	object, ok2 := r.Arguments["object"]
	if len(r.Issues) > 0 || list != nil || object != nil || !ok1 || !ok2 {
		t.Errorf("%+v", r)
	}
	if r := readCall(t, tool, "<list>nothing</list>"); len(r.Issues) != 1 || r.Issues[0].Shape != TextItems {
		t.Errorf("%+v", r)
	}
}

// TestReadItemsName reads an argument with the name of another argument's items.
func TestReadItemsName(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {
		"tags": {"type": "array", "items": {"type": "string"}}, "tag": {"type": "string"}}}}`)
	if r := readCall(t, tool, "<tag>a</tag>"); len(r.Issues) > 0 || r.Arguments["tag"] != "a" {
		t.Errorf("%+v", r)
	}
}

func TestReadPatternProperties(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {"hours": {"type": "object", "additionalProperties": false,
		"patternProperties": {"^(mon|tue)$": {"type": "string"}}}}}}`)
	if r := readCall(t, tool, "<hours><mon>9-17</mon></hours>"); len(r.Issues) > 0 {
		t.Errorf("%+v", r)
	}
}

// TestShapeOfParts reads lists and objects that are described in parts.
func TestShapeOfParts(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {
		"paths": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
		"either": {"oneOf": [{"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": "integer"}}]},
		"point": {"allOf": [{"properties": {"x": {"type": "integer"}}}, {"required": ["x"]}]},
		"rows": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "xml": {"wrapped": false}}}}}}`)
	if a := tool.Argument("paths"); a.Kind != List || !a.Nullable || a.Item.Name != "path" || a.Item.Kind != String {
		t.Errorf("paths: %+v %+v", a, a.Item)
	}
	if a := tool.Argument("either"); a.Kind != List || a.Item.Kind != Any {
		t.Errorf("either: %+v %+v", a, a.Item)
	}
	if a := tool.Argument("point"); a.Kind != Object || a.Child("x") == nil || !a.Child("x").Required {
		t.Errorf("point: %+v", a)
	}
	r := readCall(t, tool, "<rows><row><item>1</item><item>2</item></row><row><item>3</item></row></rows>")
	if len(r.Issues) > 0 || !reflect.DeepEqual(r.Arguments["rows"], []any{[]any{int64(1), int64(2)}, []any{int64(3)}}) {
		t.Errorf("rows: %+v", r)
	}
}
