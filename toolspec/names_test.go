package toolspec

import (
	"slices"
	"testing"
)

// TestNearest checks which names are proposed for a name.
func TestNearest(t *testing.T) {
	for _, test := range []struct {
		name  string
		names []string
		want  []string
	}{
		{"path", []string{"path"}, []string{"path"}},
		{"Path_", []string{"content", "path"}, []string{"path"}},
		{"pth", []string{"content", "path", "line"}, []string{"path"}},
		{"lines", []string{"line", "line_end", "end_line", "line_3"}, []string{"line", "line_3"}},
		{"path", []string{"path_to_the_file", "path_to_the_files"}, []string{"path_to_the_file"}}, // four times as long, and more
		{"path_to_the_file", []string{"path"}, []string{"path"}},
		{"paht", []string{"content", "path"}, []string{"path"}},
		{"xy", []string{"path", "content"}, nil},
		{"id", []string{"identifier"}, nil},
		{"path", nil, nil},
	} {
		if got := Nearest(test.name, test.names); !slices.Equal(got, test.want) {
			t.Errorf("%s among %q: %q, want %q", test.name, test.names, got, test.want)
		}
	}
}

// TestErrorText checks the text of errors with and without a file, a place and a pointer.
func TestErrorText(t *testing.T) {
	for _, test := range []struct {
		err  Error
		want string
	}{
		{Error{Reason: "r"}, "r"},
		{Error{File: "f", Reason: "r"}, "f: r"},
		{Error{File: "f", Line: 1, Column: 2, Reason: "r"}, "f:1:2: r"},
		{Error{Line: 3, Column: 4, Reason: "r"}, ":3:4: r"},
		{Error{File: "f", Reason: "r", Pointer: "/a/0"}, "f: r (at /a/0)"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.err, got, test.want)
		}
	}
}

// TestChild checks which argument an element inside another one is.
func TestChild(t *testing.T) {
	tool := toolFrom(t, `{"name": "x", "schema": {"properties": {
		"names": {"type": "array", "items": {"type": "string"}},
		"edits": {"type": "array", "items": {"type": "object", "properties": {"search": {"type": "string"}}}},
		"each": {"type": "array", "xml": {"wrapped": false}, "items": {"type": "object", "properties": {"key": {"type": "integer"}}}},
		"open": {"type": "object", "additionalProperties": {"type": "string"}}, "text": {"type": "string"}}}}`)
	for _, test := range []struct {
		argument, child string
		want            Kind
		ok              bool
	}{
		{"names", "name", String, true},
		{"names", "edit", 0, false},
		{"edits", "edit", Object, true},
		{"edits", "search", 0, false},
		{"each", "key", Integer, true},
		{"each", "each", 0, false},
		{"text", "x", 0, false},
	} {
		got := tool.Argument(test.argument).Child(test.child)
		if (got != nil) != test.ok || got != nil && got.Kind != test.want {
			t.Errorf("%s in %s: %+v", test.child, test.argument, got)
		}
	}
}
