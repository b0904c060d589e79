package toolspec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/entrhq/forge-lsp/xmlcall"
)

const countLines = `
name: count_lines
description: d
version: 1
entrypoint: count_lines
parameters:
  - {name: path, type: string, required: true, description: d}
  - {name: max, type: integer, description: d}
  - {name: mode, type: string, description: d}
`

// TestCustom reads a call to run_custom_tool by the custom tool that it names.
func TestCustom(t *testing.T) {
	tools, errs := Load("count_lines/tool.yaml", []byte(countLines))
	if len(tools) != 1 || len(errs) > 0 {
		t.Fatalf("%d tools, %v", len(tools), errs)
	}
	set := Builtins().With(tools...).With()
	if set.Find("", "count_lines") != nil || len(set.Tools()) != len(Builtins().Tools()) || len(set.CustomTools()) != 1 {
		t.Error("a custom tool is called by its name")
	}
	if set.FindCustom("read_file") != nil || Builtins().FindCustom("count_lines") != nil {
		t.Error("a custom tool that is none")
	}
	b := xmlcall.ParseAt(`<tool><tool_name>run_custom_tool</tool_name><arguments>`+
		`<tool_name>count_lines</tool_name><timeout>5</timeout><max>many</max><mode> 007 </mode><deep>1</deep></arguments></tool>`, 0)
	call := set.Of(b)
	if call != tools[0] {
		t.Fatalf("the call is made to %+v", call)
	}
	reading := call.Read(b)
	if diff := cmp.Diff(map[string]any{"tool_name": "count_lines", "timeout": 5.0, "mode": int64(7)}, reading.Arguments); diff != "" {
		t.Error(diff)
	}
	example, err := tools[0].ExampleCall(ExampleOptions{})
	if b := xmlcall.ParseAt(example, 0); err != nil || b == nil || set.Of(b) != call || len(tools[0].Read(b).Issues) > 0 {
		t.Errorf("an example: %v\n%s", err, example)
	}
	want := []Issue{
		{Kind: MissingArgument, Name: "path"},
		{Kind: TypeMismatch, Name: "max", Reason: "is not an integer"},
		{Kind: CoercedValue, Name: "mode", Reason: "becomes 7"},
		{Kind: UnknownArgument, Name: "deep"},
	}
	if diff := cmp.Diff(want, reading.Issues, cmpopts.IgnoreFields(Issue{}, "Span", "Element", "Argument", "Want")); diff != "" {
		t.Error(diff)
	}
}

// TestCustomWithoutParameters checks that the list of parameters may be absent or empty.
func TestCustomWithoutParameters(t *testing.T) {
	head, _, _ := strings.Cut(countLines, "parameters:")
	for tail, want := range map[string]bool{"": true, "parameters:": true, "parameters: []": true, "parameters: none": false, "parameters: {}": false} {
		tools, errs := Load("count_lines/tool.yaml", []byte(head+tail))
		if ok := len(tools) == 1 && len(errs) == 0; ok != want {
			t.Errorf("%q: %d tools, %v", tail, len(tools), errs)
		}
	}
}
