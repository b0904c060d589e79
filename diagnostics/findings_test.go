package diagnostics

import (
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestLostItems checks that text that a tool drops from a list, or from an edit, is
// reported once, whether the list is required or not.
func TestLostItems(t *testing.T) {
	const question = "<tool><server_name>local</server_name><tool_name>ask_question</tool_name><arguments><question>Which?</question>"
	const diff = "<tool><server_name>local</server_name><tool_name>apply_diff</tool_name><arguments><path>a.go</path>"
	for _, test := range []struct {
		text string
		want []string
	}{
		{question + "<suggestions>a, b</suggestions></arguments></tool>", []string{"array-shape"}},
		{question + "<suggestions><![CDATA[a, b]]></suggestions></arguments></tool>", []string{"cdata-around-structure"}},
		{question + `<suggestions><![CDATA[["a", "b"]]]></suggestions></arguments></tool>`, []string{"cdata-around-structure"}},
		{question + "<suggestions>a <suggestion>b</suggestion></suggestions></arguments></tool>", []string{"stray-text"}},
		{question + "<suggestions><suggestion>a, b</suggestion></suggestions></arguments></tool>", nil},
		{diff + "<edits><edit><search>a</search><replace>b</replace></edit><edit><search>a</search><replace>b</replace></edit></edits></arguments></tool>", []string{"invalid-value"}},
		{diff + "<edits><edit><search>a</search><replace>b</replace><search>c</search><replace>d</replace></edit></edits></arguments></tool>", []string{"duplicate-argument", "duplicate-argument"}},
	} {
		if got := codesOf(run(test.text, document.Reply)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.text, got, test.want)
		}
	}
}

// TestStartTagSlip checks the fixes of an element whose tags have different names: for a tool
// that nobody defines it is not certain which of them is wrong, if the name of the end tag is the
// likelier one, and for a known tool the name that it has is the first suggestion.
func TestStartTagSlip(t *testing.T) {
	for _, test := range []struct{ tool, tags, want string }{
		{"our_own", "<path>a</paht>", "Write `</path>`, safe; Write `<paht>`"},
		{"our_own", "<path>a</path", "Write `</path>`, safe"},
		{"our_own", "<path>a</path x>", "Write `</path>`, safe"},
		{"our_own", "<query>a</quer>", "Write `</query>`, safe; Write `<quer>`"},
		{"our_own", "<filePath>a</filepath>", "Write `</filePath>`, safe; Write `<filepath>`"},
		{"our_own", "<paht>a</path>", "Write `</paht>`; Write `<path>`"},
		{"our_own", "<PATH>a</path>", "Write `</PATH>`; Write `<path>`"},
		{"our_own", "<value>a</path>", "Write `</value>`; Write `<path>`"},
		{"our_own", "<hosts><host>a</host><hots>b</host></hosts>", "Write `</hots>`; Write `<host>`"},
		{"our_own", "<hosts><item>a</ite></hosts>", "Write `</item>`, safe; Write `<ite>`"},
		{"read_file", "<path>a</paht>", "Write `</path>`, safe"},
		{"read_file", "<paht>a</path>", "Rename to `<path>`; Write `</paht>`"},
		{"read_file", "<file_name>a</path>", "Rename to `<path>`; Write `</file_name>`"},
	} {
		reply := "<tool>\n<server_name>local</server_name>\n<tool_name>" + test.tool + "</tool_name>\n<arguments>\n" + test.tags + "\n</arguments>\n</tool>\n"
		var titles []string
		res := Options{}.run(reply, document.Reply)
		for i := range res.Diagnostics {
			if res.Diagnostics[i].Code == "unknown-tool" {
				continue
			}
			for _, fix := range res.Prove(i) {
				title := fix.Title
				if fix.Safe() {
					title += ", safe"
				}
				titles = append(titles, title)
			}
		}
		if got := strings.Join(titles, "; "); got != test.want {
			t.Errorf("%s, %s: %s, want %s", test.tool, test.tags, got, test.want)
		}
	}
}

// TestPlaceholders checks that a placeholder for a template or a reader is not an error in a
// document or a string, in place of a number or a name. In a reply it is.
func TestPlaceholders(t *testing.T) {
	const head, middle, tail = "<tool>\n<server_name>local</server_name>\n<tool_name>", "</tool_name>\n<arguments>\n<path>a</path>\n<start_line>", "</start_line>\n</arguments>\n</tool>\n"
	for _, value := range []string{"{n}", "{{n}}", "{{ .N }}", "${n}", "$N", "[n]", "[line number]", "<n>", "<your-line>", "<%= n %>", "%d"} {
		for _, text := range []string{head + "read_file" + middle + value + tail, head + value + middle + "1" + tail} {
			for _, in := range []struct {
				kind          document.Kind
				before, after string
			}{{document.Document, "", ""}, {document.Go, "var s = `", "`\n"}, {document.TOML, "a = '''\n", "'''\n"}} {
				file := in.before + text + in.after
				res := run(file, in.kind)
				for _, f := range res.Diagnostics {
					if f.Code != "placeholder" || file[f.Span.Start:f.Span.End] != value {
						t.Errorf("%s in a %v: %s: %s", value, in.kind, f.Code, f.Message)
					}
				}
				if fixed := FixAll(file, in.kind, nil); fixed != file {
					t.Errorf("%s in a %v is fixed to %s", value, in.kind, fixed)
				}
			}
			res := run(text, document.Reply)
			if len(res.Diagnostics) == 0 || res.Diagnostics[0].Severity != Error {
				t.Errorf("%s in a reply: %+v", value, res.Diagnostics)
			}
		}
	}
	// Text that is not a whole name is a value, and so is a text with brackets.
	for _, value := range []string{"$", "[1]", "[true]", "[n", "<n", "$N dollars", "[a] or [b]", "a [n]", "[a, b]"} {
		text := head + "read_file" + middle + value + tail
		if res := run(text, document.Document); len(res.Diagnostics) == 0 || res.Diagnostics[0].Severity != Error {
			t.Errorf("%s: %+v", value, res.Diagnostics)
		}
	}
	text := "<tool>\n<server_name>local</server_name>\n<tool_name>search_files</tool_name>\n<arguments>\n<path>$HOME</path>\n<pattern>[a-z]</pattern>\n</arguments>\n</tool>\n"
	if res := run(text, document.Document); len(res.Diagnostics) != 0 {
		t.Errorf("%+v", res.Diagnostics)
	}
}

// TestPlaceholderInSection checks that a list written as a section is lost whatever is filled into that: the tool
// gets no items.
func TestPlaceholderInSection(t *testing.T) {
	tools, errs := toolspec.Load("tools.json", []byte(`{"name": "render", "schema": {"type": "object", "properties": {"indices": {"type": "array", "items": {"type": "string"}}}}}`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	const call = "<tool>\n<server_name>local</server_name>\n<tool_name>render</tool_name>\n<arguments>\n<indices><![CDATA[[\"${url}\"]]]></indices>\n</arguments>\n</tool>\n"
	r := Options{Tools: toolspec.NewSet(tools...)}.run(call, document.Document)
	if len(r.Diagnostics) == 0 || r.Diagnostics[0].Code != "cdata-around-structure" || r.Diagnostics[0].Severity != Error || r.Calls[0].Outcome() != Altered {
		t.Errorf("%v, %+v", r.Calls[0].Outcome(), r.Diagnostics)
	}
}

// TestUncertain checks which findings only have suggested fixes.
func TestUncertain(t *testing.T) {
	field := func(value string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>converse</tool_name>\n<arguments>\n  <message>" + value + "</message>\n</arguments>\n</tool>\n"
	}
	const (
		read = "<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>a&b<c.go</path></arguments>\n</tool>\n"
		bare = "<tool>\n<tool_name>list_files</tool_name>\n</tool>\n" // with the path of the other call
	)
	for _, test := range []struct {
		text, code string
		want       bool
	}{
		{field("inv & R&amp;D"), "unescaped-ampersand", true},
		{field("a & b"), "unescaped-ampersand", false},
		{field("a < b && c"), "raw-less-than", false}, // together with the other
		{strings.Replace(field("a ]]>"), "</tool_name>", "", 1), "unclosed-element", true},
		{read + bare, "raw-less-than", true},
		{field("x") + field("y"), "multiple-calls", true},
		{strings.Replace(field("x"), "converse", "speak", 1), "unknown-tool", false},
		{strings.Replace(field("x"), "converse", "convers", 1), "unknown-tool", true},
		{"<tool><tool_name>write_file</tool_name><arguments><path>a.go</path><content>a\nb</arguments></tool>", "unclosed-element", true},
	} {
		res := run(test.text, document.Reply)
		found := false
		for i := range res.Diagnostics {
			if res.Diagnostics[i].Code != test.code {
				continue
			}
			found = true
			if got := res.Uncertain(i); got != test.want {
				t.Errorf("%s: %v, want %v", test.text, got, test.want)
			}
			break
		}
		if !found {
			t.Errorf("%s: no %s", test.text, test.code)
		}
	}
}

// TestProveManyDirectives checks that only the fixes of the first directives are proven one by one.
func TestProveManyDirectives(t *testing.T) {
	res := run(strings.Repeat("<!-- forge-lsp-disable-next-call raw-less-than -->\n", maxTrials+2), document.Document)
	proven, suggested := 0, 0
	for i := range res.Diagnostics {
		for _, fix := range res.Prove(i) {
			if fix.Safe() {
				proven++
			} else {
				suggested++
			}
		}
	}
	if proven == 0 || suggested == 0 {
		t.Errorf("%d are proven, %d are not", proven, suggested)
	}
}
