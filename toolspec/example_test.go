package toolspec

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// schemaTools returns the tools of testdata/schemas, which holds definitions in the
// forms of MCP servers, OpenAI and Anthropic.
func schemaTools(t testing.TB) []*Tool {
	t.Helper()
	names, err := filepath.Glob("testdata/schemas/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var tools []*Tool
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		loaded, errs := Load(name, data)
		for _, err := range errs {
			t.Error(err)
		}
		tools = append(tools, loaded...)
	}
	return tools
}

// TestExamples generates every example of every tool that has one, and verifies it independently:
// the runtime runs the call, it reads back without an issue as the intended values, and
// the schema allows them.
func TestExamples(t *testing.T) {
	public := schemaTools(t)
	// by a person, because of patterns, of different items in one list, and of alternatives inside themselves
	written := []string{"page_fill_form", "refund", "set_working_hours", "tuple", "old_tuple", "expression", "all_of"}
	calls := 0
	for _, tool := range append(public, Builtins().Tools()...) {
		for _, all := range []bool{false, true} {
			for _, method := range []encode.Method{encode.Automatic, encode.Escapes, encode.Sections} {
				o := ExampleOptions{All: all, Method: method}
				text, err := tool.ExampleCall(o)
				if slices.Contains(written, tool.Name) != (err != nil) {
					t.Errorf("%s %+v: %v", tool.Name, o, err)
				}
				if err != nil {
					continue
				}
				calls++
				checkExample(t, tool, o, text)
			}
		}
	}
	t.Logf("%d calls to %d tools of the test data and %d built-in ones", calls, len(public), len(Builtins().Tools()))
	if len(public) < 60 {
		t.Errorf("%d tools, want 60", len(public))
	}
}

func checkExample(t *testing.T, tool *Tool, o ExampleOptions, text string) {
	t.Helper()
	want, err := tool.ExampleArguments(o)
	if err != nil {
		t.Errorf("%s %+v: %v", tool.Name, o, err)
		return
	}
	b := xmlcall.ParseAt(text, 0)
	if b.Verdict().Outcome != xmlcall.Runs || b.Span.End != len(text) || len(b.Problems) > 0 {
		t.Errorf("%s %+v: %v\n%s", tool.Name, o, b.Verdict(), text)
	}
	reading := tool.Read(b)
	name := any(b.ToolName())
	if tool.Custom {
		name = reading.Arguments["tool_name"]
		delete(reading.Arguments, "tool_name")
	}
	if name != tool.Name {
		t.Errorf("%s: written as %v", tool.Name, name)
	}
	if len(reading.Issues) > 0 {
		t.Errorf("%s %+v: %+v\n%s", tool.Name, o, reading.Issues, text)
	}
	if !sameValue(want, any(reading.Arguments)) {
		t.Errorf("%s %+v: read as %v, want %v\n%s", tool.Name, o, reading.Arguments, want, text)
	}
	if tool.compiled != nil {
		if err := tool.schema().Validate(reading.Arguments); err != nil {
			t.Errorf("%s %+v: %v\n%s", tool.Name, o, err, text)
		}
	}
	if again, err := tool.ExampleCall(o); again != text || err != nil {
		t.Errorf("%s %+v: another text the second time\n%s\n%s", tool.Name, o, text, again)
	}
	if os.Getenv("SHOW_EXAMPLES") != "" {
		t.Logf("%+v\n%s", o, text)
	}
}

// TestOwnExample checks that all parts of a definition's own example that the tool
// reads are kept.
func TestOwnExample(t *testing.T) {
	const schema = `{"required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "integer"}, "c": {"type": "boolean"}}}`
	for _, test := range []struct {
		example   string
		own, more []string // the content of an example, and what is added if all is requested
	}{
		{`{"a": "own"}`, []string{"<a>own</a>"}, []string{"<b>", "<c>"}},
		{`{"a": "own", "b": 7, "c": false}`, []string{"<a>own</a>", "<b>7</b>", "<c>false</c>"}, nil},
		{`{"a": "own", "b": 7, "z": "not read"}`, []string{"<a>own</a>", "<b>7</b>"}, []string{"<c>"}},
		{`{"b": 7}`, []string{"<a>"}, []string{"<b>", "<c>"}}, // not a call to the tool
	} {
		tool := toolFrom(t, `{"name": "x", "schema": `+schema+`, "example": `+test.example+`}`)
		for _, all := range []bool{false, true} {
			text, err := tool.ExampleCall(ExampleOptions{All: all})
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range test.own {
				if !strings.Contains(text, part) {
					t.Errorf("%s, all %v: no %s in\n%s", test.example, all, part, text)
				}
			}
			for _, part := range test.more {
				if strings.Contains(text, part) != all {
					t.Errorf("%s, all %v: %s in\n%s", test.example, all, part, text)
				}
			}
		}
	}
	for _, tool := range Builtins().Tools() {
		arguments, err := tool.ExampleArguments(ExampleOptions{})
		if err != nil || len(arguments) != len(tool.Example) {
			t.Errorf("%s: %v of %v, %v", tool.Name, arguments, tool.Example, err)
		}
	}
}
