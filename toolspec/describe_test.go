package toolspec

import (
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestDescribe checks what a tool receives of a text, by the type of the argument, and Default
// what the schema specifies.
func TestDescribe(t *testing.T) {
	tools, errs := Load("t.yaml", []byte(`
name: t
inputSchema:
  properties:
    n: {type: integer, default: 5}
    f: {type: [number, "null"]}
    b: {type: boolean, default: false}
    s: {type: string, default: a b}
    l: {type: array, items: {type: string}, default: [x]}
`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	tool := tools[0]
	for name, want := range map[string]string{"n": "5", "f": "", "b": "false", "s": "a b", "l": `["x"]`} {
		if got := tool.Argument(name).Default(); got != want {
			t.Errorf("%s: default %q, want %q", name, got, want)
		}
	}
	for _, test := range []struct {
		name, text string
		value      any
		reason     string
	}{
		{"n", " 007\n", int64(7), ""},
		{"n", "", int64(0), ""},
		{"n", "x", nil, "is not an integer"},
		{"n", "99999999999999999999", nil, "is not a 64-bit integer"},
		{"f", "1e3", 1000.0, ""},
		{"f", "", 0.0, ""},
		{"f", " null ", nil, ""},
		{"f", "30s", nil, "is not a number"},
		{"b", "T", true, ""},
		{"b", "", false, ""},
		{"b", "yes", nil, "is not `true` or `false`"},
		{"s", " null ", " null ", ""},
	} {
		if got := receivedOf(tool, test.name, test.text); got.Value != test.value || got.Reason != test.reason {
			t.Errorf("%s of %q: %+v", test.name, test.text, got)
		}
	}
	runner := Builtin("run_custom_tool")
	for text, want := range map[string]any{" 00501 ": int64(501), "1.10": 1.1, "T": true, " x ": "x", " ": nil} {
		if got := receivedOf(runner, "x", text); got.Value != want || got.Fate.Arrives() != (want != nil) {
			t.Errorf("option %q: %+v", text, got)
		}
	}
}

// receivedOf returns what a tool receives of an element with a text.
func receivedOf(tool *Tool, name, text string) Received {
	b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><"+name+">"+text+"</"+name+"></arguments></tool>", 0)
	id, _ := b.Child(b.Arguments(), name)
	return tool.Read(b).Of(id)
}
