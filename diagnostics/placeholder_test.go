package diagnostics

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
)

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
