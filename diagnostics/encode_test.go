package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestEncodeLeaves checks that a value stays whose meaning in the other notation is not proven.
func TestEncodeLeaves(t *testing.T) {
	write := func(content string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
	}
	for _, test := range []struct {
		name string
		to   Encoding
		text string
	}{
		{"markup", EncodingEscape, write("<![CDATA[a]]><b>c</b>")},
		{"the live runtime would run its message differently", EncodingEscape, write("a & b") + "\n" + write("<![CDATA[a && b]]>")},
		{"thinking", EncodingEscape, write("<![CDATA[<thinking>]]>")},
		{"a call that is repaired", EncodingEscape, strings.Replace(write("<![CDATA[a]]>"), "<path>a</path>", "<path>a & b</path>", 1)},
		{"a call that is refused", EncodingEscape, write("<![CDATA[a]]> <")},
		{"no argument of its tool", EncodingEscape, strings.Replace(write("<![CDATA[a]]>"), "content>", "context>", 2)},
		{"a call tag", EncodingCDATA, write("&lt;/tool&gt; &amp;&amp; &lt;b")},
		{"the end of a section", EncodingCDATA, write("a[b[i]]&gt;1 &amp;&amp; &lt;&lt;")},
		{"a carriage return", EncodingCDATA, write("&amp;&amp;&amp;&amp;&#13;&amp;")},
		{"what ADR-0024 escapes", EncodingCDATA, write("a &amp; b")},
	} {
		if after := (Options{}).Open(text.New(test.text), document.Reply).Encode(test.to); after != test.text {
			t.Errorf("%s: %q became %q", test.name, test.text, after)
		}
	}
}

// TestEncodeLineEnds checks that values keep the line ends of the file.
func TestEncodeLineEnds(t *testing.T) {
	const before = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>\n<![CDATA[a &&\nb < c]]>\n</content>\n</arguments>\n</tool>\n"
	const want = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>\na &amp;&amp;\nb &lt; c\n</content>\n</arguments>\n</tool>\n"
	for _, end := range []string{"\n", "\r\n", "\r"} {
		in := strings.NewReplacer("\n", end)
		after := Options{}.Open(text.New(in.Replace(before)), document.Document).Encode(EncodingEscape)
		if after != in.Replace(want) {
			t.Errorf("%q: got %q, want %q", end, after, in.Replace(want))
		}
	}
}

// TestEncodeLeavesByContext checks that a value stays where that depends on the file, the options, or
// other findings.
func TestEncodeLeavesByContext(t *testing.T) {
	const value = "&lt;edit&gt;&lt;search&gt;a&lt;/search&gt;&lt;/edit&gt;"
	for _, test := range []struct {
		name string
		Options
		kind document.Kind
		to   Encoding
		text string
	}{
		{
			"the file cannot contain it here",
			Options{},
			document.Go, EncodingEscape,
			"package a\n\nvar s = `" + callTo("write_file", "<path>a</path><content><![CDATA[a && ` + b + `]]></content>") + "`\n",
		},
		{"without a definition of its tool it may be read as another type", NoTools(), document.Reply, EncodingEscape, callTo("note", "<data><![CDATA[5]]></data>")},
		{
			"its tool would get another value",
			Options{Tools: toolspec.Builtins().With(&toolspec.Tool{Name: "note", Arguments: []toolspec.Argument{{Name: "data", Kind: toolspec.Any}}})},
			document.Reply, EncodingEscape, callTo("note", "<data><![CDATA[5]]></data>"),
		},
		{
			"a directive would lose its effect",
			Options{},
			document.Document, EncodingEscape,
			"<!-- forge-lsp-disable-next-call -->\n- a\n\n  > ~~~xml bad\n  " + strings.ReplaceAll(strings.TrimSpace(callTo("write_file", "\n<path>a</path>\n<content>a &lt;b&gt; <![CDATA[<i> & <u>]]></content>\n")), "\n", "\n  ") + "~~~\n",
		},
		{
			"cdata-around-structure would be reported", NoTools(), document.Document, EncodingCDATA,
			callTo("apply_diff", "<path>a</path><edits>"+value+"</edits>") + "\n" + callTo("list_tags", ""),
		},
		{
			"it would be a warning",
			Options{Tools: NoTools().Tools, Rules: map[string]Level{"cdata-around-structure": AsWarning}},
			document.Document, EncodingCDATA, callTo("apply_diff", "<path>a</path><edits>"+value+"</edits>"),
		},
	} {
		if after := test.Open(text.New(test.text), test.kind).Encode(test.to); after != test.text {
			t.Errorf("%s: %q became %q", test.name, test.text, after)
		}
	}
}

// TestEncodeMany checks that any number of calls are encoded.
func TestEncodeMany(t *testing.T) {
	s := strings.Repeat(strings.Replace(plainCall, "a.md", "<![CDATA[a & b]]>", 1), 3*maxTrials)
	encoded := Options{}.Open(text.New(s), document.Document).Encode(EncodingEscape)
	if want := strings.ReplaceAll(s, "<![CDATA[a & b]]>", "a &amp; b"); encoded != want {
		t.Errorf("%d values are not encoded", strings.Count(encoded, "CDATA"))
	}
}
