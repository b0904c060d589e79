package toolspec

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// kindWords are the names of the kinds of issue in the tests.
var kindWords = map[IssueKind]string{
	UnknownArgument: "unknown", MissingArgument: "missing", EmptyArgument: "empty", DuplicateArgument: "duplicate", TypeMismatch: "type",
	InvalidValue: "invalid", EmptyValue: "zero", CoercedValue: "changed", PaddedValue: "padded", ArrayShape: "shape", DroppedValue: "dropped",
	DroppedText: "text", ReplacedValue: "replaced",
}

// issuesOf returns the issues of a call as "kind name at 'text': reason".
func issuesOf(set *Set, name, arguments string) []string {
	b := xmlcall.ParseAt("<tool><tool_name>"+name+"</tool_name><arguments>"+arguments+"</arguments></tool>", 0)
	var list []string
	tool := set.Of(b)
	for _, i := range tool.Read(b).Issues {
		text := kindWords[i.Kind] + " " + i.Name + " at '" + b.Slice(i.Span) + "'"
		if i.Reason != "" {
			text += ": " + i.Reason
		}
		if slices.Contains([]IssueKind{MissingArgument, EmptyArgument, TypeMismatch, InvalidValue}, i.Kind) && !tool.Refuses(i) {
			text += ", and is accepted"
		}
		list = append(list, text)
	}
	return list
}

// TestConditions checks what the built-in tools refuse or change beyond their schema
// against the source of the runtime, entrhq/forge. Each group names the file that the
// rows are from; all were tried with the tools themselves.
func TestConditions(t *testing.T) {
	const page = "<session>s</session><selector>#x</selector>"
	edit := func(search, replace string) string {
		return "<edit><search>" + search + "</search><replace>" + replace + "</replace></edit>"
	}
	for _, test := range []struct{ tool, arguments, want string }{
		// pkg/tools/coding/read_file.go, validateLineRange
		{"read_file", "<path>a</path><start_line>-1</start_line>", "invalid start_line at '-1': must be at least 1"},
		{"read_file", "<path>a</path><end_line>5</end_line>", "invalid end_line at '5': needs a start_line of at least 1"},
		{"read_file", "<path>a</path><start_line>9</start_line><end_line>3</end_line>", "invalid end_line at '3': must not come before start_line (9)"},
		{"read_file", "<path>a</path><start_line>9</start_line>", ""},
		{"read_file", "<path>a</path><start_line>9</start_line><end_line>9223372036854775807</end_line>", ""},
		{"read_file", "<path>a</path><start_line>9</start_line><end_line>9223372036854775808</end_line>", "type end_line at '9223372036854775808': is not a 64-bit integer"},

		// pkg/tools/coding/list_files.go, listDirectory; search_files.go, searchDirectory
		{"list_files", "<pattern>*.[ch]</pattern>", ""},
		{"list_files", "<pattern>*.[ch</pattern>", "invalid pattern at '*.[ch': must be a valid file pattern: check each `[` and `\\`"},
		{"list_files", "<pattern></pattern>", ""},
		{"search_files", `<pattern>x</pattern><file_pattern>a\</file_pattern>`, "invalid file_pattern at 'a\\': must be a valid file pattern: check each `[` and `\\`"},
		{"search_files", "<pattern>(</pattern>", "invalid pattern at '(': must be a regular expression: missing closing ): `(`"},
		{"search_files", "<pattern></pattern>", "empty pattern at '<pattern></pattern>'"},
		{"search_files", "<pattern> </pattern>", ""}, // a blank is a pattern
		// pkg/tools/coding/search_files.go, formatMatches: a negative index
		{"search_files", "<pattern>x</pattern><context_lines>-1</context_lines>", "invalid context_lines at '-1': must be at least 0"},
		{"search_files", "<pattern>x</pattern><context_lines>0</context_lines>", ""},

		// pkg/tools/coding/apply_diff.go, Execute
		{"apply_diff", "<path>a</path><edits>" + edit("a", "b") + edit("c", "d") + "</edits>", ""},
		{"apply_diff", "<path>a</path><edits>" + edit("a", "b") + edit("a", "b") + "</edits>", "invalid search at 'a': is not found: an earlier edit has replaced it; write the new text"},
		{"apply_diff", "<path>a</path><edits>" + edit("a", "") + edit("x", "y") + edit("a", "z") + "</edits>", "invalid search at 'a': is not found: an earlier edit has replaced it; write the new text"},
		{"apply_diff", "<path>a</path><edits>" + edit("a", "ab") + edit("a", "b") + "</edits>", ""}, // it occurs again
		{"apply_diff", "<path>a</path><edits>" + edit("a", "b") + edit("b", "a") + edit("a", "c") + "</edits>", ""},
		{"apply_diff", "<path>a</path><edits>" + edit("((x", "(x") + edit("((x", "y") + "</edits>", ""}, // in "(((x"
		{"apply_diff", "<path>a</path><edits>" + edit("ab", "") + edit("ab", "") + "</edits>", ""},      // in "aabb"
		{"apply_diff", "<path>a</path><edits>" + edit("foo", "bar") + edit("foo", "bar") + "</edits>", "invalid search at 'foo': is not found: an earlier edit has replaced it; write the new text"},
		{"apply_diff", "<path>a</path><edits>" + edit("x))", "y") + edit("y)", "x)") + edit("x))", "z") + "</edits>", ""}, // in "x)))"
		{"apply_diff", "<path></path><edits>" + edit("a", "b") + "</edits>", "empty path at '<path></path>'"},
		{"apply_diff", "<path>a</path><edits>" + edit("", "b") + "</edits>", "empty search at '<search></search>'"},

		// pkg/tools/coding/execute_command.go, Execute
		{"execute_command", "<command>x</command><timeout>0</timeout>", ""},
		{"execute_command", "<command>x</command><timeout>0.5</timeout>", ""},
		{"execute_command", "<command>x</command><timeout>-5</timeout>", "replaced timeout at '-5': becomes 30, the default"},
		{"execute_command", "<command>x</command><timeout>NaN</timeout>", "replaced timeout at 'NaN': becomes 30, the default"},
		{"execute_command", "<command>x</command><timeout>9223372036</timeout>", ""},
		{"execute_command", "<command>x</command><timeout>1e10</timeout>", "replaced timeout at '1e10': becomes a time that has already passed"},
		{"execute_command", "<command>x</command><timeout>+Inf</timeout>", "replaced timeout at '+Inf': becomes a time that has already passed"},
		{"execute_command", "<command>x</command><timeout>1e-10</timeout>", "replaced timeout at '1e-10': becomes a time that has already passed"},
		{"execute_command", "<command> </command>", ""},

		// pkg/tools/coding/analyze_document.go, Execute and calculatePageRange
		{"analyze_document", "<path>a.pdf</path><page_start>2</page_start><page_end>2</page_end>", ""},
		{"analyze_document", "<path>a.PNG</path><page_start>5</page_start><page_end>3</page_end>", ""},
		{"analyze_document", "<path>a.docx</path>", "invalid path at 'a.docx': must end with one of .png, .jpg, .jpeg, .pdf"},
		{"analyze_document", "<path>a.pdf</path><page_start>5</page_start><page_end>3</page_end>", "invalid page_end at '3': must not come before page_start (5)"},
		{"analyze_document", "<path>a.pdf</path><page_end>3</page_end>", "replaced page_end at '3': becomes the last page: there is no page_start"},
		{"analyze_document", "<path>a.pdf</path><page_start>-2</page_start>", "replaced page_start at '-2': becomes 1, and page_end the last page"},
		{"analyze_document", "<path>a.pdf</path><page_start>2</page_start><page_end>-1</page_end>", "replaced page_end at '-1': becomes the last page, and page_start 1"},

		// pkg/agent/memory/notes/note.go, ValidateContent and ValidateTags
		{"add_note", "<content>x</content><tags><tag>a</tag><tag> </tag></tags>", "invalid tag at ' ': must not be blank"},
		{"add_note", "<content>x</content><tags><tag/></tags>", "empty tag at '<tag/>'"},
		{"add_note", "<content> </content><tags><tag> a </tag></tags>", ""},
		{"add_note", "<content>" + strings.Repeat("é", 401) + "</content><tags><tag>a</tag></tags>", "invalid content at '" + strings.Repeat("é", 401) + "': is 802 bytes; the limit is 800"},
		{"add_note", "<content>x</content><tags>" + strings.Repeat("<tag>a</tag>", 6) + "</tags>", "invalid tags at '" + strings.Repeat("<tag>a</tag>", 6) + "': has 6 items; write at most 5"},
		// pkg/tools/scratchpad/update_note.go, Execute
		{"update_note", "<id>n</id>", "missing content or tags at '<arguments>': at least one of content, tags must be given"},
		{"update_note", "<id>n</id><content></content>", "missing content or tags at '<arguments>': at least one of content, tags must be given"},
		// pkg/agent/memory/notes/manager.go, List
		{"list_notes", "<limit>0</limit>", ""},
		{"list_notes", "<limit>-1</limit>", "replaced limit at '-1': becomes 10, the default"},

		// pkg/tools/browser/click.go, extract_content.go, search.go, start_session.go, wait.go, navigate.go
		{"browser_click", page + "<click_count>0</click_count>", "invalid click_count at '0': must be at least 1"},
		{"browser_click", page + "<click_count>4</click_count>", "invalid click_count at '4': must be at most 3"},
		{"browser_click", page + "<click_count/>", "invalid click_count at '<click_count/>': must be at least 1"},
		{"browser_click", page + "<button>Left</button>", "invalid button at 'Left': must be one of left, right, middle"},
		{"browser_click", page + "<button/>", ""},
		{"browser_extract_content", "<session>s</session><max_length>99</max_length>", "invalid max_length at '99': must be at least 100"},
		{"browser_extract_content", "<session>s</session><max_length>100001</max_length>", "invalid max_length at '100001': must be at most 100000"},
		{"browser_extract_content", "<session>s</session><format>html</format>", "invalid format at 'html': must be one of markdown, text, structured"},
		{"browser_search", "<session>s</session><pattern>x</pattern><max_results>101</max_results>", "invalid max_results at '101': must be at most 100"},
		{"start_browser_session", "<name>s</name><width>5001</width>", "invalid width at '5001': must be at most 5000"},
		{"start_browser_session", "<name>s</name><height/>", "invalid height at '<height/>': must be at least 100"},
		{"browser_wait", page + "<timeout>-1</timeout>", "invalid timeout at '-1': must be at least 0"},
		{"browser_wait", page + "<timeout>300001</timeout>", "invalid timeout at '300001': must be at most 300000"},
		{"browser_wait", page + "<timeout>NaN</timeout>", "replaced timeout at 'NaN': becomes 30000, the default"},
		{"browser_navigate", "<session>s</session><url>x</url><wait_until>idle</wait_until>", "invalid wait_until at 'idle': must be one of load, domcontentloaded, networkidle"},
		// pkg/tools/browser/evaluate.go, Execute
		{"browser_evaluate", "<session>s</session><code>1</code><timeout>-1</timeout>", "replaced timeout at '-1': becomes 30000, the default"},

		// pkg/tools/custom/scaffold.go, validateToolName
		{"create_custom_tool", "<name>a b</name><description>x</description>", "invalid name at 'a b': must match ^[a-zA-Z0-9_-]+$"},
		// pkg/tools/custom/run_tool.go, Execute and parseCustomToolArguments
		{CustomRunner, "<tool_name>x</tool_name><timeout>0.5</timeout>", "invalid timeout at '0.5': must be at least 1: the tool counts whole seconds"},
		{CustomRunner, "<tool_name>x</tool_name><timeout>1.5</timeout>", "replaced timeout at '1.5': becomes 1"},
		{CustomRunner, "<tool_name>x</tool_name><timeout>-1</timeout>", "replaced timeout at '-1': becomes 30, the default"},
		{CustomRunner, "<tool_name>x</tool_name><timeout>9223372036.854775807</timeout>", "invalid timeout at '9223372036.854775807': must be less than 9223372037"},
		{CustomRunner, "<tool_name>x</tool_name><timeout>1e10</timeout>", "invalid timeout at '1e10': must be less than 9223372037"},
		{CustomRunner, "<tool_name>x</tool_name><n>007</n>", "changed n at '007': becomes 7"},
		{CustomRunner, "<tool_name>x</tool_name><n>1</n><n>2</n>", "duplicate n at '<n>1</n>'"},
		{CustomRunner, "<tool_name>x</tool_name><n>1</n><n/>", ""}, // empty arguments are skipped
		{CustomRunner, "<tool_name>x</tool_name><container>5</container>", "unknown container at '<container>'"},
		{CustomRunner, "<tool_name> x</tool_name>", "padded tool_name at ' x': has white space around it"},
	} {
		if got := strings.Join(issuesOf(Builtins(), test.tool, test.arguments), "\n"); got != test.want {
			t.Errorf("%s %s\n%q, want\n%q", test.tool, test.arguments, got, test.want)
		}
	}
}

// TestOptions reads the options that run_custom_tool passes on:
// pkg/tools/custom/run_tool.go.
func TestOptions(t *testing.T) {
	custom, errs := Load(".forge/tools/c/tool.yaml", []byte("name: c\ndescription: d\nversion: 1\nentrypoint: c\n"+
		"parameters: [{name: n, type: integer, required: true, description: n}, {name: s, type: string, description: s}]"))
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	set := Builtins().With(custom...)
	for _, test := range []struct{ arguments, want, issues string }{
		{"<tool_name>x</tool_name><a>1</a><a> </a><b>y<i>z</i></b><c/>", "map[a:1 b:y tool_name:x]", ""},
		{"<tool_name>x</tool_name><container>5<z>7</z></container>", "map[tool_name:x z:7]", "unknown"},
		{"<tool_name>c</tool_name><n>5</n><s>x</s><s/>", "map[n:5 s:x tool_name:c]", ""},
		{"<tool_name>c</tool_name><n>5</n><s>x</s><s>y</s>", "map[n:5 s:y tool_name:c]", "duplicate"},
		{"<tool_name>c</tool_name><n></n>", "map[tool_name:c]", "empty"},
		{"<tool_name>c</tool_name><n>5</n><timeout>0.9</timeout>", "map[n:5 timeout:0.9 tool_name:c]", "invalid"},
	} {
		b := xmlcall.ParseAt("<tool><tool_name>"+CustomRunner+"</tool_name><arguments>"+test.arguments+"</arguments></tool>", 0)
		reading := set.Of(b).Read(b)
		var kinds []string
		for _, i := range reading.Issues {
			kinds = append(kinds, kindWords[i.Kind])
		}
		if got := fmt.Sprint(reading.Arguments); got != test.want || strings.Join(kinds, " ") != test.issues {
			t.Errorf("%s\n%s %q, want\n%s %q", test.arguments, got, kinds, test.want, test.issues)
		}
	}
}
