package stats_test

import (
	"strings"
	"testing"
)

// TestSizes compares the lengths in other encodings with these encodings.
func TestSizes(t *testing.T) {
	envelope := func(arguments string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>"
	}
	payload := func(arguments string) string {
		return `<tool>{"server_name":"local","tool_name":"write_file","arguments":` + arguments + `}</tool>`
	}
	for _, test := range []struct{ written, escaped, cdata, json string }{
		{"<path>a</path>", "<path>a</path>", "<path>a</path>", `{"path":"a"}`},
		{
			"<path>a</path><content>x &lt; y &amp;&amp; z</content>", "<path>a</path><content>x &lt; y &amp;&amp; z</content>",
			"<path>a</path><content><![CDATA[x < y && z]]></content>", `{"path":"a","content":"x < y && z"}`,
		},
		{"<content><![CDATA[a]]></content>", "<content>a</content>", "<content>a</content>", `{"content":"a"}`},
		{
			"<content><![CDATA[<a>\n\"b\"</a>]]></content><path>a & b</path>", "<content>&lt;a&gt;\n\"b\"&lt;/a&gt;</content><path>a &amp; b</path>",
			"<content><![CDATA[<a>\n\"b\"</a>]]></content><path><![CDATA[a & b]]></path>", `{"content":"<a>\n\"b\"</a>","path":"a & b"}`,
		},
		{
			"<edits><edit><search>a</search></edit><edit><search>b</search></edit></edits>", "<edits><edit><search>a</search></edit><edit><search>b</search></edit></edits>",
			"<edits><edit><search>a</search></edit><edit><search>b</search></edit></edits>", `{"edits":[{"search":"a"},{"search":"b"}]}`,
		},
		{"<start_line>7</start_line>", "<start_line>7</start_line>", "<start_line>7</start_line>", `{"start_line":7}`},
	} {
		f := only(t, envelope(test.written))
		want := [...]int{len(envelope(test.written)), len(envelope(test.escaped)), len(envelope(test.cdata)), len(payload(test.json))}
		if got := [...]int{f.Bytes, f.Escaped, f.CDATA, f.JSON}; got != want {
			t.Errorf("%s: as written, escaped, in CDATA, as JSON: %d, want %d", test.written, got, want)
		}
	}
	if f := only(t, envelope("<path>a < b</path>")); f.JSON != 0 || f.Bytes == 0 {
		t.Errorf("what a refused call would be in JSON is known: %+v", f)
	}
}

// TestMethods checks the methods of values.
func TestMethods(t *testing.T) {
	for arguments, want := range map[string]string{
		"<path>a</path>":                                            "plain: path plain",
		"<path>a &amp; b</path>":                                    "escapes: path escapes",
		"<path>a & b</path>":                                        "plain: path plain",
		"<path> <![CDATA[a]]>\n</path>":                             "cdata: path cdata",
		"<path>a<![CDATA[b]]></path>":                               "mixed: path mixed",
		"<path>a&gt;</path><content><![CDATA[b]]></content>":        "mixed: path escapes, content cdata",
		"<path/><edits><edit><search>a&lt;</search></edit></edits>": "escapes: path plain, edits/edit/search escapes",
		"<path><![CDATA[a]]>":                                       "cdata: path cdata",
		"":                                                          "plain: ",
	} {
		f := only(t, "<tool><tool_name>x</tool_name><arguments>"+arguments+"</arguments></tool>")
		var fields []string
		for _, field := range f.Fields {
			fields = append(fields, field.Name+" "+field.Method)
		}
		if got := f.Method + ": " + strings.Join(fields, ", "); got != want {
			t.Errorf("%s: %s, want %s", arguments, got, want)
		}
	}
	if f := only(t, "<tool><tool_name>x</tool_name></tool>"); len(f.Fields) > 0 || f.Escaped != 0 || f.Method != "plain" {
		t.Errorf("a call without arguments: %+v", f)
	}
	if f := only(t, "<tool><arguments>"+strings.Repeat("<a/>", 300)+"</arguments></tool>"); len(f.Fields) != 256 {
		t.Errorf("%d of many fields are in a row", len(f.Fields))
	}
}
