package toolspec

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// refusal returns the kind of the first issue for which a tool of a set refuses a call
// with the given arguments, or "" for a call that it accepts.
func refusal(t *testing.T, set *Set, name, arguments string) string {
	t.Helper()
	b := xmlcall.ParseAt("<tool><tool_name>"+name+"</tool_name><arguments>"+arguments+"</arguments></tool>", 0)
	tool := set.Of(b)
	if tool == nil {
		t.Fatalf("%s: there is no such tool", name)
	}
	for _, i := range tool.Read(b).Issues {
		if tool.Refuses(i) {
			return i.Name + ": " + map[IssueKind]string{
				MissingArgument: "missing", EmptyArgument: "empty", DroppedValue: "dropped",
				TypeMismatch: "type", InvalidValue: "invalid", PaddedValue: "padded",
			}[i.Kind]
		}
	}
	return ""
}

// TestRefusesBuiltin checks refusals against the runtime: each row is the result of the
// runtime's tool for the arguments. Those of the conformance cases are in
// TestConformance, and those with a reason of their own in TestConditions.
func TestRefusesBuiltin(t *testing.T) {
	const page = "<session>s</session><selector>#x</selector>"
	for _, test := range []struct{ tool, arguments, want string }{
		{"write_file", "<path>a</path>", ""}, // but writes an empty file
		{"write_file", "<path>a</path><content/>", ""},
		{"write_file", "<content>x</content>", "path: missing"},
		{"write_file", "<path></path>", "path: empty"},
		{"write_file", "<path><b>a</b></path>", "path: dropped"},
		{"write_file", "<path> <b>a</b></path>", ""}, // the path is a blank
		{"browser_fill_form", page, ""},
		{"create_custom_tool", "<name>a-b_1</name><description>x</description>", ""},
		{"create_custom_tool", "<name>a-b</name>", "description: missing"},
		{"create_custom_tool", "<name>a-b</name><description/>", "description: empty"},
		{"create_custom_tool", "<name>..</name><description>x</description>", "name: invalid"},
		{"create_custom_tool", "<name/><description>x</description>", "name: empty"},

		{"read_file", "<path>a</path><start_line>0</start_line><end_line>0</end_line>", ""},
		{"read_file", "<path>a</path><start_line>5</start_line><end_line>-1</end_line>", "end_line: invalid"},
		{"read_file", "<path>a</path><end_line>-1</end_line>", "end_line: invalid"},
		{"read_file", "<path>a</path><start_line>x</start_line><start_line>5</start_line>", "start_line: type"},
		{"read_file", "<path>a</path><start_line/><start_line>5</start_line>", ""},

		{"add_note", "<content>x</content><tags><tag>a</tag></tags>", ""},
		{"add_note", "<content>x</content><tags><tag>a</tag><tag><b>c</b></tag></tags>", "tag: dropped"},
		{"update_note", "<id>n</id><content>x</content><tags></tags>", ""},
		{"update_note", "<id>n</id><content/><tags><tag>a</tag></tags>", ""},
		{"update_note", "<id>n</id><tags/>", "content or tags: missing"},
		{"update_note", "<id>n</id><tags><tag> </tag></tags>", "tag: invalid"},
		{"search_notes", "<tags><tag></tag></tags>", ""},

		{"apply_diff", "<path>a</path><edits><edit><search>x</search></edit></edits>", ""},
		{"apply_diff", "<path>a</path><edits><edit><replace>x</replace></edit></edits>", "search: missing"},
		{"ask_question", "<question>x</question><suggestions>a, b</suggestions>", ""},

		{"browser_click", page + "<button> left</button>", "button: invalid"},
		{"browser_wait", page + "<state/><timeout/>", ""},
		{"browser_wait", page + "<timeout>+Inf</timeout>", "timeout: invalid"},
		{"start_browser_session", "<name>s</name><height><b>600</b></height>", "height: invalid"},
		{"list_browser_sessions", "<session>s</session>", ""},
		{"run_custom_tool", "<tool_name>t</tool_name><n>x</n>", ""},
		{"run_custom_tool", "<n>x</n>", "tool_name: missing"},
		{"run_custom_tool", "<tool_name>t</tool_name><timeout>soon</timeout>", "timeout: type"},
	} {
		if got := refusal(t, Builtins(), test.tool, test.arguments); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.tool, test.arguments, got, test.want)
		}
	}
}

// TestRefusesDefined checks that the requirements of a definition are assumed to be
// checked by a tool that is only defined.
func TestRefusesDefined(t *testing.T) {
	tools, errs := Load("tools.json", []byte(`[{"name": "note", "schema": {
		"type": "object", "required": ["title", "marks"],
		"properties": {"title": {"type": "string"}, "marks": {"type": "array", "items": {"type": "string"}},
			"mood": {"type": "string", "enum": ["good", "bad"]}}}}]`))
	custom, more := Load(".forge/tools/deploy/tool.yaml", []byte("name: deploy\ndescription: d\nversion: 1\nentrypoint: deploy\n"+
		"parameters: [{name: count, type: integer, required: true, description: c}]"))
	if errs = slices.Concat(errs, more); len(errs) > 0 {
		t.Fatal(errs)
	}
	set := Builtins().With(slices.Concat(tools, custom)...)
	const marks = "<marks><mark>a</mark></marks>"
	for _, test := range []struct{ tool, arguments, want string }{
		{"note", "<title>x</title>" + marks, ""},
		{"note", "<title/>" + marks, ""},
		{"note", marks, "title: missing"},
		{"note", "<title>x</title>", "marks: missing"},
		{"note", "<title>x</title>" + marks + "<mood></mood>", "mood: invalid"},
		{"note", "<title>x</title>" + marks + "<other>x</other>", ""},
		{CustomRunner, "<tool_name>deploy</tool_name><count>3</count>", ""},
		{CustomRunner, "<tool_name>deploy</tool_name><count>3</count><count>x</count>", "count: type"},
		{CustomRunner, "<tool_name>deploy</tool_name><count>x</count><count>3</count>", ""}, // not a struct: the last one counts
		{CustomRunner, "<tool_name>deploy</tool_name>", "count: missing"},
		{CustomRunner, "<tool_name> deploy</tool_name><count>3</count>", "tool_name: padded"},
	} {
		if got := refusal(t, set, test.tool, test.arguments); got != test.want {
			t.Errorf("%s %s: %q, want %q", test.tool, test.arguments, got, test.want)
		}
	}
}
