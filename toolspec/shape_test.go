package toolspec

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/tree"
)

// toolFrom returns the tool that a definition describes.
func toolFrom(t testing.TB, definition string) *Tool {
	t.Helper()
	n, errs, ok := tree.JSON([]byte(definition))
	if !ok {
		t.Fatal(errs[0])
	}
	tool, wrong := (&loader{}).toolOf(n[0])
	if wrong != nil {
		t.Fatal(wrong)
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
		n, errs, ok := tree.JSON([]byte(`{"name": "x", "schema": ` + schema + `}`))
		if !ok {
			t.Fatal(errs[0])
		}
		_, _ = (&loader{}).toolOf(n[0]) // it may be refused, but it ends
	}
}
