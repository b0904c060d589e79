package diagnostics

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestNotChecked checks that for a call whose arguments would take too long to check
// the tool's verdict is unknown, unless the tool refuses it for another reason.
func TestNotChecked(t *testing.T) {
	schema := `{"required": ["b"], "properties": {"b": {"type": "integer"}, "a": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"anyOf": [` +
		`{"properties": {"a": {"$ref": "#/$defs/d"}}, "required": ["b"]}, {"properties": {"a": {"$ref": "#/$defs/d"}}, "required": ["c"]}]}}}`
	tools, errs := toolspec.Load("tools.json", []byte(`{"name": "x", "schema": `+schema+`}`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := Options{Tools: toolspec.NewSet(tools...)}
	nested := func(n int) string { return strings.Repeat("<a>", n) + strings.Repeat("</a>", n) }
	for _, test := range []struct {
		arguments string
		verdict   string
		found     string
	}{
		{"<b>1</b>", "accepts", ""},
		{"<b>1</b>" + nested(3), "refuses", "error"},
		{"<b>1</b>" + nested(100), "unchecked", "information"},
		{"<b>one</b>" + nested(100), "refuses", "information"},
	} {
		res := o.run("<tool><server_name>local</server_name><tool_name>x</tool_name><arguments>"+test.arguments+"</arguments></tool>", document.Reply)
		found := ""
		for _, f := range res.Diagnostics {
			if f.Code == "invalid-value" {
				found = f.Severity.String()
			}
		}
		if got := byTool(&res.Calls[0]); got != test.verdict || found != test.found {
			t.Errorf("%.20s…: %v, found %q, want %v, %q", test.arguments, got, found, test.verdict, test.found)
		}
	}
}

// byTool returns what the tool of a call does: accepts, refuses, unknown (there is no such tool) or unchecked.
func byTool(c *Call) string { return toolVerdict(c.By() == ByTool, c.Checked()) }

func toolVerdict(refused, checked bool) string {
	switch {
	case refused && checked:
		return "refuses"
	case refused:
		return "unknown"
	case checked:
		return "accepts"
	}
	return "unchecked"
}

// TestByTool compares the second stage with the results of the runtime's own
// tools, for every block of every case, taken on its own.
func TestByTool(t *testing.T) {
	counts := map[string]int{}
	for _, c := range cases.Load(t, "assistant", "document") {
		kind := document.Reply
		if c.Kind == "document" {
			kind = document.Document
		}
		byStart := map[int]*Call{}
		res := run(c.Text, kind)
		for i := range res.Calls {
			byStart[res.Calls[i].Span.Start] = &res.Calls[i]
		}
		for _, want := range c.Oracle.Blocks {
			found := byStart[want.Start]
			if found == nil {
				t.Errorf("%s: no call at %d", c.ID, want.Start)
				continue
			}
			delete(byStart, want.Start)
			verdict := "unchecked" // nil: the reader refused it
			if tool := want.Builtin; tool != nil {
				switch {
				case !tool.Known:
					verdict = "unknown"
				case tool.Accept:
					verdict = "accepts"
				default:
					verdict = "refuses"
				}
			}
			counts[verdict]++
			reason, checked := call.New(found.Block(), toolspec.Builtins(), call.Surroundings{}).ByTool()
			if got := toolVerdict(reason != call.AsWritten, checked); got != verdict {
				t.Errorf("%s at %d: %v, want %v", c.ID, want.Start, got, verdict)
			}
			if kind == document.Document && !slices.ContainsFunc(res.Diagnostics, func(f Diagnostic) bool { return f.IsPlaceholder() }) && byTool(found) != verdict {
				t.Errorf("%s at %d: %v because %q, want %v", c.ID, want.Start, byTool(found), found.Reason(nil), verdict)
			}
		}
		// The remaining calls are not blocks in the library view of the runtime.
		for start, call := range byStart {
			if call.outcome != xmlcall.Refused {
				t.Errorf("%s at %d: %v", c.ID, start, call.outcome)
			}
		}
	}
	t.Logf("%v", counts)
	for _, v := range []string{"unchecked", "accepts", "refuses", "unknown"} {
		if counts[v] < 5 {
			t.Errorf("%d blocks are %v", counts[v], v)
		}
	}
}

// call writes a call to a tool.
func callTo(tool, arguments string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>\n"
}

// TestToolReason checks the reasons for what tools make of calls.
func TestToolReason(t *testing.T) {
	const page = "<session>s</session><selector>#x</selector>"
	for _, test := range []struct{ tool, arguments, verdict, reason string }{
		{"write_file", "<path>a</path>", "accepts", "an argument that the tool needs is missing"},
		{"write_to_file", "<path>a</path>", "unknown", "there is no such tool"},
		{"read_file", "", "refuses", "<path> is missing"},
		{"read_file", "<path/><start_line>x</start_line>", "refuses", "<path> is empty"},
		{"read_file", "<path><b>a</b></path>", "refuses", "<path> has only elements, which are dropped"},
		{"read_file", "<path>a</path><start_line>one\nor two</start_line>", "refuses", "<start_line>: one or two is not an integer"},
		{"read_file", "<path>a</path><start_line> </start_line>", "refuses", "<start_line> is only white space"},
		{"read_file", "<path>a</path><end_line>3</end_line>", "refuses", "<end_line> needs a start_line of at least 1"},
		{"browser_click", page + "<click_count>9</click_count>", "refuses", "<click_count> must be at most 3"},
		{"browser_click", page + "<button>" + strings.Repeat("x", 300) + "</button>", "refuses", "<button> must be one of left, right, middle"},
		{"apply_diff", "<path>a</path><edits>x</edits>", "refuses", "<edits> has no <edit>"},
		{"apply_diff", "<path>a</path>", "refuses", "<edits> is missing"},
		{"update_note", "<id>n</id>", "refuses", "at least one of content, tags must be given"},
	} {
		call := &analyzeReply(callTo(test.tool, test.arguments)).Calls[0]
		if byTool(call) != test.verdict || call.Reason(nil) != test.reason {
			t.Errorf("%s %s: %v (%s), want %s (%s)", test.tool, test.arguments, byTool(call), call.Reason(nil), test.verdict, test.reason)
		}
	}
}

// TestByToolOptions checks that the tools are those of the options, whatever the
// levels of rules are.
func TestByToolOptions(t *testing.T) {
	tools, errs := toolspec.Load("tools.json", []byte(`{"name": "read_file", "schema": {"type": "object", "minProperties": 2, "additionalProperties": true}}`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	custom, errs := toolspec.Load(".forge/tools/deploy/tool.yaml", []byte("name: deploy\ndescription: d\nversion: 1\nentrypoint: deploy\n"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	silent := map[string]Level{"missing-argument": Off, "unknown-tool": Off}
	for _, test := range []struct {
		what    string
		options Options
		text    string
		want    string
	}{
		{"no tools", NoTools(), callTo("read_file", ""), "unchecked"},
		{"rules that are off", Options{Rules: silent}, callTo("read_file", ""), "refuses <path> is missing"},
		{"rules that are off", Options{Rules: silent}, callTo("x", ""), "unknown there is no such tool"},
		{"another definition", Options{Tools: toolspec.NewSet(tools...)}, callTo("read_file", "<path>a</path>"), "refuses the call must match the schema: minProperties: got 1, want 2"},
		{"another definition", Options{Tools: toolspec.NewSet(tools...)}, callTo("write_file", "<path>a</path>"), "unknown there is no such tool"},
		{"custom tools alone", Options{Tools: toolspec.NewSet(custom...)}, callTo("run_custom_tool", "<tool_name>deploy</tool_name>"), "accepts"},
		{"custom tools alone", Options{Tools: toolspec.NewSet(custom...)}, callTo("run_custom_tool", "<tool_name>x</tool_name>"), "unchecked"},
		{"custom tools", Options{Tools: toolspec.Builtins().With(custom...)}, callTo("run_custom_tool", "<tool_name>deploy </tool_name>"), "refuses white space around the name in <tool_name>"},
		{"a call that is not read", Options{}, callTo("read_file", "<"), "unchecked XML syntax error on line 4: expected element name after <"},
		{"a call that is not seen", Options{}, callTo("read_file", "<path>a</path>")[:60], "unchecked XML syntax error on line 3: element <tool_name> closed by </tool>"},
	} {
		call := &test.options.run(test.text, document.Reply).Calls[0]
		if got := strings.TrimSpace(byTool(call) + " " + call.Reason(nil)); got != test.want {
			t.Errorf("%s: %s, want %s\n%s", test.what, got, test.want, test.text)
		}
	}
}

// TestReaderReason checks that the line in a reason is that of the file.
func TestReaderReason(t *testing.T) {
	amp := "<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a&b</path>\n</arguments>\n</tool>\n"
	less := strings.Replace(amp, "&", "<", 1)
	for _, test := range []struct {
		name, text string
		kind       document.Kind
		want       string
	}{
		{"first line", amp, document.Reply, "XML syntax error on line 4: invalid character entity &b (no semicolon)"},
		{"after prose", "One.\r\n\r\nTwo.\r\n" + amp, document.Reply, "XML syntax error on line 7: invalid character entity &b (no semicolon)"},
		{"refused", "One.\n\n" + less, document.Reply, "XML syntax error on line 6: expected attribute name in element"},
		{"in a quote", "One.\n\n> " + strings.TrimSuffix(strings.ReplaceAll(less, "\n", "\n> "), "> "), document.Document, "XML syntax error on line 6: expected attribute name in element"},
		{"no place", "\n\n" + strings.Replace(amp, "read_file", "", 1), document.Reply, "tool_name is required in tool call"},
		{"no line", "\n\n" + strings.Replace(amp, "&b", "]]>", 1), document.Reply, "XML syntax error on line 6: unescaped ]]> not in CDATA section"},
		{"runs", strings.Replace(amp, "&", "", 1), document.Reply, ""},
	} {
		res := run(test.text, test.kind)
		if len(res.Calls) != 1 {
			t.Errorf("%s: %d calls", test.name, len(res.Calls))
			continue
		}
		line := func(offset int) int { return 1 + strings.Count(test.text[:offset], "\n") }
		if got := res.Calls[0].ReaderReason(line); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	// Without lines of the file they are those of the call, whatever is read with it.
	calls := run("One.\n\n"+strings.Replace(amp, "&", "", 1)+"\nTwo.\n"+less+"<thinking>", document.Reply).Calls
	for i, want := range []string{"XML syntax error on line 12: expected attribute name in element", "XML syntax error on line 4: expected attribute name in element"} {
		if got := calls[i].ReaderReason(nil); got != want {
			t.Errorf("call %d: %q, want %q", i, got, want)
		}
	}
	calls = run(less+amp, document.Reply).Calls
	if got, want := calls[1].ReaderReason(nil), "XML syntax error on line 3: expected attribute name in element"; got != want {
		t.Errorf("after the error: %q, want %q", got, want)
	}
	// In all cases only the line differs from the runtime's words.
	for _, c := range cases.Load(t, "assistant", "document") {
		kind := document.Reply
		if c.Kind == "document" {
			kind = document.Document
		}
		res := run("\n\n"+c.Text, kind)
		for i := range res.Calls {
			call := &res.Calls[i]
			if kind == document.Reply && (len(res.Calls) > 1 || call.assembled || call.Outcome() == Ignored || call.form != xmlcall.Closed) {
				continue // the reason is that of the reply
			}
			v := call.Block().Verdict()
			const line = 1234567
			want := v.Reason
			if rest, ok := strings.CutPrefix(v.Reason, syntaxErrorOnLine); ok {
				_, rest, _ = strings.Cut(rest, ":")
				want = syntaxErrorOnLine + "1234567:" + rest
			}
			if got := call.ReaderReason(func(int) int { return line }); got != want {
				t.Errorf("%s: %q, want %q", c.ID, got, want)
			}
		}
	}
}
