package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestConvertLeaves checks that unproven conversions are not made, and that the reason
// is reported.
func TestConvertLeaves(t *testing.T) {
	write := func(content string) string {
		return "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
	}
	for _, test := range []struct {
		to           Notation
		text, reason string
	}{
		{NotationElements, `<tool>{"tool_name": "read_fil", "arguments": {"path": "a"}}</tool>`, "there is no tool read_fil"},
		{NotationElements, `<tool>{"tool_name": "read_file", "arguments": {"path": ""}}</tool>`, "read_file would refuse it: <path> is empty"},
		{NotationElements, `<tool>{"tool_name": "read_file", "arguments": {"path": "a", "mode": "r"}}</tool>`, "read_file has no argument mode"},
		{NotationElements, `<tool>{"tool_name": "read_file", "arguments": {"path": "a", "path": "a"}}</tool>`, "what was meant is not certain"},
		{NotationElements, `<tool>{"tool_name": "read_file", "arguments": {"path": </tool>`, "its JSON is not an object"},
		{NotationEscapes, write("<![CDATA[a]]><b>c</b>"), "there is markup in it"},
		{NotationEscapes, write("a & b") + "\n" + write("<![CDATA[a && b]]>"), "the live runtime would run its message differently"},
		{NotationEscapes, write("<![CDATA[<thinking>]]>"), "the live runtime removes thinking tags from a CDATA section"},
		{NotationEscapes, strings.Replace(write("<![CDATA[a]]>"), "<path>a</path>", "<path>a & b</path>", 1), "the runtime repairs it"},
		{NotationEscapes, write("<![CDATA[a]]> <"), "the reader refuses it"},
		{NotationEscapes, strings.Replace(write("<![CDATA[a]]>"), "content>", "context>", 2), "its tool does not read it"},
		{NotationCDATA, write("&lt;/tool&gt; &amp;&amp; &lt;b"), "a CDATA section cannot hold </tool>"},
		{NotationCDATA, write("a[b[i]]&gt;1 &amp;&amp; &lt;&lt;"), "a CDATA section cannot hold ]]>"},
		{NotationCDATA, write("&amp;&amp;&amp;&amp;&#13;&amp;"), "a CDATA section cannot hold a carriage return"},
	} {
		after, calls := Options{}.Open(text.New(test.text), document.Reply).Convert(test.to)
		if after != test.text {
			t.Errorf("%v: %q became %q", test.to, test.text, after)
		}
		last := len(calls) - 1
		if last < 0 || len(calls[last].Left) != 1 || !strings.HasPrefix(calls[last].Left[0].Reason, test.reason) {
			t.Errorf("%v: %q: %+v, want %s", test.to, test.text, calls, test.reason)
		}
	}
	// A value that ADR-0024 escapes is not reported.
	if _, calls := (Options{}).Open(text.New(write("a &amp; b")), document.Reply).Convert(NotationCDATA); len(calls) > 0 {
		t.Errorf("%+v", calls)
	}
}

// TestConvertLineEnds checks that values keep the line ends of the file.
func TestConvertLineEnds(t *testing.T) {
	const before = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>\n<![CDATA[a &&\nb < c]]>\n</content>\n</arguments>\n</tool>\n"
	const want = "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>a</path>\n<content>\na &amp;&amp;\nb &lt; c\n</content>\n</arguments>\n</tool>\n"
	for _, end := range []string{"\n", "\r\n", "\r"} {
		in := strings.NewReplacer("\n", end)
		after, _ := Options{}.Open(text.New(in.Replace(before)), document.Document).Convert(NotationEscapes)
		if after != in.Replace(want) {
			t.Errorf("%q: got %q, want %q", end, after, in.Replace(want))
		}
	}
}

// fencedJSON is a call in JSON in a list, whose values as elements would end the code block around it.
var fencedJSON = "1. Do it:\n\n   ```xml\n   " + strings.ReplaceAll(callTo("apply_diff",
	"{\"path\": \"a\", \"edits\": [{\"search\": \"```\\na\\n```\\n\\n\", \"replace\": \"```\\nb\\n```\"}]}"), "\n", "\n   ") + "```\n"

// TestConvertOthers checks that a call that cannot be converted where it is does not keep others from
// it.
func TestConvertOthers(t *testing.T) {
	call := callTo("read_file", `{"path": "a"}`)
	want := callTo("read_file", "\n  <path>a</path>\n")
	for before, after := range map[string]string{
		fencedJSON + "\n" + call: fencedJSON + "\n" + want, call + "\n" + fencedJSON: want + "\n" + fencedJSON,
		call + "\n" + fencedJSON + "\n" + call: want + "\n" + fencedJSON + "\n" + want,
	} {
		if got, _ := (Options{}).Open(text.New(before), document.Document).Convert(NotationElements); got != after {
			t.Errorf("%q\nbecame %q\nwant   %q", before, got, after)
		}
	}
}

// TestConvertExplains checks the reasons that depend on the file, the options, or other findings.
func TestConvertExplains(t *testing.T) {
	const value = "&lt;edit&gt;&lt;search&gt;a&lt;/search&gt;&lt;/edit&gt;"
	for _, test := range []struct {
		Options
		kind         document.Kind
		to           Notation
		text, reason string
	}{
		{
			Options{},
			document.Go, NotationEscapes,
			"package a\n\nvar s = `" + callTo("write_file", "<path>a</path><content><![CDATA[a && ` + b + `]]></content>") + "`\n",
			"the file cannot contain it here",
		},
		{
			NoTools(), document.Reply, NotationEscapes, callTo("note", "<data><![CDATA[5]]></data>"),
			"without a definition of its tool it may be read as another type",
		},
		{
			Options{Tools: toolspec.Builtins().With(&toolspec.Tool{Name: "note", Arguments: []toolspec.Argument{{Name: "data", Kind: toolspec.Any}}})},
			document.Reply, NotationEscapes, callTo("note", "<data><![CDATA[5]]></data>"),
			"its tool would get another value",
		},
		{
			Options{},
			document.Document, NotationEscapes,
			"<!-- forge-lsp-disable-next-call -->\n- a\n\n  > ~~~xml bad\n  " + strings.ReplaceAll(strings.TrimSpace(callTo("write_file", "\n<path>a</path>\n<content>a &lt;b&gt; <![CDATA[<i> & <u>]]></content>\n")), "\n", "\n  ") + "~~~\n",
			"it is not proven that everything else is read as before",
		},
		{
			NoTools(), document.Document, NotationCDATA,
			callTo("apply_diff", "<path>a</path><edits>"+value+"</edits>") + "\n" + callTo("list_tags", ""),
			"then cdata-around-structure would be reported: ",
		},
		{
			Options{Tools: NoTools().Tools, Rules: map[string]Level{"cdata-around-structure": AsWarning}},
			document.Document, NotationCDATA,
			callTo("apply_diff", "<path>a</path><edits>"+value+"</edits>"),
			"then cdata-around-structure would be reported: ",
		},
		{
			Options{Intended: IntendedOff},
			document.Document, NotationElements,
			"Bad:\n\n<tool>{\"tool_name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool>\n",
			"it is shown as a bad example",
		},
		{
			Options{},
			document.Document, NotationElements,
			fencedJSON,
			"its elements would be read differently at this place of the file",
		},
	} {
		after, calls := test.Open(text.New(test.text), test.kind).Convert(test.to)
		if after != test.text || len(calls) != 1 || len(calls[0].Left) != 1 || !strings.HasPrefix(calls[0].Left[0].Reason, test.reason) {
			t.Errorf("%v of %q: %+v, want %s", test.to, test.text, calls, test.reason)
		}
	}
}
